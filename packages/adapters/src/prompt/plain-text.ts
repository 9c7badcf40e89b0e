// What no reader of the document sees and a model reads all the same: zero-width and direction characters, tags, and
// variation selectors in a row, which carry hidden text. Quotes are compared without the former, so they lose nothing.
const UNSEEN =
  /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;

/** A text as a reader sees it: line ends made equal, invisible characters and broken surrogates gone. */
export function plainText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replace(UNSEEN, "");
}
