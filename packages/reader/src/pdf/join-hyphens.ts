/** What a hyphen at a line's end is: a break within a word, a part of a compound, or neither for sure. */
export type LineHyphen = "break" | "compound" | "unsure";

const HYPHEN = /[-\u2010]$/;
const SOFT_HYPHEN = "\u00ad";
/** First and last halves of compounds that English writes with a hyphen. */
const FIRST = new Set(
  (
    "access all anti audit best business built case counter cross cyber data decision double face fail first five follow " +
    "four full half hand hard high key know large last least left life line long low mid multi must near need new non one " +
    "open peer point privacy public read real right risk role root run security self server set short side single six " +
    "software stand step system ten third three time top two user vice web well wide work write year zero"
  ).split(" "),
);
/** With these a word ends: what is before is no word of its own. */
const ENDING =
  /^(?:[bdglmnprt]?(?:ing|ings|ed|er|ers|est|en)|ly|s|es|ness|ment|ments|tion|tions|sion|sions|ity|ities|able|ible|al|ally|ance|ence|ful|less|ize|ise|ized|ised|izing|ising|ship|ships|ward|wards|y)$/;
const LAST = new Set(
  (
    "aware based bound built by case class compliance compliant critical cycle date day defined dependent driven " +
    "effective end enabled facing factor free friendly generated going grade house how in in-depth left level life " +
    "line like long making minute month off on only oriented out own owned owner owners party parties person point " +
    "privileged proof protected ready related relevant right risk role scale sensitive service sharing side site sized " +
    "specific standing step style term tier time tolerant trip type up use user value wide work year"
  ).split(" "),
);
const LETTERS_MIN = 2;
/** "Asset- und Risikoregister": the hyphen represents a word that follows later. */
const SUSPENDED = /^(?:and|or|to|und|oder|bzw|sowie|et|ou|y|en|of)$/;

export function judgeLineHyphen(line: string, next: string, words: ReadonlySet<string>): LineHyphen {
  const after = /^\p{Ll}+/u.exec(next)?.[0] ?? "";
  if (line.endsWith(SOFT_HYPHEN)) return after === "" ? "unsure" : "break";
  const before = HYPHEN.test(line) ? (/[\p{L}\p{N}-]*\p{L}$/u.exec(line.slice(0, -1))?.[0] ?? "").toLowerCase() : "";
  if (before.length < LETTERS_MIN || after.length < LETTERS_MIN || SUSPENDED.test(after)) return "unsure";
  if (words.has(`${before}-${after}`)) return "compound";
  if (words.has(before + after)) return "break";
  // "state-of-the-" has a hyphen already; a number is no half of a word.
  if (/[-\p{N}]/u.test(before) || next.slice(after.length).startsWith("-")) return "compound";
  if (ENDING.test(after)) return "break";
  if (FIRST.has(before) || LAST.has(after)) return "compound";
  return words.has(before) && words.has(after) ? "compound" : "break";
}

/** The words of a page, those with hyphens too, without halves of broken ones. */
export function listWords(texts: Iterable<string>): Set<string> {
  const words = new Set<string>();
  let broken = false;
  for (const text of texts) {
    if (text.trim() === "") continue;
    const begun = broken ? text.replace(/^\s*\p{L}+/u, "") : text;
    broken = /[-\u2010\u00ad]\s*$/.test(text);
    const whole = begun.replace(/\p{L}*[-\u2010\u00ad]\s*$/u, "").toLowerCase();
    for (const [word] of whole.matchAll(/\p{L}+(?:[-\u2010]\p{L}+)*/gu)) words.add(word.replaceAll("\u2010", "-"));
  }
  return words;
}
