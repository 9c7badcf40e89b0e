import { FORMATS } from "../formats.ts";

/** What a text is by its structure, where its name does not tell: enough of it to be sure. */
export type Structure = "json" | "xml" | "csv" | "mbox";

const ROWS_MIN = 3;
const ROWS_LOOKED_AT = 20;
const JSON_BEGINS =
  /^\s*(?:\{\s*(?:\}|"(?:[^"\\\n]|\\.){0,500}"\s*:)|\[\s*(?:[{["\]]|(?:-?\d[\d.eE+-]*|true|false|null)\s*[,\]]))/;
const XML_DECLARATION = /^\s*<\?xml\s/i;
const XML_ELEMENT = /^<(?!html\b)[A-Za-z_][\w.-]*(?::[\w.-]+)?(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?>/i;

/** `head` begins the file; `isWhole` where there is no more of it. Null for a text without a structure that is known. */
export function findStructure(head: Uint8Array, isWhole: boolean): Structure | null {
  const text = decode(head);
  if (isMailbox(text)) return "mbox";
  if (JSON_BEGINS.test(text) && (!isWhole || isJson(text))) return "json";
  if ((XML_DECLARATION.test(text) || XML_ELEMENT.test(afterComments(text))) && /<\/|\/>/.test(text)) return "xml";
  return isTable(isWhole ? text : text.slice(0, text.lastIndexOf("\n"))) ? "csv" : null;
}

const MAILBOX = FORMATS.find(({ type }) => type === "mbox")!.bytes as Extract<
  (typeof FORMATS)[number],
  { type: "mbox" }
>["bytes"];

/** Whether it begins as a file of mails does: the line that parts them, and a header. */
export function isMailbox(text: string): boolean {
  return MAILBOX.begins.test(text);
}

/** The text from its first sign that is in no comment; a comment that does not end is left. */
function afterComments(text: string): string {
  const blank = /\s*/y;
  for (;;) {
    blank.test(text);
    if (!text.startsWith("<!--", blank.lastIndex)) return text.slice(blank.lastIndex);
    const end = text.indexOf("-->", blank.lastIndex + 4);
    if (end < 0) return text.slice(blank.lastIndex);
    blank.lastIndex = end + 3;
  }
}

function decode(head: Uint8Array): string {
  const wide =
    head[0] === 0xff && head[1] === 0xfe ? "utf-16le" : head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : null;
  return new TextDecoder(wide ?? "utf-8").decode(head);
}

/** One JSON text, or one a line. */
function isJson(text: string): boolean {
  return parses(text) || text.split("\n").every((line) => line.trim() === "" || parses(line));
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Rows that have the same delimiters; prose has commas too, so of these a row has more than one. */
function isTable(text: string): boolean {
  const rows = text
    .split(/\r?\n/)
    .filter((row) => row !== "")
    .slice(0, ROWS_LOOKED_AT);
  if (rows.length < ROWS_MIN) return false;
  return ([",", ";", "\t"] as const).some((delimiter) => {
    const counts = rows.map((row) => row.replace(/"(?:[^"]|"")*"/g, "").split(delimiter).length - 1);
    return counts.every((count) => count === counts[0]) && counts[0]! >= (delimiter === "," ? 2 : 1);
  });
}
