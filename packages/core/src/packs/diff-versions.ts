import { type CriteriaDiff, canonicalJson, type Requirement } from "@assay/contract";
import type { Context } from "../tenancy/context.ts";
import { requirementsOf } from "./bindings.ts";
import { withPack } from "./pack-place.ts";
import { getVersionRow } from "./read-versions.ts";

type Side = CriteriaDiff["added"][number];

const COMPARED = [
  "title",
  "criterionId",
  "criterionTitle",
  "criterionDescription",
  "subcheckLabel",
  "expectation",
] as const;

/** What changed from version `against` of a pack to version `criteriaVersionId` of it. Throws NOT_FOUND. */
export function diffVersions(
  ctx: Context,
  { packId, criteriaVersionId, against }: { packId: string; criteriaVersionId: string; against: string },
): Promise<CriteriaDiff> {
  return withPack(ctx, packId, async (tx) => {
    const after = await getVersionRow(tx, packId, criteriaVersionId);
    const before = await getVersionRow(tx, packId, against);
    return {
      versionId: after.id,
      against: before.id,
      ...compareRequirements(await requirementsOf(tx, before.id), await requirementsOf(tx, after.id)),
    };
  });
}

/** Requirements are the same where their `requirementId` is; in the order of the list that they come from. */
export function compareRequirements(
  before: readonly Omit<Requirement, "id">[],
  after: readonly Omit<Requirement, "id">[],
): Pick<CriteriaDiff, "added" | "removed" | "changed"> {
  const earlier = new Map(before.map((item) => [item.requirementId, item]));
  const later = new Set(after.map(({ requirementId }) => requirementId));
  return {
    added: after.filter(({ requirementId }) => !earlier.has(requirementId)).map(toSide),
    removed: before.filter(({ requirementId }) => !later.has(requirementId)).map(toSide),
    changed: after.flatMap((item) => {
      const old = earlier.get(item.requirementId);
      const fields = old ? COMPARED.filter((field) => !isEqual(old[field], item[field])) : [];
      if (fields.length === 0) return [];
      const changes = fields.map((field) => [field, { before: old![field], after: item[field] }]);
      return [{ requirementId: item.requirementId, ...Object.fromEntries(changes) }];
    }),
  };
}

function isEqual(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function toSide({
  requirementId,
  criterionId,
  criterionTitle,
  criterionDescription,
  title,
  subcheckLabel,
  expectation,
}: Omit<Requirement, "id">): Side {
  return { requirementId, criterionId, criterionTitle, criterionDescription, title, subcheckLabel, expectation };
}
