export interface StoredFile {
  readonly sizeBytes: number;
  /** Lowercase hex. */
  readonly sha256: string;
}

/** Bytes of a file: [start, end), within it and not empty. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps the original bytes of files. Keys are `[0-9a-f-]+(/[0-9a-f-]+)*`; a key is written once. Every act throws
 * UnavailableError of the part `files` while the store cannot be used.
 */
export interface FileStore {
  /**
   * Stores the stream with constant memory and returns what was counted on the way.
   * Throws AssayError FILE_TOO_LARGE when the stream passes `limitBytes`; whatever throws leaves nothing behind.
   */
  put(key: string, body: ReadableStream<Uint8Array>, options: { limitBytes: number }): Promise<StoredFile>;
  /** The whole file, or only the bytes of `range`: no others are read. Throws DocumentError OBJECT_MISSING. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** The size now and the checksum recorded by `put`; `null` when there is no such file. Does not read the bytes. */
  stat(key: string): Promise<StoredFile | null>;
  /**
   * Reads the whole file and counts and hashes it again; `null` when there is no such file. `onChunk` gets all of it, in
   * order, and is waited for.
   */
  rehash(key: string, onChunk?: (chunk: Uint8Array) => Promise<void>): Promise<StoredFile | null>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** Throws when the store cannot be reached or written to. */
  check(): Promise<void>;
  /**
   * Puts a stored file under the tenant's active key, if it is what was recorded, and then removes what is not: the file as
   * it was uploaded, or under an earlier key. May be interrupted anywhere and called again. Undefined where files are stored
   * as they are.
   */
  encrypt?(key: string, recorded: StoredFile): Promise<Encrypted>;
}

/** What came of the encryption of one stored file. */
export type Encrypted = "encrypted" | "found" | "missing" | "damaged";

/** A file store as it is found, before it is known whose files it keeps: an empty one may stand in for the right one. */
export interface MarkedFileStore extends FileStore {
  /** What the marker in the store's root says; null where the marker or the root is missing. */
  readMarker(): Promise<string | null>;
  /** Writes the marker over any other, and makes a folder that is to be the root. */
  writeMarker(text: string): Promise<void>;
}
