import type { Expectation } from "@assay/contract";
import { criteria, criteriaVersions, type Transaction } from "@assay/db";
import { asc, eq } from "drizzle-orm";
import type { ParsedCriterion, ParsedRequirement } from "../ports/pack-parser.ts";
import { deriveExpectation } from "./expectation/derive-expectation.ts";

export interface NumberedCriterion extends ParsedCriterion {
  readonly criterionId: number;
  readonly requirements: readonly NumberedRequirement[];
}

interface NumberedRequirement extends ParsedRequirement {
  readonly expectation: Expectation | null;
}

/**
 * Gives an integer to each criterion whose file has none: the one that its source key has in a previous version of the
 * pack, else the next one that no version has used, in file order. What the file does not say of the evidence that a
 * requirement asks for is derived from its wording.
 */
export async function assignCriterionIds(
  tx: Transaction,
  packId: string,
  parsed: readonly ParsedCriterion[],
): Promise<NumberedCriterion[]> {
  const used = await tx
    .select({ criterionId: criteria.criterionId, sourceKey: criteria.sourceKey })
    .from(criteria)
    .innerJoin(criteriaVersions, eq(criteriaVersions.id, criteria.criteriaVersionId))
    .where(eq(criteriaVersions.packId, packId))
    .orderBy(asc(criteriaVersions.version), asc(criteria.position));
  const idOfKey = new Map<string, number>();
  let last = 0;
  for (const { criterionId, sourceKey } of used) {
    if (sourceKey !== null && !idOfKey.has(sourceKey)) idOfKey.set(sourceKey, criterionId);
    last = Math.max(last, criterionId);
  }
  return parsed.map((criterion) => {
    const known = criterion.criterionId ?? idOfKey.get(criterion.sourceKey ?? "");
    const requirements = criterion.requirements.map(withExpectation);
    return { ...criterion, requirements, criterionId: known ?? ++last };
  });
}

function withExpectation(requirement: ParsedRequirement): NumberedRequirement {
  if (requirement.expectation !== undefined) return { ...requirement, expectation: requirement.expectation };
  const expectation = deriveExpectation(requirement.title);
  if (expectation === null) return { ...requirement, expectation };
  return { ...requirement, expectation, derived: { ...requirement.derived, expectation: "WORDING" } };
}
