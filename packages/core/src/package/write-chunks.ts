import { canonicalJson } from "@assay/contract";
import type { PackageState, PackageTools } from "./package-state.ts";
import { streamLines } from "./write-lines.ts";

export function writeChunks(_: PackageState, tools: PackageTools): AsyncIterable<Uint8Array> {
  return streamLines(linesOf(tools));
}

async function* linesOf({ readChunks }: PackageTools): AsyncGenerator<string[], void> {
  for await (const batch of readChunks()) yield batch.map((chunk) => canonicalJson(chunk));
}
