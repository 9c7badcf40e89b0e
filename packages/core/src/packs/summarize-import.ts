import { type Derivation, type DerivedField, IMPORT_SAMPLE_MAX, type PackImportReply } from "@assay/contract";
import type { DerivedValues, ParsedCriterion } from "../ports/pack-parser.ts";
import type { NumberedCriterion } from "./assign-criterion-ids.ts";

type Summary = Pick<PackImportReply, "criteria" | "requirementCount" | "requirements" | "derived">;

/** What an import makes of a file: `numbered` are the file's criteria, with the integers that the pack gave them. */
export function summarizeImport(parsed: readonly ParsedCriterion[], numbered: readonly NumberedCriterion[]): Summary {
  const criteria = numbered.map(({ criterionId, title, description, requirements, derived }, at) => ({
    criterionId,
    criterionTitle: title,
    criterionDescription: description,
    requirementCount: requirements.length,
    derived: { ...(parsed[at]!.criterionId === null ? { criterionId: "ASSIGNED" as const } : {}), ...derived },
  }));
  const requirements = numbered.flatMap(({ criterionId, requirements }) =>
    requirements.map(({ requirementId, title, subcheckLabel, expectation, derived = {} }) => ({
      requirementId,
      criterionId,
      title,
      subcheckLabel,
      expectation,
      derived: { ...derived },
    })),
  );
  return {
    criteria,
    requirementCount: requirements.length,
    requirements: requirements.slice(0, IMPORT_SAMPLE_MAX),
    derived: countDerived([...criteria, ...requirements].map(({ derived }) => derived)),
  };
}

function countDerived(all: readonly DerivedValues[]): Summary["derived"] {
  const counts = new Map<string, { field: DerivedField; from: Derivation; count: number }>();
  for (const derived of all)
    for (const [field, from] of Object.entries(derived) as [DerivedField, Derivation][]) {
      const key = `${field} ${from}`;
      const known = counts.get(key);
      counts.set(key, { field, from, count: (known?.count ?? 0) + 1 });
    }
  return [...counts.values()];
}
