import { assay } from "@assay/site/assay";

export interface ByteRange {
  readonly start: number;
  /** Not included. */
  readonly end: number;
}

export interface ReadRangeOptions {
  readonly signal: AbortSignal;
  /** Told how many bytes have come. */
  readonly onProgress?: (loadedBytes: number) => void;
}

/** Bytes of a document's original; all of them where something on the way does not know ranges. */
export async function readRange(
  documentId: string,
  range: ByteRange,
  { signal, onProgress }: ReadRangeOptions,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isWhole: boolean }> {
  const response = await (await assay()).documents.original(documentId, { range, signal });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let loadedBytes = 0;
  for await (const part of response.body!) {
    parts.push(part);
    loadedBytes += part.length;
    onProgress?.(loadedBytes);
  }
  return { bytes: new Uint8Array(await new Blob(parts).arrayBuffer()), isWhole: response.status === 200 };
}
