import {
  AssayError,
  isSecondFactor,
  SECOND_FACTOR_MISSING,
  type SecondFactorRule,
  type Session,
} from "@assay/contract";
import type { Proof, SignedInSession } from "../ports/identity.ts";

/**
 * What the session says of a second factor: one that the person has and the session has not proved is asked for, whatever
 * their company says; one that the tenant demands of everybody and the person does not have is missing.
 */
export function secondFactorOf(
  session: SignedInSession | undefined,
  rule: SecondFactorRule["required"] = "NOBODY",
): Session["secondFactor"] {
  const hasOwn = session?.strongest !== undefined && isSecondFactor(session.strongest);
  if (session?.proofs.some(hasOwn ? isOwn : isSecond)) return "PROVED";
  return hasOwn ? "ASKED" : rule === "EVERYBODY" ? "MISSING" : "NONE";
}

const isOwn = ({ factor }: Proof) => isSecondFactor(factor);
const isSecond = (proof: Proof) => proof.isSecond === true || isOwn(proof);

/** For acts of people: throws FORBIDDEN where the tenant demands a second factor, and the proof is none. */
export function requireSecondFactor(proof: Proof, rule: SecondFactorRule["required"], act: string): void {
  if (rule === "NOBODY" || isSecond(proof)) return;
  throw secondFactorMissing(act);
}

export function secondFactorMissing(act: string): AssayError {
  return new AssayError(
    "FORBIDDEN",
    `Cannot ${act} without a second factor, which the tenant demands: add a passkey or an authenticator app in the user's menu of the portal`,
    { details: { reason: SECOND_FACTOR_MISSING } },
  );
}
