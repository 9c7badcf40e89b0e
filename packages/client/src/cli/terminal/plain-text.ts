import { stripVTControlCharacters } from "node:util";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it finds
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** They change the order in which a terminal shows the text after them. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a style sequence begins with one
const STYLE = /\u001b\[\d{1,3}m/;

/** Text of others, without what a terminal would obey: escape sequences, control characters, changes of direction. */
function toPlainText(text: string): string {
  return stripVTControlCharacters(text).replace(CONTROL, "\ufffd").replace(DIRECTION, "");
}

export function toOneLine(text: string): string {
  return toPlainText(text.replace(/\s+/g, " ")).trim();
}

/** What may be written to a terminal: our own styles stay, and nothing else that it would obey. */
export function keepStyles(text: string): string {
  return text
    .split(new RegExp(`(${STYLE.source})`))
    .map((part) => (STYLE.test(part) ? part : toPlainText(part)))
    .join("");
}

/** JSON of the same value, without characters that a terminal obeys. */
export function toSafeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
