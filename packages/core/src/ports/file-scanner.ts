import type { Destination, Sending } from "./sending.ts";
import type { SourceFile } from "./text-extractor.ts";

/** TOO_LARGE: the scanner takes no file of this size, and has not looked at it. */
export type ScanOutcome =
  | { readonly state: "CLEAN" }
  | { readonly state: "INFECTED"; readonly finding: string }
  | { readonly state: "TOO_LARGE" };

/** Looks for malware in files. */
export interface FileScanner {
  readonly sendsTo?: Destination;
  /** Throws UnavailableError for the part "scanner" where it does not answer; an aborted signal throws its reason. */
  scan(
    file: Pick<SourceFile, "open" | "sizeBytes">,
    options: { signal: AbortSignal; sending?: Sending | undefined },
  ): Promise<ScanOutcome>;
  /** Undefined where the scanner would scan a file; else why it would not. */
  check(): Promise<string | undefined>;
}
