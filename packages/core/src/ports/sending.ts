import type { Provider } from "@assay/contract";

/** Where a part sends what it is given. A part of this process, or of this machine's own processes, has none. */
export interface Destination {
  readonly provider: Provider;
  /** Name and port; no path, no user. */
  readonly host: string;
}

/**
 * Awaited before each request with the bytes of its body, so that none leaves uncounted. Where it throws, nothing is sent
 * and its error is thrown as it is.
 */
export type Sending = (bytes: number) => Promise<void>;
