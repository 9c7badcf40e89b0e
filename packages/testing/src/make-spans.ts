import type { TraceSpan } from "@assay/contract";
import { newSpanId, scrubAttributes } from "@assay/core/telemetry";

export interface MadeTrace {
  readonly tenantId: string;
  readonly runId: string;
  /** The step that the attempts hang below. */
  readonly stepSpanId: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** The requirements that are tried. */
  readonly codes: readonly string[];
  readonly count: number;
}

const CALLS_PER_ATTEMPT = 3;
const ERRORS = ["MODEL_RATE_LIMITED", "MODEL_TIMEOUT", "MODEL_UNAVAILABLE"] as const;
/** Of 1000 attempts and calls. */
const FAILED_ATTEMPTS = 60;
const SLOW_CALLS = 20;

/** Spans of a run that was often tried again: attempts with calls of a model, failures, pauses and stragglers. */
export function* makeSpans(of: MadeTrace): Generator<TraceSpan, undefined> {
  const random = seededRandom(of.count);
  const perCode = Math.ceil(of.count / of.codes.length);
  const spanMs = of.endedAt.getTime() - of.startedAt.getTime();
  let made = 0;
  for (const [index, code] of of.codes.entries()) {
    const attempts = Math.ceil(perCode / (CALLS_PER_ATTEMPT + 1));
    // A requirement begins in its turn, and its attempts spread over an eighth of the run.
    const beganAt = of.startedAt.getTime() + (index / of.codes.length) * spanMs * 0.85;
    const eachMs = (spanMs * 0.12) / attempts;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const from = beganAt + attempt * eachMs;
      // Every other attempt waits for the rest of its time.
      const until = from + eachMs * (0.3 + 0.6 * random());
      const failed = random() * 1000 < FAILED_ATTEMPTS && attempt < attempts - 1;
      for (const span of makeAttempt(of, code, { from, until, failed }, random)) {
        if (made++ >= of.count) return;
        yield span;
      }
    }
  }
}

interface Attempt {
  readonly from: number;
  readonly until: number;
  readonly failed: boolean;
}

function* makeAttempt(
  of: MadeTrace,
  code: string,
  { from, until, failed }: Attempt,
  random: () => number,
): Generator<TraceSpan> {
  const about = { "run.id": of.runId, "step.name": "ASSESSMENT", "requirement.codes": [code] };
  const error = ERRORS[Math.floor(random() * ERRORS.length)]!;
  const failure: TraceSpan["attributes"] = failed ? { "error.type": error, "error.message": error } : {};
  const attempt = makeSpan(
    of,
    of.stepSpanId,
    { from, until, failed },
    {
      ...about,
      "chunk.count": 1 + Math.floor(random() * 8),
      ...failure,
    },
  );
  yield { ...attempt, name: "assessment", kind: "INTERNAL" };
  const turnMs = (until - from) / CALLS_PER_ATTEMPT;
  for (let call = 0; call < CALLS_PER_ATTEMPT; call++) {
    const begins = from + call * turnMs + turnMs * 0.08;
    const isSlow = random() * 1000 < SLOW_CALLS;
    const ends = begins + turnMs * (isSlow ? 0.9 : 0.15 + 0.2 * random());
    const hasFailed = failed && call === CALLS_PER_ATTEMPT - 1;
    const usage: TraceSpan["attributes"] = {
      "llm.tokens.in": 400 + Math.floor(random() * 3000),
      "llm.tokens.out": 50 + Math.floor(random() * 400),
      "llm.cost.usd": Math.round(random() * 1e6) / 1e9,
    };
    const made = makeSpan(
      of,
      attempt.spanId,
      { from: begins, until: ends, failed: hasFailed },
      {
        ...about,
        "llm.model": "offline-assessor-1",
        ...(hasFailed ? failure : usage),
      },
    );
    yield { ...made, name: "assessment.model_call", kind: "CLIENT" };
  }
}

function makeSpan(
  { tenantId }: MadeTrace,
  parentSpanId: string,
  { from, until, failed }: Attempt,
  attributes: TraceSpan["attributes"],
): Omit<TraceSpan, "name" | "kind"> {
  const [startedAt, endedAt] = [new Date(from), new Date(until)];
  return {
    spanId: newSpanId(),
    parentSpanId,
    status: failed ? "ERROR" : "OK",
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    // As the service stores them.
    attributes: scrubAttributes({
      ...attributes,
      "tenant.id": tenantId,
      "latency.ms": endedAt.getTime() - startedAt.getTime(),
    }),
  };
}

/** Park and Miller: the same numbers for the same seed. */
function seededRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
