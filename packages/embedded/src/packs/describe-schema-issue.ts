import type { z } from "zod";
import type { Problem } from "./issue-list.ts";

const MENDS: Readonly<Record<string, string>> = {
  criterionId: "Give each criterion a whole number from 1 on, the same in every edition of the file",
  criterionTitle: "Give the criterion a title of at most 300 characters",
  criterionDescription: "Shorten the description to 4000 characters",
  requirementId: "Use letters, digits, _ - ( ) and single dots between them, at most 100 characters",
  title: "Describe the requirement in at most 4000 characters",
  subcheckLabel: "Leave it empty or use at most 40 characters",
  retrievalHint: "Leave it out or shorten it to 4000 characters",
  format: 'Write "assay-pack/1", or choose the format that the file has',
};

/** What a schema's issue says, in words for anyone who wrote the file. */
export function describeSchemaIssue(issue: z.core.$ZodIssue, value: unknown): Problem {
  const name = String(issue.path.findLast((part) => typeof part === "string") ?? "");
  return { issue: wordsFor(issue, value), mend: mendFor(issue, name), value };
}

function mendFor(issue: z.core.$ZodIssue, name: string): string {
  if (issue.code === "custom" && issue.message.includes("lone surrogates")) return "Save the file as UTF-8 text again";
  return MENDS[name] ?? "Correct it to match the format, or choose the format that the file has";
}

function wordsFor(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return "must be given";
  switch (issue.code) {
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array") return "must not be empty";
      return `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `must have at most ${issue.maximum} characters`;
      if (issue.origin === "array") return `must have at most ${issue.maximum}`;
      return `must be at most ${issue.maximum}`;
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map((each) => `'${String(each)}'`).join(" or ")}`;
    default:
      return issue.message;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  int: "a whole number",
  number: "a number",
  array: "a list",
  object: "an object",
  boolean: "true or false",
};
