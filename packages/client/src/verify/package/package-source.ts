import { sha256Hex } from "../canonical-json.ts";

/** The bytes of a package, wherever they are: only parts of it are read at a time. */
export interface PackageSource {
  readonly size: number;
  /** The bytes from `start` up to `end`; fewer where there are no more. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Of the bytes from `start` up to `end`, in lowercase hex. */
  sha256(start: number, end: number): Promise<string>;
}

/** Of bytes in memory, or of a file of a browser, whose originals are then read as a whole each. */
export function toPackageSource(data: Uint8Array | Blob): PackageSource {
  const size = data instanceof Uint8Array ? data.length : data.size;
  const read = async (start: number, end: number) =>
    data instanceof Uint8Array ? data.subarray(start, end) : new Uint8Array(await data.slice(start, end).arrayBuffer());
  return { size, read, sha256: async (start, end) => sha256Hex(await read(start, end)) };
}
