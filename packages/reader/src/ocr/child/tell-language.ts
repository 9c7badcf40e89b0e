import { eld } from "eld/small";

/** By the name of their OCR data, with their code of ISO 639-1: those that can be told from each other. */
const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "amh am ara ar aze az bel be bul bg ben bn cat ca ces cs dan da deu de ell el eng en spa es est et eus eu fas fa " +
    "fin fi fra fr guj gu heb he hin hi hrv hr hun hu hye hy isl is ita it jpn ja kat ka kan kn kor ko lao lo lit lt " +
    "lav lv mal ml mar mr msa ms nld nl nor no ori or pan pa pol pl por pt ron ro rus ru slk sk slv sl sqi sq srp sr " +
    "swe sv tam ta tel te tha th tgl tl fil tl tur tr ukr uk urd ur vie vi yor yo chi_sim zh chi_tra zh"
  )
    .match(/\S+ \S+/g)!
    .map((pair) => pair.split(" ")),
);
/** Names, figures and headings alone have no language. */
const LETTERS_MIN = 60;

/** Which of `languages` a text is in, though some of its accents may be wrong; null where that is not sure. */
export function tellLanguage(text: string, languages: readonly string[]): string | null {
  if ((text.match(/\p{L}/gu)?.length ?? 0) < LETTERS_MIN) return null;
  const found = eld.detect(text);
  if (!found.isReliable()) return null;
  return languages.find((language) => CODES[language] === found.language) ?? null;
}
