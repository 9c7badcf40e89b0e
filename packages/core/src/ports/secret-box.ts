export interface SealedText {
  /** Names the key that opens it. */
  readonly keyId: string;
  readonly bytes: Uint8Array;
}

/** Keeps secrets unreadable to anyone who has the database alone. */
export interface SecretBox {
  /** Names the key that seals now. */
  readonly keyId: string;
  /** Of every key that opens, the one that seals first. */
  readonly keyIds: readonly string[];
  /** `context` says whose text it is: sealed for one, it opens for no other. */
  seal(text: string, context: string): Promise<SealedText>;
  /** Undefined where the key is not known, or the text was not sealed for `context`. */
  open(sealed: SealedText, context: string): Promise<string | undefined>;
}
