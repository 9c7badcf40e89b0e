import { AssayError, type ErrorCode } from "@assay/contract";

interface Room {
  /** How many the tenant has. */
  readonly held: number;
  readonly max: number;
  /** Completes "Cannot …": "create the webhook". */
  readonly act: string;
  readonly code?: ErrorCode;
}

/** Throws where a tenant has as many of a thing as it may. The caller's lock keeps two from taking the last place. */
export function requireRoom({ held, max, act, code = "TENANT_LIMIT_EXCEEDED" }: Room): void {
  if (held < max) return;
  const message = `Cannot ${act} because a tenant can have at most ${max}: remove one first`;
  throw new AssayError(code, message, { details: { limit: max, value: held } });
}
