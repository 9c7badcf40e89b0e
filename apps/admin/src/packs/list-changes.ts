import type { Change, CriteriaDiff } from "@assay/client/admin";

type ChangedFields = Omit<CriteriaDiff["changed"][number], "requirementId">;

export interface ShownChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const NAMES: Readonly<Record<keyof ChangedFields, string>> = {
  title: "What is required",
  criterionId: "Criterion's number",
  criterionTitle: "Criterion",
  subcheckLabel: "Sub-check",
};

/** What changed of a requirement, in words, the text first. */
export function listChanges(change: ChangedFields): ShownChange[] {
  return (Object.keys(NAMES) as (keyof ChangedFields)[]).flatMap((field) => {
    const value = change[field];
    return value ? [{ name: NAMES[field], ...toText(value) }] : [];
  });
}

function toText({ before, after }: Change<string | number | null>) {
  return { before: String(before ?? "none"), after: String(after ?? "none") };
}
