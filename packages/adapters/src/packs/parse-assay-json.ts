import { packFile } from "@assay/contract";
import { fromPackFile } from "@assay/core/packs/pack-file";
import type { ParsedPack } from "@assay/core/ports";
import { createIssueList } from "./issue-list.ts";
import { readJson } from "./read-json.ts";

/** Assay's own format, as `packFile` of the contract has it. Throws VALIDATION_ERROR. */
export function parseAssayJson(text: string): ParsedPack {
  const parsed = packFile.safeParse(readJson(text));
  const issues = createIssueList();
  for (const { path, message } of parsed.error?.issues ?? []) issues.add("", path.join("."), message);
  issues.throwIfAny();
  return fromPackFile(parsed.data!);
}
