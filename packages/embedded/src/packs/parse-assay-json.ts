import { packFile } from "@assay/contract";
import { fromPackFile } from "@assay/core/packs/pack-file";
import type { ParsedPack } from "@assay/core/ports";
import type { z } from "zod";
import { describeSchemaIssue } from "./describe-schema-issue.ts";
import { createIssueList } from "./issue-list.ts";
import { usedTwice } from "./pack-draft.ts";
import { readJson } from "./read-json.ts";
import { valueAt } from "./value-at.ts";

/** Assay's own format, as `packFile` of the contract has it. Throws VALIDATION_ERROR. */
export function parseAssayJson(text: string): ParsedPack {
  const file = readJson(text);
  const parsed = packFile.safeParse(file);
  if (!parsed.success) refuse(file, parsed.error.issues);
  return fromPackFile(parsed.data!);
}

function refuse(file: unknown, schemaIssues: readonly z.core.$ZodIssue[]): void {
  const issues = createIssueList();
  const told = new Set<string>();
  for (const issue of schemaIssues) {
    const path = issue.path.map(String);
    told.add(path.join("."));
    issues.add({ path: path.slice(0, -1).join(".") }, path.at(-1) ?? "", describe(issue, file));
  }
  const places = listRequirements(file);
  // The schema looks for repeats only where all else is right.
  for (const { path, requirementId } of places.filter(({ isRepeated }) => isRepeated))
    if (!told.has(`${path}.requirementId`)) issues.add({ path }, "requirementId", usedTwice(requirementId));
  const bad = new Set([...told].flatMap((path) => /^criteria\.\d+\.requirements\.\d+/.exec(path)?.[0] ?? []));
  issues.throwIfAny(places.filter(({ path, isRepeated }) => !isRepeated && !bad.has(path)).length);
}

function describe(issue: z.core.$ZodIssue, file: unknown) {
  const value = valueAt(file, issue.path);
  if (issue.code === "custom" && issue.message.includes("is used twice"))
    return { issue: issue.message, mend: usedTwice("").mend, value };
  return describeSchemaIssue(issue, value);
}

interface RequirementPlace {
  readonly path: string;
  readonly requirementId: string;
  readonly isRepeated: boolean;
}

function listRequirements(file: unknown): RequirementPlace[] {
  const seen = new Set<string>();
  return listOf(valueAt(file, ["criteria"])).flatMap((criterion, c) =>
    listOf(valueAt(criterion, ["requirements"])).map((item, r) => {
      const given = valueAt(item, ["requirementId"]);
      const requirementId = typeof given === "string" ? given : "";
      const isRepeated = requirementId !== "" && seen.has(requirementId);
      seen.add(requirementId);
      return { path: `criteria.${c}.requirements.${r}`, requirementId, isRepeated };
    }),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
