import { MODEL_ERROR_CATALOGUE, ModelError } from "@assay/contract";
import type { AskedModel } from "./asked-model.ts";
import type { Engine } from "./engine.ts";
import type { ClaimedJob } from "./job.ts";
import { endProbe, findHealth } from "./model-health.ts";
import { Outage } from "./outage.ts";
import { beginPause } from "./pauses.ts";
import { endTurn, reserveTurn } from "./quota.ts";

export interface Evidence {
  /** An answer to anybody since then says that the model answers; the database's time. */
  readonly sinceMs: number;
  /** So does one that is this old. */
  readonly withinMs: number;
  readonly signal: AbortSignal;
  /** What the job failed with, if it has. */
  readonly error?: ModelError | undefined;
}

/**
 * Returns the outage of a model, or undefined where it answers: by what all processes have seen of it, else by a small
 * call, one at a time over all processes, whose failure begins the pause for everybody.
 */
export async function findOutage(
  engine: Engine,
  job: ClaimedJob,
  asked: AskedModel,
  { sinceMs, withinMs, signal, error }: Evidence,
): Promise<Outage | undefined> {
  const { db, settings, probes } = engine;
  const { part } = asked;
  const probeMs = 2 * settings.probeLimitMs + (settings.quotas[part] ? settings.quotaWindowMs : 0);
  for (;;) {
    signal.throwIfAborted();
    const health = await findHealth(db, part, { sinceMs, withinMs, probeMs });
    if (health.state === "answers") return undefined;
    if (health.state === "paused") return new Outage(part, { error, waitMs: health.waitMs, code: health.code });
    if (health.state === "probed") await (probes.get(part) ?? sleep(settings.probePollMs));
    else return await shareProbe(engine, job, asked, { signal, error });
  }
}

/** Others of this process wait for its end. */
async function shareProbe(engine: Engine, ...rest: Probing): Promise<Outage | undefined> {
  const [, { part }] = rest;
  const probing = askWhetherItAnswers(engine, ...rest);
  const ended = probing.then(
    () => {},
    () => {},
  );
  engine.probes.set(part, ended);
  try {
    return await probing;
  } finally {
    if (engine.probes.get(part) === ended) engine.probes.delete(part);
  }
}

type Probing = [job: ClaimedJob, asked: AskedModel, evidence: Pick<Evidence, "signal" | "error">];

async function askWhetherItAnswers(engine: Engine, ...[job, asked, { signal, error }]: Probing) {
  const { db, settings } = engine;
  const { part } = asked;
  let answers = false;
  try {
    const failure = await probe(engine, job, asked, signal);
    answers = !failure;
    if (!failure) return undefined;
    const { code } = failure;
    const waitMs = await beginPause(db, part, {
      firstMs: settings.retryDelayMs,
      mostMs: settings.pauseMaxMs,
      askedMs: (failure.retryAfterSeconds ?? 0) * 1000,
      code,
    });
    return new Outage(part, { error, waitMs, code });
  } finally {
    await endProbe(db, part, { answers });
  }
}

/** Returns the failure of a small call; undefined where the model answered, even if it would not do as it was told. */
async function probe(
  engine: Engine,
  job: ClaimedJob,
  { part, probe: ask }: AskedModel,
  signal: AbortSignal,
): Promise<ModelError | undefined> {
  const { settings } = engine;
  const end = await takeTurn(engine, job, part, signal);
  const beganAt = performance.now();
  const limit = AbortSignal.timeout(settings.probeLimitMs);
  const failure = await ask(AbortSignal.any([limit, signal])).then(
    () => undefined,
    (thrown: unknown) => {
      signal.throwIfAborted();
      if (thrown instanceof ModelError) return thrown;
      const [code, how] = limit.aborted
        ? (["MODEL_TIMEOUT", `within ${settings.probeLimitMs} ms`] as const)
        : (["MODEL_FAILED", "because its call failed"] as const);
      return new ModelError(code, `Cannot get an answer to a probe of '${part}' ${how}`, { cause: thrown });
    },
  );
  await end();
  const counts = failure && MODEL_ERROR_CATALOGUE[failure.code].fault !== "request" ? failure : undefined;
  engine.probed({ job, part, ms: Math.round(performance.now() - beganAt), answers: !counts, error: failure });
  return counts;
}

/** A probe counts in the model's quota as any other request. Returns what ends its turn. */
async function takeTurn({ db, settings }: Engine, job: ClaimedJob, part: AskedModel["part"], signal: AbortSignal) {
  const quota = settings.quotas[part];
  if (!quota) return async () => {};
  const wanted = { part, tenantId: job.tenantId, tokens: PROBE_TOKENS, lastsMs: settings.probeLimitMs };
  const { id, waitMs } = await reserveTurn(db, settings, quota, wanted);
  const endsAt = performance.now() + waitMs;
  for (let leftMs = waitMs; leftMs > 0; leftMs = endsAt - performance.now()) {
    signal.throwIfAborted();
    await sleep(Math.min(leftMs, settings.probePollMs));
  }
  return () => endTurn(db, id, undefined);
}

/** What it reads and writes, with room for a model that thinks first. */
const PROBE_TOKENS = 600;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
