import { type AuditResumption, canonicalJson, type ResumptionStatement } from "@assay/contract";
import { auditResumptions, type Transaction } from "@assay/db";
import { asc, eq } from "drizzle-orm";
import type { PublicSigningKey } from "../ports/signer.ts";
import { isSignedBy } from "./checkpoint-statement.ts";

/** What is signed: the UTF-8 bytes of the statement's RFC 8785 form. */
export function resumptionBytes(statement: ResumptionStatement): Uint8Array {
  return new TextEncoder().encode(canonicalJson(statement));
}

/** The breaks of a tenant's chain that an operator signed, in order. One that no known key signed counts for nothing. */
export async function listResumptions(
  tx: Transaction,
  tenantId: string,
  keys: readonly PublicSigningKey[],
): Promise<AuditResumption[]> {
  const rows = await tx
    .select()
    .from(auditResumptions)
    .where(eq(auditResumptions.tenantId, tenantId))
    .orderBy(asc(auditResumptions.sequence));
  const valid: AuditResumption[] = [];
  for (const { statement, reason, keyId, signature } of rows) {
    const key = keys.find(({ kid }) => kid === keyId);
    const isSigned = key !== undefined && (await isSignedBy(key, signature, resumptionBytes(statement)));
    if (isSigned && statement.tenantId === tenantId) valid.push({ statement, reason, keyId, signature });
  }
  return valid;
}

/** The break that the entry belongs to: it, or what a checkpoint says of it, cannot be relied on. */
export function breakOf(resumptions: readonly AuditResumption[], sequence: number): AuditResumption | undefined {
  return resumptions.findLast(
    ({ statement }) => statement.broken.sequence <= sequence && sequence < statement.sequence,
  );
}

/** By the breaks that were continued: how many checkpoints were signed, and how many of them are gone. */
export function countLost(resumptions: readonly AuditResumption[]): { checkpoints: number; lost: number } {
  const lost = resumptions.reduce((sum, { statement }) => sum + statement.lostCheckpoints, 0);
  return { checkpoints: Math.max(0, ...resumptions.map(({ statement }) => statement.checkpoints)), lost };
}
