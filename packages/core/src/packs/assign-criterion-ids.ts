import { criteria, criteriaVersions, type Transaction } from "@assay/db";
import { asc, eq } from "drizzle-orm";
import type { ParsedCriterion } from "../ports/pack-parser.ts";

export interface NumberedCriterion extends ParsedCriterion {
  readonly criterionId: number;
}

/**
 * Gives an integer to each criterion whose file has none: the one that its source key has in an earlier version of the
 * pack, else the next one that no version has used, in file order.
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
    return { ...criterion, criterionId: known ?? ++last };
  });
}
