export interface FetchedFile {
  /** Whole and decompressed; never empty. */
  readonly bytes: Uint8Array;
  /** As the server names it: lowercase, without parameters; `null` when it names none. */
  readonly mediaType: string | null;
  /** The one that answered, after redirects. */
  readonly url: string;
}

/** Reads public web pages for the corpus. Nothing inside the operator's network can be reached through it. */
export interface Fetcher {
  /** The normalised URL. Throws AssayError UNSAFE_URL by what the URL alone tells: scheme, port, credentials, host. */
  check(url: string): string;
  /** Throws FetchError; an aborted signal throws its reason. */
  fetch(url: string, options: { signal: AbortSignal }): Promise<FetchedFile>;
}
