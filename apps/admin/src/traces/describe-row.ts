import { STEP_LABELS } from "@assay/site/run-status";
import { attributeValues, childrenOf, ROW, type Trace } from "./model/trace.ts";

export interface RowText {
  /** What the row is. */
  readonly title: string;
  /** In quieter letters behind it. */
  readonly detail: string | null;
}

/** Among more rows, nobody asks which attempt it was, and to count them for each row takes time. */
const NUMBERED_MAX = 5000;
const CALLS: Readonly<Record<string, string>> = {
  "assessment.model_call": "Model call",
  "assessment.model_probe": "Model probe",
  "assessment.meaning_check": "Check for meaning",
};
const STEPS: Readonly<Record<string, string>> = STEP_LABELS;

export function describeRow(trace: Trace, row: number): RowText {
  const name = trace.texts[trace.name[row]!]!;
  switch (trace.kind[row]) {
    case ROW.REQUIREMENT: {
      const { code, title } = trace.requirements[trace.requirement[row]!]!;
      return { title: code, detail: title };
    }
    case ROW.OPEN:
      return { title: STEPS[name] ?? nameOf(name), detail: "still running" };
    default:
      return describeSpan(trace, row, name);
  }
}

function describeSpan(trace: Trace, row: number, name: string): RowText {
  const error = attributeValues(trace, row, "error.type")[0]?.toString() ?? null;
  if (name === "run.step") {
    const step = String(attributeValues(trace, row, "step.name")[0] ?? "");
    return { title: STEPS[step] ?? name, detail: error ?? step };
  }
  if (name === "assessment") return { title: attemptOf(trace, row), detail: error };
  const title = CALLS[name];
  if (title !== undefined) {
    const model = attributeValues(trace, row, "llm.model")[0]?.toString() ?? null;
    return { title, detail: error ? `${error} · ${model}` : model };
  }
  return { title: nameOf(name), detail: error };
}

const nameOf = (name: string) => (name === "run" ? "Run" : name);

function attemptOf(trace: Trace, row: number): string {
  const parent = trace.parent[row]!;
  if (parent < 0 || trace.kind[parent] !== ROW.REQUIREMENT || trace.size[parent]! > NUMBERED_MAX) return "Attempt";
  const attempts = childrenOf(trace, parent).filter((child) => trace.name[child] === trace.name[row]);
  return attempts.length === 1 ? "Attempt" : `Attempt ${attempts.indexOf(row) + 1} of ${attempts.length}`;
}
