import type { AssayApiError } from "@assay/client";
import { storedSession } from "./auth.ts";

/** What the service asks for before it does what was sent. */
export interface ProofRequest {
  /** Whether a password does not serve. */
  readonly needsSecondFactor: boolean;
  /** Whether an app's code does not serve either. */
  readonly needsPasskey: boolean;
  /** For every call that waits. */
  answer(isConfirmed: boolean): void;
}

let current: (ProofRequest & { readonly answered: Promise<boolean> }) | undefined;
const listeners = new Set<() => void>();

/**
 * Asks the user to prove who they are, once for all calls that wait; false where they would not. `refusal` is the API's,
 * where it was the API that asked.
 */
export function confirmIdentity(refusal?: AssayApiError): Promise<boolean> {
  current ??= open(refusal);
  return current.answered;
}

export const proofRequest = (): ProofRequest | undefined => current;

export function onProofRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function open(refusal: AssayApiError | undefined) {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isConfirmed: boolean) => {
    current = undefined;
    resolve(isConfirmed);
    for (const listener of listeners) listener();
  };
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
  return {
    needsSecondFactor: needsSecondFactor(refusal),
    needsPasskey: needsPasskey(refusal),
    answer,
    answered: promise,
  };
}

/** Who has a second factor raises the session by it: a password would begin another one without. */
function needsSecondFactor(refusal: AssayApiError | undefined): boolean {
  const factors = refusal?.details?.factors;
  return (Array.isArray(factors) && !factors.includes("PASSWORD")) || (storedSession()?.hasSecondFactor ?? false);
}

function needsPasskey(refusal: AssayApiError | undefined): boolean {
  const factors = refusal?.details?.factors;
  return Array.isArray(factors) ? !factors.includes("TOTP") : (storedSession()?.hasPasskey ?? false);
}
