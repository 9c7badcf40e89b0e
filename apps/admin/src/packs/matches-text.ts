import type { Requirement } from "@assay/client";

type Searched = Pick<Requirement, "requirementId" | "criterionTitle" | "title">;

/** Whether each word is somewhere in the requirement, in any case. */
export function matchesText({ requirementId, criterionTitle, title }: Searched, text: string): boolean {
  const whole = `${requirementId} ${criterionTitle} ${title}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}
