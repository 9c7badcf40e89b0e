import { type SignOffPayload, signOffPayload } from "@assay/contract";
import { auditEntries, type runs, type Transaction } from "@assay/db";
import { and, asc, eq, inArray } from "drizzle-orm";
import { isTextSigned } from "../audit/sign-text.ts";
import { sha256Hex } from "../digest.ts";
import type { PublicSigningKey } from "../ports/signer.ts";
import { DAMAGED, findSealedHash, orDamaged } from "../sealed/index.ts";
import { type SignOffRow, stands } from "./to-sign-off.ts";
import { hashCountingReviews, hashExceptions } from "./what-is-signed.ts";

type Run = Pick<typeof runs.$inferSelect, "id" | "tenantId" | "snapshotStatus">;
/** Of any form of the payload. */
const signed = signOffPayload.pick({ snapshotHash: true, reviewsHash: true, exceptionsHash: true }).loose();
type Hashes = Pick<SignOffPayload, "snapshotHash" | "reviewsHash" | "exceptionsHash">;

/**
 * The ids of the acts whose signature verifies, whose payload is the one that the audit log holds, and whose hashes are
 * those of what is stored now: that of the reviews for a signature that no later act has ended, as these open them again.
 */
export async function findValid(
  tx: Transaction,
  run: Run,
  acts: readonly SignOffRow[],
  keys: readonly PublicSigningKey[],
): Promise<ReadonlySet<string>> {
  if (acts.length === 0) return new Set();
  const stored = await readStored(tx, run, acts.some(stands));
  const recorded = await readRecorded(tx, run, acts);
  const valid = new Set<string>();
  for (const act of acts)
    if (isOf(act, stored) && recorded.get(act.id) === (await sha256Hex(act.payload)) && (await isTextSigned(act, keys)))
      valid.add(act.id);
  return valid;
}

/** A hash is absent where what it is of is stored otherwise than it was recorded. */
async function readStored(tx: Transaction, run: Run, isSigned: boolean): Promise<Partial<Hashes>> {
  const snapshotHash = await orDamaged(findSealedHash(tx, run));
  const reviewsHash = isSigned ? await orDamaged(hashCountingReviews(tx, run)) : DAMAGED;
  const exceptionsHash = await orDamaged(hashExceptions(tx, run));
  return {
    ...(snapshotHash !== undefined && snapshotHash !== DAMAGED && { snapshotHash }),
    ...(reviewsHash !== DAMAGED && { reviewsHash }),
    ...(exceptionsHash !== DAMAGED && { exceptionsHash }),
  };
}

function isOf(act: SignOffRow, stored: Partial<Hashes>): boolean {
  const { data } = signed.safeParse(JSON.parse(act.payload));
  if (data?.snapshotHash !== stored.snapshotHash || data?.exceptionsHash !== stored.exceptionsHash) return false;
  return data !== undefined && (!stands(act) || data.reviewsHash === stored.reviewsHash);
}

/** The SHA-256 of payloads, by the id of the act. The first entry of an act counts: what is added later changes nothing. */
async function readRecorded(tx: Transaction, { tenantId, id }: Run, acts: readonly SignOffRow[]) {
  const rows = await tx
    .select({ signOffId: auditEntries.objectId, details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        eq(auditEntries.runId, id),
        eq(auditEntries.objectType, "sign_off"),
        inArray(
          auditEntries.objectId,
          acts.map((act) => act.id),
        ),
        inArray(auditEntries.action, ["run.signed", "sign_off.declined", "sign_off.withdrawn"]),
      ),
    )
    .orderBy(asc(auditEntries.sequence));
  const recorded = new Map<string, string | undefined>();
  for (const { signOffId, details } of rows)
    if (!recorded.has(signOffId)) recorded.set(signOffId, details?.signOffHash);
  return recorded;
}
