/** A quote without the marks of Markdown for bold type and code; its words stay as they are. */
export function readableQuote(quote: string): string {
  return quote.replace(/\*\*|__(?=\S)|(?<=\S)__|`/g, "");
}
