import { MODEL_ERROR_CATALOGUE, ModelError, type Part, UnavailableError } from "@assay/contract";
import { ProviderNotAllowed } from "../egress/provider-not-allowed.ts";
import type { AskedModel, OtherPart } from "./asked-model.ts";
import type { KnownPause, OutageCode } from "./pauses.ts";

/** An item met a part that cannot be used now: it waits, and spends no attempt. */
export class Outage extends Error {
  override readonly name = "Outage";
  readonly part: Part;
  /** Undefined where the part was not asked, as it was known to be paused. */
  readonly error: UnavailableError | ModelError | undefined;
  /** How long the part is paused from now on; undefined where its pause is yet to begin. */
  readonly waitMs: number | undefined;
  /** Says why it waits. */
  readonly code: OutageCode;

  constructor(part: Part, { error, waitMs, code }: OutageReason = {}) {
    super(`Cannot continue while '${part}' is not available`, { cause: error });
    this.part = part;
    this.error = error;
    this.waitMs = waitMs;
    this.code = code ?? error?.code ?? "SERVICE_UNAVAILABLE";
  }
}

interface OutageReason {
  readonly error?: UnavailableError | ModelError | undefined;
  readonly waitMs?: number;
  readonly code?: OutageCode | undefined;
}

/** A call of a model failed as in an outage, and as with a request that breaks the server: evidence decides. */
export class UnclearFailure extends Error {
  override readonly name = "UnclearFailure";
  readonly asked: AskedModel;
  readonly error: ModelError;

  constructor(asked: AskedModel, error: ModelError) {
    super(`Cannot tell whether '${asked.part}' is not available or cannot do this request`, { cause: error });
    this.asked = asked;
    this.error = error;
  }
}

/** The outage that an error reports; undefined for one that says nothing of the part as a whole. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof Outage) return error;
  if (error instanceof ProviderNotAllowed) return new Outage(`provider:${error.provider}`, { code: error.code });
  return error instanceof UnavailableError ? new Outage(error.part, { error }) : undefined;
}

/** What a failure says of the part that was asked: Outage where it fails everybody, UnclearFailure where it may. */
export function failureOfPart(asked: AskedModel | OtherPart, error: unknown): unknown {
  if (!(error instanceof ModelError) || typeof asked === "string") return error;
  switch (MODEL_ERROR_CATALOGUE[error.code].fault) {
    case "model":
      return new Outage(asked.part, { error });
    case "unclear":
      return new UnclearFailure(asked, error);
    case "request":
      return error;
  }
}

/** Throws Outage while the part is paused. */
export function throwIfPaused(part: Part, { pause, nowMs }: { pause: KnownPause | undefined; nowMs: number }): void {
  if (pause && pause.failures > 0 && pause.untilMs > nowMs)
    throw new Outage(part, { waitMs: pause.untilMs - nowMs, code: pause.code ?? undefined });
}
