/** A text of at most `lengthMax` UTF-16 code units: of a longer one the beginning, and a sign that it goes on. */
export function shorten(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).toWellFormed()}…`;
}
