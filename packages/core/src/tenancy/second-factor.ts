import { isSecondFactor, type Session } from "@assay/contract";
import type { SignedInSession } from "../ports/identity.ts";

/** What the session says of a second factor; one that the person has and the session has not proved is asked for. */
export function secondFactorOf(session: SignedInSession | undefined): Session["secondFactor"] {
  if (session?.proofs.some(({ factor }) => isSecondFactor(factor))) return "PROVED";
  return session?.strongest && isSecondFactor(session.strongest) ? "ASKED" : "NONE";
}
