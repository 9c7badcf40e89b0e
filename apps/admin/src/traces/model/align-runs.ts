import { type Comparison, explainChange, PIN_NAMES, type Reason } from "@assay/site/explain-change";
import type { JudgedVerdict } from "@assay/site/verdict";
import { childrenOf, durationOf, ROW, type Trace, waitingOf } from "./trace.ts";

/** What a run spent on one requirement. */
export interface Figures {
  readonly verdict: JudgedVerdict | null;
  readonly confidence: number | null;
  /** Taken from a previous run, without a model. */
  readonly isReused: boolean;
  readonly totalMs: number;
  readonly modelMs: number;
  readonly workMs: number;
  readonly waitingMs: number;
  readonly attempts: number;
  readonly tokens: number;
  readonly costUsd: number;
}

interface Difference {
  /** The input that it lies in, such as "Engine version"; null where no input differs that could explain it. */
  readonly pin: string | null;
  readonly text: string;
}

/** A requirement in two runs. */
export interface Aligned {
  readonly code: string;
  readonly title: string | null;
  readonly before: Figures | null;
  readonly after: Figures | null;
  readonly differences: readonly Difference[];
}

export interface ComparedTrace {
  readonly trace: Trace;
  readonly confidenceOf: (code: string) => number | null;
}

/** Figures that differ by less are the same to anybody who looks for a reason. */
const FACTOR = 1.5;
/** Shorter times vary by themselves. */
const TIME_MS_MIN = 200;

/** Both runs' requirements in the later one's pack order, each with what differs and by which pin. */
export function alignRuns(before: ComparedTrace, after: ComparedTrace, comparison: Comparison): Aligned[] {
  const [was, is] = [figuresOf(before), figuresOf(after)];
  const codes = new Set([...after.trace.requirements, ...before.trace.requirements].map(({ code }) => code));
  const titles = new Map(
    [...before.trace.requirements, ...after.trace.requirements].map(({ code, title }) => [code, title]),
  );
  const changes = new Map(comparison.diff.requirements.map((change) => [change.requirementId, change]));
  return [...codes].map((code) => {
    const [earlier, later] = [was.get(code) ?? null, is.get(code) ?? null];
    const change = changes.get(code);
    const reasons = change ? explainChange(change, comparison).map(toDifference) : [];
    const spent = earlier && later ? compareSpending(earlier, later, comparison) : [];
    return {
      code,
      title: titles.get(code) ?? null,
      before: earlier,
      after: later,
      differences: [...reasons, ...spent],
    };
  });
}

function figuresOf({ trace, confidenceOf }: ComparedTrace): Map<string, Figures> {
  const figures = new Map<string, Figures>();
  for (const { code, verdict, reusedFromRunId } of trace.requirements)
    if (verdict !== null)
      figures.set(code, { ...NOTHING, verdict, confidence: confidenceOf(code), isReused: reusedFromRunId !== null });
  for (let row = 0; row < trace.count; row++) {
    if (trace.kind[row] !== ROW.REQUIREMENT) continue;
    const { code } = trace.requirements[trace.requirement[row]!]!;
    const known = figures.get(code) ?? NOTHING;
    figures.set(code, {
      ...known,
      totalMs: known.totalMs + durationOf(trace, row),
      modelMs: known.modelMs + trace.model[row]!,
      workMs: known.workMs + trace.work[row]!,
      waitingMs: known.waitingMs + waitingOf(trace, row),
      attempts: known.attempts + (trace.size[row] === 1 ? 0 : childrenOf(trace, row).length),
      tokens: known.tokens + trace.tokensIn[row]! + trace.tokensOut[row]!,
      costUsd: known.costUsd + trace.costUsd[row]!,
    });
  }
  return figures;
}

const NOTHING: Figures = {
  verdict: null,
  confidence: null,
  isReused: false,
  totalMs: 0,
  modelMs: 0,
  workMs: 0,
  waitingMs: 0,
  attempts: 0,
  tokens: 0,
  costUsd: 0,
};

const LEADS: Record<Reason["weight"], string> = {
  explains: "",
  "may explain": "Perhaps: ",
  unexplained: "",
};

function toDifference({ weight, text, by }: Reason): Difference {
  return { pin: pinName(by), text: `${LEADS[weight]}${text}` };
}

function pinName(by: Reason["by"]): string | null {
  if (by === null) return null;
  return by === "documents" ? "Documents" : PIN_NAMES[by];
}

function compareSpending(before: Figures, after: Figures, { diff }: Comparison): Difference[] {
  const pins = new Set(diff.pins.map(({ pin }) => pin));
  const hasOtherDocuments = diff.documents.added.length + diff.documents.removed.length > 0;
  // The engine decides what a call takes, guidance and documents how much it reads.
  const ofCall = pins.has("retrieval") ? "retrieval" : null;
  const ofInput = ofCall ?? (pins.has("corpus") ? "corpus" : hasOtherDocuments ? "documents" : null);
  if (before.isReused !== after.isReused) {
    const name = after.isReused ? "later" : "earlier";
    return [{ pin: "Reuse", text: `The ${name} run reused the evaluation of an earlier one, without a model` }];
  }
  const differences: Difference[] = [];
  const add = (what: string, by: Reason["by"]) =>
    differences.push({
      pin: pinName(by),
      text: by === null ? `${what}, and no pin differs that could explain it` : what,
    });
  if (before.attempts !== after.attempts && before.attempts > 0 && after.attempts > 0)
    add(`${after.attempts} ${after.attempts === 1 ? "attempt" : "attempts"} in place of ${before.attempts}`, ofCall);
  const tokens = ratio(before.tokens, after.tokens);
  if (tokens) add(`Tokens ${tokens}`, ofInput);
  const time = Math.max(before.modelMs, after.modelMs) >= TIME_MS_MIN && ratio(before.modelMs, after.modelMs);
  if (time) add(`Model time ${time}`, ofInput);
  return differences;
}

/** `× 2.4`, or null where the two are nearly the same or one of them is nothing. */
function ratio(before: number, after: number): string | null {
  if (before <= 0 || after <= 0) return null;
  const factor = after / before;
  return factor < FACTOR && factor > 1 / FACTOR ? null : `× ${Number(factor.toPrecision(2))}`;
}
