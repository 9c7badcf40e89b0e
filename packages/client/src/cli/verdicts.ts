import type { Assessment, FixedException, Run } from "../generated/types.ts";
import { type CommandError, usageError } from "./exit-codes.ts";
import type { Style } from "./terminal/terminal.ts";

/** What is shown of an assessment. What nobody judged is MISSING on the wire, and never shown so. */
export type Verdict = "COMPLETE" | "PARTIAL" | "MISSING" | "NOT JUDGED" | "FAILED" | "NOT ASSESSED";

export const VERDICT_STYLES: Readonly<Record<Verdict, Style>> = {
  COMPLETE: "green",
  PARTIAL: "yellow",
  MISSING: "red",
  "NOT JUDGED": "magenta",
  FAILED: "magenta",
  "NOT ASSESSED": "gray",
};

/** What `--fail-on` accepts, and the verdict that it means. */
export const GATES = {
  missing: "MISSING",
  partial: "PARTIAL",
  "not-judged": "NOT JUDGED",
  failed: "FAILED",
} as const satisfies Record<string, Verdict>;

export type Gate = keyof typeof GATES;
export const GATE_NAMES = Object.keys(GATES) as Gate[];

export const FAIL_ON = {
  type: "string",
  value: "<verdicts>",
  choices: GATE_NAMES,
  list: true,
  says: "Exit with 1 where a requirement has such a verdict.",
} as const;

export function verdictOf(assessment: Pick<Assessment, "status" | "flags"> | null | undefined): Verdict {
  if (!assessment) return "NOT ASSESSED";
  return assessment.flags?.includes("NOT_JUDGED") ? "NOT JUDGED" : assessment.status;
}

/** Whether an exception was active when the run started. The verdict is what it would be without. */
export function isCovered({ flags }: Pick<Assessment, "flags">): boolean {
  return flags?.includes("COVERED_BY_EXCEPTION") ?? false;
}

/** Such as `covered by an exception until 2027-01-31 (RISK_ACCEPTED)`; of several the one that lasts longest. */
export function describeCoverage(exceptions: readonly FixedException[], requirementId: string): string | undefined {
  const [last] = exceptions
    .filter((each) => each.requirementId === requirementId)
    .sort((a, b) => (a.validUntil < b.validUntil ? 1 : -1));
  return last && `covered by an exception until ${last.validUntil} (${last.kind})`;
}

export type VerdictCounts = Readonly<Record<Verdict, number>>;

export function countVerdicts(
  run: Pick<
    Run,
    "totalRequirements" | "assessedCount" | "completeCount" | "partialCount" | "missingCount" | "notJudgedCount"
  >,
): VerdictCounts {
  const { totalRequirements, assessedCount, completeCount, partialCount, missingCount, notJudgedCount } = run;
  return {
    COMPLETE: completeCount,
    PARTIAL: partialCount,
    MISSING: missingCount - notJudgedCount,
    "NOT JUDGED": notJudgedCount,
    FAILED: assessedCount - completeCount - partialCount - missingCount,
    "NOT ASSESSED": totalRequirements - assessedCount,
  };
}

/** Such as `25 requirements: 4 complete, 16 partial, 5 missing, 0 not judged`. */
export function formatCounts(counts: VerdictCounts): string {
  const always: readonly Verdict[] = ["COMPLETE", "PARTIAL", "MISSING", "NOT JUDGED"];
  const shown = (Object.keys(counts) as Verdict[]).filter((verdict) => always.includes(verdict) || counts[verdict] > 0);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `${total} requirements: ${shown.map((verdict) => `${counts[verdict]} ${verdict.toLowerCase()}`).join(", ")}`;
}

/** Throws CommandError USAGE for what is no verdict. */
export function readGates(text: string | undefined): Gate[] {
  return (text ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .map((word) => {
      if (!(word in GATES)) throw unknownGate(word);
      return word as Gate;
    });
}

function unknownGate(word: string): CommandError {
  return usageError(`--fail-on cannot be '${word}': it is some of ${GATE_NAMES.join(", ")}`);
}

/** What makes the gate fail, such as `3 missing, 1 not judged`; null where nothing does. */
export function findGateFailure(gates: readonly Gate[], counts: VerdictCounts): string | null {
  const failing = gates.filter((gate) => counts[GATES[gate]] > 0);
  return failing.length > 0
    ? failing.map((gate) => `${counts[GATES[gate]]} ${GATES[gate].toLowerCase()}`).join(", ")
    : null;
}
