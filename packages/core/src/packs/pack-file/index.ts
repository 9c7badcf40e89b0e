import type { PackFile } from "@assay/contract";
import type { ParsedPack } from "../../ports/pack-parser.ts";

/** A pack in Assay's own format, as every format is handed on. */
export function fromPackFile({ name, description, criteria }: PackFile): ParsedPack {
  return {
    name,
    description,
    criteria: criteria.map(({ criterionId, criterionTitle, criterionDescription, requirements }) => ({
      criterionId,
      sourceKey: null,
      title: criterionTitle,
      description: criterionDescription,
      requirements: requirements.map((item) => ({ ...item, retrievalHint: item.retrievalHint ?? null })),
    })),
    skipped: [],
  };
}
