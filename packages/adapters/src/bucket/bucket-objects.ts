import type { ByteRange } from "@assay/core/ports";

/** The objects of one bucket, no matter who keeps it. Every method throws an error of our codes. */
export interface BucketObjects {
  /** Returns whether the name was free. A body that fails leaves no object, and its error comes through. */
  create(
    name: string,
    body: ReadableStream<Uint8Array> | string,
    options: { readonly contentType: string; readonly cacheSeconds: number },
  ): Promise<boolean>;
  /** Writes over what is there. */
  replace(name: string, body: string): Promise<void>;
  open(name: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** The size by the server's own books; `null` when there is no such object. */
  size(name: string): Promise<number | null>;
  /** Names that are not there are passed over. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes what lies directly in the folder. */
  empty(folder: string): Promise<void>;
  /** Throws unless the bucket is there and fit for evidence. */
  check(): Promise<void>;
}
