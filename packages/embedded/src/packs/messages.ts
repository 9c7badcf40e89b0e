import type { ErrorDetails } from "@assay/contract";
import type { PackParser, ParsedPack } from "@assay/core/ports";

export interface PackJob {
  readonly text: string;
  readonly options: Parameters<PackParser["parse"]>[1];
}

export type FromChild =
  /** The process has started and has the file: what happens from here on is the file's doing. */
  | { readonly type: "begun" }
  | { readonly type: "read"; readonly pack: ParsedPack }
  | { readonly type: "refused"; readonly message: string; readonly details: ErrorDetails }
  /** A fault of the parser, with the stack that the log needs. */
  | { readonly type: "failed"; readonly stack: string };
