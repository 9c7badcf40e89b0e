import type { SecondFactor } from "./stored-factors.ts";

/** What happened to somebody's second factors, by themselves. */
export interface FactorChange {
  readonly change:
    | "ENROLLED"
    | "REMOVED"
    | "RECOVERY_CODES_MADE"
    | "RECOVERY_CODE_USED"
    | "RECOVERY_CODES_REMOVED"
    /** A passkey whose counter has gone back: there is a copy of it. */
    | "COPY_REFUSED";
  /** Of a factor. */
  readonly kind?: SecondFactor;
}
