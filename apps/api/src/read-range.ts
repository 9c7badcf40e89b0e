import type { ByteRange } from "@assay/core/ports";

export interface RangeRequest {
  /** The `Range` header. */
  readonly range: string | undefined;
  /** The `If-Range` header. */
  readonly ifRange: string | undefined;
  readonly etag: string;
  readonly sizeBytes: number;
}

/**
 * The bytes that a request asks for by RFC 9110 §14: `null` for all of them, as for what this does not know (several
 * ranges, other units) and for an `If-Range` that is not exactly the strong ETag; "unsatisfiable" for none of the file.
 */
export function readRange({ range, ifRange, etag, sizeBytes }: RangeRequest): ByteRange | null | "unsatisfiable" {
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || first + last === "") return null;
  if (first === "") return within(Math.max(0, sizeBytes - Number(last)), sizeBytes, sizeBytes);
  if (last !== "" && Number(last) < Number(first)) return null;
  return within(Number(first), last === "" ? sizeBytes : Number(last) + 1, sizeBytes);
}

function within(start: number, end: number, sizeBytes: number): ByteRange | "unsatisfiable" {
  return start < sizeBytes ? { start, end: Math.min(end, sizeBytes) } : "unsatisfiable";
}
