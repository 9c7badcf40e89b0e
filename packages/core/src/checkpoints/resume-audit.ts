import {
  AssayError,
  type AuditResumption,
  type KeptCheckpoint,
  RESUMPTION_ORIGIN,
  type ResumptionStatement,
} from "@assay/contract";
import { auditCheckpoints, auditHeads, auditResumptions, oneRow } from "@assay/db";
import { and, count, eq, max } from "drizzle-orm";
import { digestCovered, readChainEnd } from "../audit/check-chain.ts";
import { encodeSignature } from "../audit/checkpoint-statement.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { countLost, resumptionBytes } from "../audit/resumptions.ts";
import { sha256Hex } from "../digest.ts";
import { enqueue } from "../jobs/job.ts";
import type { CheckpointStore, KeptPoint } from "../ports/checkpoint-store.ts";
import { systemActor } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { listOutside } from "./check-tenant-chain.ts";
import { findBreak } from "./find-break.ts";
import { type ChainScope, type KnownChain, loadChain } from "./load-chain.ts";
import { noteCheck } from "./note-check.ts";

export interface Resuming {
  /** Why the chain broke, in the operator's words. */
  readonly reason: string;
  readonly stores: readonly CheckpointStore[];
  /** Checkpoints that somebody kept: after a restore they may know more than the database. */
  readonly kept: readonly KeptCheckpoint[];
}

export interface Resumed {
  /** Undefined where nothing is broken: then nothing was changed. */
  readonly resumption: AuditResumption | undefined;
  /** Places outside that could not be asked. */
  readonly unreached: readonly string[];
}

/**
 * Begins a new segment of a broken chain. It names the broken entry, the last good checkpoint and the reason; entries
 * that are lost keep their numbers, so that none is given twice. Throws INVALID_STATE where the chain grows meanwhile.
 */
export async function resumeAudit(scope: ChainScope, { reason, stores, kept }: Resuming): Promise<Resumed> {
  const { tenantId, signer } = scope;
  const { points, failures } = await listOutside(stores, tenantId, AbortSignal.timeout(60_000));
  const unreached = failures.map(({ store }) => store.name);
  const outside = [...points, ...kept.map(toPoint)];
  const known = await loadChain(scope);
  const found = await findBreak(scope, known, { outside, entries: "ALL" });
  const { broken } = found;
  if (!broken) {
    await inTenant(scope, (tx) => noteCheck(tx, tenantId, found));
    return { resumption: undefined, unreached };
  }
  const { head, lastSequence } = await readChainEnd(scope);
  const last = Math.max(head.sequence, broken.signedUpTo);
  const sequence = Math.max(last, lastSequence) + 1;
  const covered = await digestCovered(scope, { after: broken.sequence - 1, before: sequence });
  const statement: ResumptionStatement = {
    origin: RESUMPTION_ORIGIN,
    tenantId,
    sequence,
    broken: { sequence: broken.sequence, problem: broken.problem },
    lastGood: broken.lastGood,
    lost: last > lastSequence ? { from: lastSequence + 1, to: last } : null,
    coveredHash: covered.hash,
    ...(await countCheckpoints(scope, known, outside)),
    reasonHash: await sha256Hex(reason),
    createdAt: new Date().toISOString(),
  };
  const signature = encodeSignature(await signer.sign(resumptionBytes(statement)));
  const resumption = { statement, reason, keyId: signer.keyId, signature };
  await inTenant(scope, async (tx) => {
    const ofTenant = eq(auditHeads.tenantId, tenantId);
    const now = oneRow(await tx.select().from(auditHeads).where(ofTenant).for("update"));
    if (now.sequence !== head.sequence || now.hash !== head.hash)
      throw new AssayError(
        "INVALID_STATE",
        `Cannot continue the audit chain of tenant '${tenantId}' because entries were added meanwhile: run this again`,
      );
    await tx.insert(auditResumptions).values({ tenantId, sequence, ...resumption });
    await tx
      .update(auditHeads)
      .set({ sequence: sequence - 1 })
      .where(ofTenant);
    await noteCheck(tx, tenantId, { broken: null, historySequence: 0 });
    await enqueue(tx, [{ tenantId, kind: "checkpoint", subjectId: tenantId, stage: "daily" }]);
    await recordAudit(tx, systemActor(tenantId), {
      action: "audit.resumed",
      objectType: "audit_chain",
      objectId: tenantId,
      details: {
        resumptionHash: await sha256Hex(resumptionBytes(statement)),
        brokenSequence: broken.sequence,
        reasonHash: statement.reasonHash,
        ...(statement.lost ? { lostFrom: statement.lost.from, lostTo: statement.lost.to } : {}),
      },
    });
  });
  return { resumption, unreached };
}

function toPoint(kept: KeptCheckpoint): KeptPoint {
  const { sequence, hash, counter = null } = kept.statement;
  return { sequence, hash, counter, load: async () => kept };
}

async function countCheckpoints(
  { db, tenantId }: ChainScope,
  { resumptions }: KnownChain,
  outside: readonly KeptPoint[],
): Promise<Pick<ResumptionStatement, "checkpoints" | "lostCheckpoints">> {
  const { made, highest } = await inTenant({ db, tenantId }, async (tx) =>
    oneRow(
      await tx
        .select({ made: count(), highest: max(auditCheckpoints.counter) })
        .from(auditCheckpoints)
        .where(and(eq(auditCheckpoints.tenantId, tenantId))),
    ),
  );
  const before = countLost(resumptions);
  const checkpoints = Math.max(
    made + before.lost,
    highest ?? 0,
    before.checkpoints,
    ...outside.map(({ counter }) => counter ?? 0),
  );
  return { checkpoints, lostCheckpoints: checkpoints - made - before.lost };
}
