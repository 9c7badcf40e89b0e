import { type HiddenRange, type MarkedText, mergeRanges } from "../text/marked-text.ts";

interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** Whether an element of the HTML quotes; `line` is the last line of text before it. */
type IsQuote = (tag: string, attributes: Readonly<Record<string, string>>, line: string) => boolean;

/** Marks what a mail quotes from earlier ones. Its texts are to be passed in their order. */
export interface QuoteMarker {
  /** To be asked of the elements of one page in their order. */
  elements(): IsQuote;
  mark(content: MarkedText): MarkedText;
}

const LINE_MAX = 500;
const ATTRIBUTION_LINES_MAX = 3;
const HEADER_LINES_MAX = 14;

const FORWARDED =
  /^[\s>*_-]*(?:begin forwarded message|forwarded message(?: from .*)?|anfang der weitergeleiteten (?:e-?mail|nachricht)|weitergeleitete nachricht|début du message (?:transféré|réexpédié)|message (?:transféré|transmis)|mensaje reenviado|inicio del mensaje reenviado|messaggio inoltrato|inizio messaggio inoltrato|mensagem encaminhada|doorgestuurd bericht|begin doorgestuurd bericht)[\s*_:-]*$/iu;
const ORIGINAL =
  /^[\s*_]*-{2,}\s*(?:original (?:message|e-?mail|appointment)|(?:ursprüngliche|original)[ -]?(?:e-?mail|nachricht|nachricht)|ursprünglicher termin|message d['’]origine|message original|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|oprindelig besked|opprinnelig melding|ursprungligt meddelande|wiadomość oryginalna|исходное сообщение|on .{4,300} wrote)\s*-{2,}[\s*_]*$/iu;
const FORWARD_SUBJECT = /^\s*(?:fwd?|wg|tr|rv|i|enc|doorst|vs|vb|pd)\s*(?:\[\d+\])?\s*[:：]/iu;

/** Who wrote when, in the languages of the reader; it ends in a colon. Enough before lines that are quoted. */
const ATTRIBUTION =
  /^\s*(?:on\b.{4,300}\b(?:wrote|writes)|am\b.{4,300}\bschrieb\b.{0,200}|am\b.{4,300}\bgeschrieben|.{2,200}\bschrieb (?:am|um)\b.{4,200}|le\b.{4,300}\ba écrit|el\b.{4,300}\bescribió|il\b.{4,300}\bha scritto|em\b.{4,300}\bescreveu|op\b.{4,300}\bschreef\b.{0,200}|.{2,200}\bwrote (?:on|at)\b.{4,200}|.{2,200}<[^<>\s@]+@[^<>\s@]+>\s*(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu))\s*[:：]\s*$/isu;
/** In any language a line with both, and a colon at its end, says who wrote when. */
const ADDRESS = /@[^\s@]+\.\p{L}/u;
const TIME = /\b\d{1,2}[:.h]\d\d\b/;
/** A line before quoted ones that names an address or a year. */
const LEAD = /(?:@|\b(?:19|20)\d\d\b).{0,200}[:：]\s*$/u;

/** The parts of a line that says who wrote when, and nothing else. */
const VERB_LAST = /\s(?:wrote|writes|geschrieben|schrieb|a écrit|escribió|ha scritto|escreveu)$/i;
const VERB_BEFORE_NAME = /\s(?:schrieb|schreef|skrev)\s/i;
const VERB_BEFORE_DATE = /\s(?:schrieb\s(?:am|um)|wrote\s(?:on|at))\s/i;
const WRITTEN_CHINESE = /\d年\d{1,2}月.{0,60}(?:写道|寫道)$/u;
const DAY = /\b(?:19|20)\d\d(?!\d)|\b\d{1,2}[./-]\d{1,2}[./-]\d\d\b/;
const DATE_BEGINS = /^\s*(?:on|am|le|el|il|em|op|den)\s/i;
const DATE_WORDS_MAX = 12;
const WORDS_BEFORE_DAY_MAX = 3;
const NAME_WORDS_MAX = 8;
const AFTER_DATE = /^(?:[ap]\.?m\.?|uhr|h|hat|at|г\.?)[,:]?$/i;
const IN_NAMES = new Set(
  "via of for and from de del della di da das do dos der den du van von vom zu zur und et y e en al bin la le los las el ten ter af av".split(
    " ",
  ),
);

const HEADERS = {
  from: "from|von|de|da|van|expéditeur|fra|från|od|от",
  sent: "sent|date|gesendet|datum|envoyé|enviado|fecha|inviato|data|verzonden|enviada|dato|sendt|skickat|wysłano|отправлено|дата|message du",
  to: "to|an|à|a|para|aan|destinataire|til|till|do|кому",
  subject: "subject|betreff|objet|asunto|oggetto|assunto|onderwerp|sujet|emne|ämne|temat|тема",
  cc: "cc|kopie|copie(?: à)?|kopi|копия|bcc|importance|wichtigkeit|attachments|anlagen|reply-to|organization",
} as const;
type HeaderName = keyof typeof HEADERS;
const HEADER = Object.entries(HEADERS).map(
  ([name, words]) => [name as HeaderName, new RegExp(`^[\\s*_]*(?:${words})(?: le)?\\s?[*_]*\\s?[:：]`, "iu")] as const,
);

/** Containers in which mail programs put what they quote. */
const QUOTE_CLASS =
  /(?:^|\s)(?:gmail_extra_quote|yahoo_quoted|protonmail_quote|moz-cite-prefix|tutanota_quote|zmail_extra)(?:\s|$)/;
/** Gmail puts all from its line on in one, answers between what is quoted, and what is forwarded, too. */
const GMAIL_CLASS = /(?:^|\s)gmail_quote(?:_container)?(?:\s|$)/;

export function createQuoteMarker(subject: string | undefined): QuoteMarker {
  const isForward = FORWARD_SUBJECT.test(subject ?? "");
  /** The first message of a forward is what the sender passes on. */
  let passes = isForward;
  /** All that follows is quoted. */
  let rest = false;

  const findRanges = (content: MarkedText): HiddenRange[] => {
    if (rest) return [[0, content.text.length]];
    const lines = linesOf(content);
    const lastQuoted = lines.findLastIndex(({ isQuoted }) => isQuoted);
    const found: HiddenRange[] = [];
    const markTo = (from: number, to: number) => void found.push([lines[from]!.start, lines[to]!.end]);
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at]!;
      if (line.isQuoted) markTo(at, at);
      if (line.isQuoted) continue;
      if (FORWARDED.test(line.text)) {
        passes = true;
        continue;
      }
      const separator = ORIGINAL.test(line.text) ? 1 : 0;
      // What comes after words that announce it is shown by the sender.
      const isShown = passes || (separator === 0 && /[:：]\s*$/u.test(lines[at - 1]?.text ?? ""));
      const header = separator + countHeader(lines, at + separator, separator === 0 && !isShown);
      if (header > 0 && isShown) {
        passes = false;
        at += header - 1;
        continue;
      }
      const attribution = header > 0 ? 0 : countAttribution(lines, at);
      const isLast = header > 0 || (attribution > 0 && lastQuoted < at && at + attribution < lines.length);
      if (isLast) {
        rest = true;
        markTo(at, lines.length - 1);
        break;
      }
      if (attribution > 0 && lastQuoted > at) markTo(at, at + attribution - 1);
      at += Math.max(0, attribution - 1);
    }
    return found;
  };
  return {
    elements() {
      let isFirst = isForward;
      let isInGmail = false;
      return (tag, attributes, line) => {
        const names = attributes.class ?? "";
        if (tag !== "blockquote" && GMAIL_CLASS.test(names)) {
          isInGmail = true;
          isFirst = false;
          return false;
        }
        const isCited = () =>
          isInGmail ||
          GMAIL_CLASS.test(names) ||
          attributes.type?.toLowerCase() === "cite" ||
          isWholeAttribution(line.slice(-LINE_MAX));
        if (!QUOTE_CLASS.test(names) && (tag !== "blockquote" || !isCited())) return false;
        const isPassed = isFirst || FORWARDED.test(line.slice(0, LINE_MAX));
        isFirst = false;
        return !isPassed;
      };
    },
    mark(content) {
      const found = findRanges(content);
      return found.length === 0 ? content : { ...content, quoted: mergeRanges([...(content.quoted ?? []), ...found]) };
    },
  };
}

