import type { SearchResult } from "@assay/client";
import { BASE } from "@assay/site/location";

/** The viewer at a passage. Its text is not in the address, which ends up in histories and logs: only its place is. */
export function hrefOfResult({ documentId, chunkId, quote }: SearchResult): string {
  const search = new URLSearchParams({
    document: documentId,
    chunk: chunkId,
    quote: `${quote.startOffset}-${quote.endOffset}`,
  });
  return `${BASE}/documents?${search}`;
}

/** [start, end) of the document's text; undefined where the address names none. */
export function readQuoteRange(value: string | null): { start: number; end: number } | undefined {
  const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(value ?? "") ?? [];
  return start !== undefined && Number(start) < Number(end) ? { start: Number(start), end: Number(end) } : undefined;
}

/** `Page 3`, `Sheet1!A1:D20`, `2 Access › 2.1 Passwords`. */
export function placeOf({ pageNumber, location }: Pick<SearchResult, "pageNumber" | "location">): string | null {
  return pageNumber === null ? (location?.replaceAll(" > ", " › ") ?? null) : `Page ${pageNumber}`;
}
