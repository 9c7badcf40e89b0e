import { canonicalJson } from "@assay/contract";
import type { PackageState, PackageTools } from "./package-state.ts";
import { streamLines } from "./write-lines.ts";

export function writeAudit(_: PackageState, { readAudit }: PackageTools): AsyncIterable<Uint8Array> {
  return streamLines(readAudit());
}

export function writeCheckpoint({ checkpoint: { statement, keyId, signature } }: PackageState): string {
  return `${canonicalJson({ statement, keyId, signature })}\n`;
}