function linesOf({ text, quoted = [] }: MarkedText): Line[] {
  const lines: Line[] = [];
  let start = 0;
  let range = 0;
  for (const part of text.split("\n")) {
    const end = start + part.length;
    while (range < quoted.length && quoted[range]![1] < end) range += 1;
    const isWithin = range < quoted.length && quoted[range]![0] <= start;
    if (part.trim() !== "")
      lines.push({ text: part.slice(0, LINE_MAX), start, end, isQuoted: isWithin || isMarked(part) });
    start = end + 1;
  }
  return lines;
}

/** `>From` at the start of a line is how mailboxes keep a line that begins so. */
function isMarked(line: string): boolean {
  return /^\s{0,3}>(?!From )/.test(line);
}

/** How many lines the header of an earlier mail has that begins here, `addressed` where it says to whom; 0 where none does. */
function countHeader(lines: readonly Line[], at: number, addressed: boolean): number {
  const first = lines[at];
  if (!first || !HEADER.some(([name, pattern]) => name !== "to" && name !== "cc" && pattern.test(first.text))) return 0;
  const names = new Set<HeaderName>();
  let last = at;
  let isSure = false;
  for (let next = at; next < Math.min(lines.length, at + HEADER_LINES_MAX); next += 1) {
    const name = HEADER.find(([, pattern]) => pattern.test(lines[next]!.text))?.[0];
    // A long list of recipients goes on in the next lines.
    if (!name && next - last > 2) break;
    if (name && names.has(name) && name !== "cc") break;
    if (name) {
      names.add(name);
      last = next;
      isSure ||= name === "from" ? lines[next]!.text.includes("@") : name === "sent" && TIME.test(lines[next]!.text);
    }
  }
  const [isTo, isAbout] = [names.has("to"), names.has("subject")];
  const isHeader = names.has("from") && names.has("sent") && (isAbout ? isTo || !addressed : isTo && isSure);
  return isHeader ? last - at + 1 : 0;
}

