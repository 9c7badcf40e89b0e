import { MODEL_ERROR_CATALOGUE, ModelError, type Part, UnavailableError } from "@assay/contract";
import type { KnownPause, OutageCode } from "./pauses.ts";

/** An item met a part that cannot be used now: it waits, and spends no attempt. */
export class Outage extends Error {
  override readonly name = "Outage";
  readonly part: Part;
  /** Undefined where the part was not asked, as it was known to be paused. */
  readonly error: UnavailableError | ModelError | undefined;
  /** How long a part that was not asked is paused at least. */
  readonly waitMs: number;
  /** Says why it waits. */
  readonly code: OutageCode;

  constructor(part: Part, { error, waitMs = 0, code }: OutageReason = {}) {
    super(`Cannot continue while '${part}' is not available`, { cause: error });
    this.part = part;
    this.error = error;
    this.waitMs = waitMs;
    this.code = code ?? error?.code ?? "SERVICE_UNAVAILABLE";
  }
}

interface OutageReason {
  readonly error?: UnavailableError | ModelError;
  readonly waitMs?: number;
  readonly code?: OutageCode | undefined;
}

export const modelPart = (model: string): Part => `model:${model}`;

/** The outage that an error reports; undefined for one that says nothing of the part as a whole. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof Outage) return error;
  return error instanceof UnavailableError ? new Outage(error.part, { error }) : undefined;
}

/** Asks a part unless it is paused. Throws Outage when it is, and when its failure says that it fails everybody. */
export async function askPart<T>(
  part: Part,
  known: { readonly pause: KnownPause | undefined; readonly nowMs: number },
  act: () => Promise<T>,
): Promise<T> {
  throwIfPaused(part, known);
  try {
    return await act();
  } catch (error) {
    if (error instanceof ModelError && MODEL_ERROR_CATALOGUE[error.code].pauses) throw new Outage(part, { error });
    throw error;
  }
}

/** Throws Outage while the part is paused. */
export function throwIfPaused(part: Part, { pause, nowMs }: { pause: KnownPause | undefined; nowMs: number }): void {
  if (pause && pause.failures > 0 && pause.untilMs > nowMs)
    throw new Outage(part, { waitMs: pause.untilMs - nowMs, code: pause.code ?? undefined });
}
