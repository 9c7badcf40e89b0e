import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { DroppedFile } from "../../../../../packages/site/test/browser/drop-files.ts";

/** A file of the demo, such as `northwind/information-security-policy.pdf`. */
export async function demoEvidence(path: string): Promise<DroppedFile> {
  const bytes = await readFile(new URL(`../../../../../tools/demo/evidence/${path}`, import.meta.url));
  return { name: basename(path), bytes };
}
