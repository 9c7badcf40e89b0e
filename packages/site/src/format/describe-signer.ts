import type { SignOffPayload } from "@assay/client";
import { formatDateTime } from "./format.ts";

const PROOFS: Readonly<Record<NonNullable<SignOffPayload["addressProof"]>, string | null>> = {
  MAIL: "address proved by a link sent to it",
  SSO: "address proved by single sign-on",
  OPERATOR: "address proved by an operator",
  NONE: null,
};

type Changes = NonNullable<SignOffPayload["signerChanges"]>;

const FACTORS: Readonly<Record<NonNullable<SignOffPayload["assurance"]>, string>> = {
  PASSWORD: "Proved by password",
  SSO: "Proved by single sign-on",
  TOTP: "Proved by authenticator app",
  PASSKEY: "Proved by passkey",
};

const CHANGES: Readonly<Record<Changes[number]["change"], string>> = {
  ROLE_CHANGED: "role changed",
  PASSWORD_RESET: "password reset",
  FACTORS_RESET: "second factors removed by others",
  RECOVERY_CODE_USED: "recovery code used",
};

/** How the signer had proved who they are, and what had happened to the account; nothing of signatures of before. */
export function describeSigner(payload: SignOffPayload): string {
  const { assurance, factorEnrolledAt, signerChanges = [] } = payload;
  const address = describeAddress(payload);
  const changes = signerChanges.map(({ change, at }) => `${CHANGES[change]} on ${formatDateTime(at)}`);
  return [
    ...(assurance ? [FACTORS[assurance]] : []),
    ...(factorEnrolledAt ? [`enrolled ${formatDateTime(factorEnrolledAt)}`] : []),
    ...(address ? [address] : []),
    ...(changes.length > 0 ? [`in the 30 days before: ${changes.join("; ")}`] : []),
  ].join(", ");
}

/** By what it is known that somebody reads the address that they act under; empty where nobody says. */
export function describeAddress({
  addressProof,
  address,
  invitedBy,
}: Pick<SignOffPayload, "addressProof" | "address" | "invitedBy">): string {
  if (address !== "UNPROVED" && addressProof !== "NONE") return (addressProof && PROOFS[addressProof]) ?? "";
  const handedOver = invitedBy ? ` (user ${invitedBy} handed over the link)` : "";
  return `nobody has shown who reads this address${handedOver}`;
}
