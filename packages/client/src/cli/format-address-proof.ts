import type { SignOffPayload } from "../generated/types.ts";

/** By what it is known that somebody reads their address: MAIL, SSO, OPERATOR or UNPROVED; empty where nobody says. */
export function formatAddressProof({
  addressProof,
  address,
  invitedBy,
}: Partial<Pick<SignOffPayload, "addressProof" | "address" | "invitedBy">>): string {
  if (address !== "UNPROVED" && addressProof !== "NONE") return addressProof ?? "";
  return invitedBy ? `UNPROVED, link handed over by ${invitedBy}` : "UNPROVED";
}
