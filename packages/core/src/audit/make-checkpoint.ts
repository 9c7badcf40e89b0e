import { AssayError } from "@assay/contract";
import { auditCheckpoints, auditHeads, type Database, jobs, oneRow, tenants } from "@assay/db";
import { and, desc, eq, sql } from "drizzle-orm";
import { databaseMillis, databaseTimeIn } from "../database-clock.ts";
import { enqueue, type NewJob } from "../jobs/job.ts";
import type { Attempt, Outcome } from "../jobs/stage.ts";
import type { Signer } from "../ports/signer.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { AUDIT_GENESIS } from "./audit-hash.ts";
import { type ChainPoint, checkChain, readChainEnd } from "./check-chain.ts";
import { encodeSignature, statementBytes, toStatement } from "./checkpoint-statement.ts";

const BATCH = 100;

export interface Signs {
  readonly signer: Signer;
}

/** The work of a finished run's checkpoint; to be added in the transaction that finishes it. */
export function runCheckpointJob({ tenantId, id }: { tenantId: string; id: string }): NewJob {
  return { tenantId, kind: "checkpoint", subjectId: id, stage: "run" };
}

/**
 * Signs where the chain is. Only a chain that continues from the newest checkpoint is signed: what was rewritten or
 * cut never gets our signature.
 */
export async function makeCheckpoint({ signer }: Signs, { db, job }: Attempt): Promise<Outcome> {
  const scope = { db, tenantId: job.tenantId };
  const runId = job.stage === "run" ? job.subjectId : null;
  const { head } = await readChainEnd(scope);
  if (head.sequence === 0 || (runId && (await hasCheckpoint(scope, runId)))) return { state: "done", write: nothing };
  const newest = await findNewest(scope);
  const { firstBroken } = await checkChain(scope, newest ?? { sequence: 0, hash: AUDIT_GENESIS }, head);
  if (firstBroken || (newest && newest.sequence > head.sequence))
    throw new AssayError(
      "INVALID_STATE",
      `Cannot sign the audit chain of tenant '${job.tenantId}' because it must continue from its newest checkpoint`,
    );
  const row = { tenantId: job.tenantId, ...head, createdAt: new Date(await readClock(scope)) };
  const signature = encodeSignature(await signer.sign(statementBytes(toStatement(row))));
  return {
    state: "done",
    async write(tx) {
      await tx.insert(auditCheckpoints).values({ ...row, runId, keyId: signer.keyId, signature });
      return [];
    },
  };
}

const nothing: Outcome["write"] = async () => [];

type Scope = { readonly db: Database; readonly tenantId: string };

async function hasCheckpoint(scope: Scope, runId: string): Promise<boolean> {
  const [row] = await inTenant(scope, (tx) =>
    tx
      .select({ id: auditCheckpoints.id })
      .from(auditCheckpoints)
      .where(and(eq(auditCheckpoints.tenantId, scope.tenantId), eq(auditCheckpoints.runId, runId)))
      .limit(1),
  );
  return row !== undefined;
}

async function findNewest(scope: Scope): Promise<ChainPoint | undefined> {
  const [row] = await inTenant(scope, (tx) =>
    tx
      .select({ sequence: auditCheckpoints.sequence, hash: auditCheckpoints.hash })
      .from(auditCheckpoints)
      .where(eq(auditCheckpoints.tenantId, scope.tenantId))
      .orderBy(desc(auditCheckpoints.sequence))
      .limit(1),
  );
  return row;
}

async function readClock(scope: Scope): Promise<number> {
  const row = oneRow(
    await inTenant(scope, (tx) =>
      tx.select({ now: databaseMillis }).from(auditHeads).where(eq(auditHeads.tenantId, scope.tenantId)),
    ),
  );
  return row.now;
}

/** Calls for a checkpoint of every active tenant that has had none for `everyMs`. Bounded, safe to repeat. */
export function enqueueDueCheckpoints(db: Database, { everyMs }: { everyMs: number }): Promise<void> {
  const since = databaseTimeIn(-everyMs);
  return inSystem(db, async (tx) => {
    const due = await tx
      .select({ tenantId: auditHeads.tenantId })
      .from(auditHeads)
      .innerJoin(tenants, and(eq(tenants.id, auditHeads.tenantId), eq(tenants.status, "ACTIVE")))
      .where(
        and(
          sql`${auditHeads.sequence} > 0`,
          sql`not exists (select 1 from ${auditCheckpoints}
            where ${auditCheckpoints.tenantId} = ${auditHeads.tenantId} and ${auditCheckpoints.createdAt} > ${since})`,
          // One that failed is not tried again before its time.
          sql`not exists (select 1 from ${jobs} where ${jobs.tenantId} = ${auditHeads.tenantId}
            and ${jobs.kind} = 'checkpoint' and ${jobs.stage} = 'daily' and ${jobs.createdAt} > ${since})`,
        ),
      )
      .limit(BATCH);
    await enqueue(
      tx,
      due.map(({ tenantId }) => ({ tenantId, kind: "checkpoint" as const, subjectId: tenantId, stage: "daily" })),
    );
  });
}
