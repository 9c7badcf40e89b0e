import type { AssayApiError } from "@assay/client";

/** What the service asks for before it does what was sent. */
export interface ProofRequest {
  readonly refusal: AssayApiError;
  /** For every call that waits. */
  answer(isConfirmed: boolean): void;
}

let current: (ProofRequest & { readonly answered: Promise<boolean> }) | undefined;
const listeners = new Set<() => void>();

/** Asks the user to prove who they are, once for all calls that wait; false where they would not. */
export function confirmIdentity(refusal: AssayApiError): Promise<boolean> {
  current ??= open(refusal);
  return current.answered;
}

export const proofRequest = (): ProofRequest | undefined => current;

export function onProofRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function open(refusal: AssayApiError) {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (isConfirmed: boolean) => {
    current = undefined;
    resolve(isConfirmed);
    for (const listener of listeners) listener();
  };
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
  return { refusal, answer, answered: promise };
}