/** How many lines say who wrote what follows; 0 where none does. */
function countAttribution(lines: readonly Line[], at: number): number {
  for (let count = 1; count <= ATTRIBUTION_LINES_MAX && at + count <= lines.length; count += 1) {
    if (count > 1 && !goesOn(lines[at + count - 2]!, lines[at + count - 1]!)) return 0;
    const part = lines.slice(at, at + count);
    const text = part.map((line) => line.text).join(" ");
    if (isWholeAttribution(text)) return count;
    if (lines[at + count]?.isQuoted) return isAttribution(text) || (count === 1 && LEAD.test(text)) ? count : 0;
  }
  return 0;
}

function isAttribution(text: string): boolean {
  if (!/[:：]\s*$/u.test(text)) return false;
  return ATTRIBUTION.test(text) || (ADDRESS.test(text) && TIME.test(text));
}

/** A day, then a name or an address, and a verb that says so: no sentence that only ends in a colon. */
function isWholeAttribution(line: string): boolean {
  const text = line.trim().replace(/\s*[:：]$/u, "");
  const endsInColon = text.length < line.trim().length;
  if (!endsInColon && !/@\S+\s+wrote$/i.test(text)) return false;
  const [name = "", date = ""] = text.split(VERB_BEFORE_DATE);
  if (DAY.test(date) && (TIME.test(date) || ADDRESS.test(text)) && isName(name)) return true;
  const [before = "", after] = text.split(VERB_BEFORE_NAME);
  const isDated = (DATE_BEGINS.test(before) || TIME.test(before)) && isDate(before.split(/\s+/));
  if (after !== undefined && isDated) return isName(after);
  if (WRITTEN_CHINESE.test(text)) return true;
  const told = text.replace(VERB_LAST, "");
  const words = told.split(/\s+/);
  const day = words.findLastIndex((word) => /\d/.test(word) && !word.includes("@")) + 1;
  if (day === 0) return told !== text && ADDRESS.test(told) && isName(told);
  const who = words.slice(day);
  while (who.length > 0 && AFTER_DATE.test(who[0]!)) who.shift();
  if (!isDate(words.slice(0, day))) return false;
  const isTimed = TIME.test(words.slice(0, day).join(" "));
  if (told !== text && (DATE_BEGINS.test(told) || isTimed))
    return isName(who.join(" ")) || (isTimed && who.length === 1);
  // A verb that is not known comes after the address.
  const address = who.findLastIndex((word) => word.includes("@")) + 1;
  return isTimed && address > 0 && who.length <= address + 1 && isName(who.slice(0, address).join(" "));
}

function isDate(words: readonly string[]): boolean {
  const first = words.findIndex((word) => /\d/.test(word));
  return DAY.test(words.join(" ")) && words.length <= DATE_WORDS_MAX && first <= WORDS_BEFORE_DAY_MAX;
}

/** Words of a name begin with a capital, in scripts that have them. */
function isName(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const isWord = (word: string) => word.includes("@") || !/^\p{Ll}/u.test(word) || IN_NAMES.has(word);
  return words.length > 0 && words.length <= NAME_WORDS_MAX && words.every(isWord) && /^\P{Ll}|@/u.test(text.trim());
}

function goesOn(line: Line, next: Line): boolean {
  return next.start === line.end + 1 && !/[.!?:：]\s*$/u.test(line.text);
}
