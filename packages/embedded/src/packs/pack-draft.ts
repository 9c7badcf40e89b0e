import { PACK_CRITERIA_MAX, PACK_REQUIREMENTS_MAX, packCriterion, packRequirement } from "@assay/contract";
import type { DerivedValues, ParsedPack, ParsedRequirement } from "@assay/core/ports";
import type { z } from "zod";
import { describeSchemaIssue } from "./describe-schema-issue.ts";
import { type IssueList, type Place, refuseFile } from "./issue-list.ts";

const NAME_MAX = 200;
const DESCRIPTION_MAX = 2000;
/** Its real integer is assigned by the pack; this one only satisfies the schema. */
const ANY_INTEGER = 1;

interface DraftCriterion {
  readonly criterionId: number | null;
  readonly sourceKey: string | null;
  readonly criterionTitle: string;
  readonly criterionDescription: string;
  readonly derived?: DerivedValues | undefined;
}

export interface DraftRequirement {
  readonly requirementId: string;
  readonly title: string;
  readonly subcheckLabel: string | null;
  readonly retrievalHint: string | null;
  readonly expectation?: unknown;
  readonly derived?: DerivedValues | undefined;
}

/** Gathers a pack while a file is read; what breaks a limit becomes an issue at its place. */
export interface PackDraft {
  /** The criterion of `key`, made of `criterion` when the key is new. */
  openCriterion(key: string, criterion: DraftCriterion, place: Place): ParsedRequirement[];
  addRequirement(to: ParsedRequirement[], requirement: DraftRequirement, place: Place): void;
  hasRequirement(requirementId: string): boolean;
  skip(id: string, reason: string): void;
  /** Throws VALIDATION_ERROR with all issues. */
  finish(pack: { name: string | null; description: string }): ParsedPack;
}

export function createPackDraft(issues: IssueList): PackDraft {
  const criteria = new Map<string, { criterion: DraftCriterion; requirements: ParsedRequirement[] }>();
  const seen = new Set<string>();
  const skipped: { id: string; reason: string }[] = [];
  let readable = 0;
  const report = (place: Place, error: z.ZodError, values: Readonly<Record<string, unknown>>) => {
    for (const issue of error.issues) {
      const name = issue.path.join(".");
      issues.add(place, name, describeSchemaIssue(issue, values[name]));
    }
  };
  return {
    openCriterion(key, criterion, place) {
      const known = criteria.get(key);
      if (known) return known.requirements;
      const values = { ...criterion, criterionId: criterion.criterionId ?? ANY_INTEGER };
      const parsed = packCriterion.safeParse(values);
      if (!parsed.success) report(place, parsed.error, values);
      const { criterionTitle, criterionDescription } = parsed.data ?? criterion;
      criteria.set(key, { criterion: { ...criterion, criterionTitle, criterionDescription }, requirements: [] });
      return criteria.get(key)!.requirements;
    },
    addRequirement(to, { derived, ...requirement }, place) {
      const { requirementId } = requirement;
      const isRepeated = seen.has(requirementId);
      if (isRepeated) issues.add(place, "requirementId", usedTwice(requirementId));
      seen.add(requirementId);
      const parsed = packRequirement.safeParse(requirement);
      if (!parsed.success) report(place, parsed.error, requirement);
      else to.push({ ...parsed.data, retrievalHint: parsed.data.retrievalHint ?? null, ...(derived && { derived }) });
      if (parsed.success && !isRepeated) readable += 1;
    },
    hasRequirement: (requirementId) => seen.has(requirementId),
    skip: (id, reason) => skipped.push({ id: id.slice(0, 200), reason }),
    finish({ name, description }) {
      if (seen.size > PACK_REQUIREMENTS_MAX)
        issues.add({}, "", tooMany(`at most ${PACK_REQUIREMENTS_MAX} requirements: it has ${seen.size}`));
      const filled = [...criteria.values()].filter(({ requirements }) => requirements.length > 0);
      if (filled.length > PACK_CRITERIA_MAX)
        issues.add({}, "", tooMany(`at most ${PACK_CRITERIA_MAX} criteria: it has ${filled.length}`));
      issues.throwIfAny(readable);
      if (seen.size === 0)
        refuseFile("must have at least one requirement", "Choose the format that the file has, or another file");
      return {
        name: name?.slice(0, NAME_MAX).toWellFormed() ?? null,
        description: description.slice(0, DESCRIPTION_MAX).toWellFormed(),
        criteria: filled.map(({ criterion, requirements }) => ({
          criterionId: criterion.criterionId,
          sourceKey: criterion.sourceKey,
          title: criterion.criterionTitle,
          description: criterion.criterionDescription,
          requirements,
          ...(criterion.derived && { derived: criterion.derived }),
        })),
        skipped,
      };
    },
  };
}

export function usedTwice(requirementId: string) {
  return {
    issue: `'${requirementId}' is used twice`,
    mend: "Give one of the two requirements another id, or remove it",
    value: requirementId,
  };
}

function tooMany(issue: string) {
  return { issue: `must have ${issue}`, mend: "Divide the file into several packs" };
}
