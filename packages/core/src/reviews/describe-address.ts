import { type AuditDetails, isUuid } from "@assay/contract";
import type { ActingPerson } from "../tenancy/require-act-of-person.ts";

/** By what the tenant knows that a reviewer reads their address, for the entry about a review; nothing where it is not known. */
export function describeAddress({ addressProof, invitedBy }: ActingPerson): AuditDetails {
  if (addressProof === null) return {};
  const handedOver = addressProof === "NONE" && invitedBy !== null && isUuid(invitedBy);
  return { addressProof, ...(handedOver && { invitedBy }) };
}
