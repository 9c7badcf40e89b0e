import type { Expectation } from "@assay/client";
import type { Change, CriteriaDiff } from "@assay/client/admin";
import { describeExpectation } from "@assay/site/expectation";

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
  criterionDescription: "Criterion's description",
  subcheckLabel: "Sub-check",
  expectation: "Evidence asked for",
};

/** What changed of a requirement, in words, the text first. */
export function listChanges(change: ChangedFields): ShownChange[] {
  return (Object.keys(NAMES) as (keyof ChangedFields)[]).flatMap((field) => {
    const value = change[field];
    return value ? [{ name: NAMES[field], ...toText(value) }] : [];
  });
}

function toText({ before, after }: Change<string | number | Expectation | null>) {
  return { before: show(before), after: show(after) };
}

function show(value: string | number | Expectation | null): string {
  return typeof value === "object" && value !== null ? describeExpectation(value) : String(value ?? "none");
}
