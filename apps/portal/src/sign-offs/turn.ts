import type { Session, SignOff, SignOffRole } from "@assay/client";

export const SIGN_OFF_ORDER: readonly SignOffRole[] = ["PREPARED", "REVIEWED", "APPROVED"];

/** Whose signature represents a role. */
export function findStanding(signOffs: readonly SignOff[], role: SignOffRole): SignOff | undefined {
  return signOffs.find((each) => each.role === role && each.standing);
}

/** The role that comes next; undefined where all have signed. */
export function nextRole(signOffs: readonly SignOff[]): SignOffRole | undefined {
  return SIGN_OFF_ORDER.find((role) => !findStanding(signOffs, role));
}

/** Why this user cannot sign next, as a sentence; null where they can. The service decides in the end. */
export function whyNotSign(signOffs: readonly SignOff[], session: Pick<Session, "actorId" | "role">): string | null {
  if (session.role === "VIEWER") return "Signing needs the role Member.";
  if (session.actorId.startsWith("api-key:")) return "Only a person can sign.";
  const isPreparer = findStanding(signOffs, "PREPARED")?.signerId === session.actorId;
  return isPreparer ? "You signed this run as prepared, so another person signs here." : null;
}

/** Whether this user may end a signature: its signer and administrators may. */
export function mayWithdraw({ standing, signerId }: SignOff, session: Pick<Session, "actorId" | "role">): boolean {
  const mayAny = session.role === "ADMIN" || session.role === "SUPER_ADMIN";
  return standing && (mayAny || (signerId === session.actorId && session.role !== "VIEWER"));
}
