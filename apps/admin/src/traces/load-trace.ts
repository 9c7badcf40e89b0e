import { AssayConnectionError, type Assessment, type Requirement, type Run, type RunStep } from "@assay/client";
import { verdictOf } from "@assay/site/verdict";
import type { Clients } from "../app/tenant.ts";
import type { TraceSurroundings } from "./model/draft-trace.ts";
import type { Trace } from "./model/trace.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

export interface LoadedTrace {
  readonly run: Run;
  readonly trace: Trace;
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly assessments: ReadonlyMap<string, Assessment>;
  readonly tookMs: number;
}

export interface TraceProgress {
  readonly received: number;
  readonly total: number;
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  onProgress?(progress: TraceProgress): void;
}

/** A run's trace with what its records say of it. The spans are read and measured in a worker, as they arrive. */
export async function loadTrace({ assay, admin }: Clients, runId: string, options: LoadOptions): Promise<LoadedTrace> {
  const beganAt = performance.now();
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  try {
    const response = await admin.traces.lines(runId, { signal });
    const records = readRecords(assay, runId, signal);
    const [trace, rest] = await Promise.all([
      buildInWorker(response.body!, records.then(surroundings), { ...options, signal }),
      records,
    ]);
    return {
      trace,
      run: rest.run,
      requirements: new Map(rest.requirements.map((each) => [each.requirementId, each])),
      assessments: new Map(rest.assessments.map((each) => [each.requirementId, each])),
      tookMs: performance.now() - beganAt,
    };
  } finally {
    stop.abort();
  }
}

interface Records {
  readonly run: Run;
  readonly steps: readonly RunStep[];
  readonly requirements: readonly Requirement[];
  readonly assessments: readonly Assessment[];
}

async function readRecords({ runs }: Clients["assay"], runId: string, signal: AbortSignal): Promise<Records> {
  const [run, steps, requirements, assessments] = await Promise.all([
    runs.get(runId, { signal }),
    runs.steps(runId, { signal }),
    runs.requirements(runId, { signal }),
    runs.assessments(runId, { signal }),
  ]);
  return { run, steps, requirements, assessments };
}

function surroundings({ run, steps, requirements, assessments }: Records) {
  const verdicts = new Map(assessments.map((each) => [each.requirementId, each]));
  const endedAt = run.completedAt ?? run.failedAt;
  return {
    startedAtMs: Date.parse(run.startedAt ?? run.createdAt),
    endedAtMs: endedAt ? Date.parse(endedAt) : Date.now(),
    steps: steps.flatMap(({ stepName, spanId, startedAt }) =>
      spanId && startedAt ? [{ name: stepName, spanId, startedAtMs: Date.parse(startedAt) }] : [],
    ),
    requirements: requirements.map(({ requirementId, title }) => {
      const assessment = verdicts.get(requirementId);
      return {
        code: requirementId,
        title,
        verdict: assessment ? verdictOf(assessment) : null,
        flags: assessment?.flags ?? [],
        reusedFromRunId: assessment?.reusedFromRunId ?? null,
      };
    }),
  };
}

type About = Omit<TraceSurroundings, "traceId" | "rootSpanId">;

async function buildInWorker(
  body: ReadableStream<Uint8Array>,
  about: Promise<About>,
  { signal, onProgress }: LoadOptions,
): Promise<Trace> {
  const worker = new Worker(new URL("./trace-worker.ts", import.meta.url), { type: "module" });
  const reader = body.getReader();
  const { promise, resolve, reject } = Promise.withResolvers<Trace>();
  const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  let hasEnded = false;
  const sendChunk = async () => {
    // The worker asks ahead: it may ask again after the end.
    if (hasEnded) return;
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new AssayConnectionError(cause);
    });
    if (!done) return send({ kind: "chunk", bytes: value }, [value.buffer]);
    hasEnded = true;
    performance.mark("trace-received");
    send({ kind: "end" });
  };
  let sending = Promise.resolve();
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === "more") sending = sending.then(sendChunk).catch(reject);
    else if (data.kind === "progress") onProgress?.(data);
    else if (data.kind === "trace") resolve(data.trace);
    else reject(new Error(data.message));
  };
  worker.onerror = ({ message }) =>
    reject(new Error(`Cannot read the trace: ${message || "the code of the worker did not load"}`));
  about.then((given) => send({ kind: "about", about: given }), reject);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  try {
    return await promise;
  } finally {
    worker.terminate();
    await reader.cancel().catch(() => undefined);
  }
}
