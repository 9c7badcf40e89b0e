import { PACK_CRITERIA_MAX, PACK_REQUIREMENTS_MAX, packCriterion, packRequirement } from "@assay/contract";
import type { ParsedPack, ParsedRequirement } from "@assay/core/ports";
import type { z } from "zod";
import { type IssueList, refuseFile } from "./issue-list.ts";

const NAME_MAX = 200;
const DESCRIPTION_MAX = 2000;
/** Its real integer is assigned by the pack; this one only satisfies the schema. */
const ANY_INTEGER = 1;

export interface DraftCriterion {
  readonly criterionId: number | null;
  readonly sourceKey: string | null;
  readonly criterionTitle: string;
  readonly criterionDescription: string;
}

export interface DraftRequirement {
  readonly requirementId: string;
  readonly title: string;
  readonly subcheckLabel: string | null;
  readonly retrievalHint: string | null;
}

/** Gathers a pack while a file is read; what breaks a limit becomes an issue at its place. */
export interface PackDraft {
  /** The criterion of `key`, made of `criterion` when the key is new. */
  openCriterion(key: string, criterion: DraftCriterion, place: string): ParsedRequirement[];
  addRequirement(to: ParsedRequirement[], requirement: DraftRequirement, place: string): void;
  hasRequirement(requirementId: string): boolean;
  skip(id: string, reason: string): void;
  /** Throws VALIDATION_ERROR with all issues. */
  finish(pack: { name: string | null; description: string }): ParsedPack;
}

export function createPackDraft(issues: IssueList): PackDraft {
  const criteria = new Map<string, { criterion: DraftCriterion; requirements: ParsedRequirement[] }>();
  const seen = new Set<string>();
  const skipped: { id: string; reason: string }[] = [];
  const report = (place: string, error: z.ZodError) => {
    for (const { path, message } of error.issues) issues.add(place, path.join("."), message);
  };
  return {
    openCriterion(key, criterion, place) {
      const known = criteria.get(key);
      if (known) return known.requirements;
      const parsed = packCriterion.safeParse({ ...criterion, criterionId: criterion.criterionId ?? ANY_INTEGER });
      if (parsed.success) {
        const { criterionTitle, criterionDescription } = parsed.data;
        criteria.set(key, { criterion: { ...criterion, criterionTitle, criterionDescription }, requirements: [] });
      } else {
        report(place, parsed.error);
        criteria.set(key, { criterion, requirements: [] });
      }
      return criteria.get(key)!.requirements;
    },
    addRequirement(to, requirement, place) {
      const { requirementId } = requirement;
      if (seen.has(requirementId)) issues.add(place, "requirementId", `'${requirementId}' is used twice`);
      seen.add(requirementId);
      const parsed = packRequirement.safeParse(requirement);
      if (parsed.success) to.push({ ...parsed.data, retrievalHint: parsed.data.retrievalHint ?? null });
      else report(place, parsed.error);
    },
    hasRequirement: (requirementId) => seen.has(requirementId),
    skip: (id, reason) => skipped.push({ id: id.slice(0, 200), reason }),
    finish({ name, description }) {
      if (seen.size > PACK_REQUIREMENTS_MAX)
        issues.add("", "", `must hold at most ${PACK_REQUIREMENTS_MAX} requirements: it has ${seen.size}`);
      const filled = [...criteria.values()].filter(({ requirements }) => requirements.length > 0);
      if (filled.length > PACK_CRITERIA_MAX)
        issues.add("", "", `must hold at most ${PACK_CRITERIA_MAX} criteria: it has ${filled.length}`);
      issues.throwIfAny();
      if (seen.size === 0) refuseFile("must hold at least one requirement");
      return {
        name: name?.slice(0, NAME_MAX).toWellFormed() ?? null,
        description: description.slice(0, DESCRIPTION_MAX).toWellFormed(),
        criteria: filled.map(({ criterion, requirements }) => ({
          criterionId: criterion.criterionId,
          sourceKey: criterion.sourceKey,
          title: criterion.criterionTitle,
          description: criterion.criterionDescription,
          requirements,
        })),
        skipped,
      };
    },
  };
}
