import { canonicalJson, type RunEgress } from "@assay/contract";
import { sha256Hex } from "../digest.ts";

/** SHA-256 of the RFC 8785 form, as the package holds it and the audit entry of the run's end names it. */
export function hashRunEgress(egress: RunEgress): Promise<string> {
  return sha256Hex(canonicalJson(egress));
}
