/** A file that is read when it is sent, such as that of `fileFromPath`. A `File` is one. */
export interface FileSource {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}

/** A stream is sent once: a call with one is not tried again. */
export type UploadFile = Blob | FileSource | ReadableStream<Uint8Array>;

export interface UploadProgress {
  readonly sentBytes: number;
  /** 0 for a stream, whose length nobody knows. */
  readonly totalBytes: number;
}

/** In bytes: what is sent again as a whole costs little up to here. */
export const WHOLE_BYTES_MAX = 16_777_216;
