import { auditCheckpoints, chainChecks, type Database, newId, oneRow, type Transaction } from "@assay/db";
import { and, count, eq, max, sql } from "drizzle-orm";
import { type ChainPoint, readChainEnd } from "../audit/check-chain.ts";
import { encodeSignature, statementBytes, toStatement } from "../audit/checkpoint-statement.ts";
import { countLost } from "../audit/resumptions.ts";
import { databaseMillis } from "../database-clock.ts";
import type { JobRef, NewJob } from "../jobs/job.ts";
import { type Attempt, nothingLeft, type Outcome } from "../jobs/stage.ts";
import type { MailServices } from "../mail/deliver-mail.ts";
import type { Signer } from "../ports/signer.ts";
import { inTenant } from "../tenancy/transact.ts";
import { announce } from "../webhooks/announce.ts";
import { brokenChain } from "./broken-chain.ts";
import { type Found, findBreak } from "./find-break.ts";
import { type ChainScope, type KnownChain, loadChain } from "./load-chain.ts";
import { noteCheck } from "./note-check.ts";
import { mailCheckpoint } from "./recipients.ts";
import { enqueueSending, type KeepsCheckpoints } from "./send-checkpoints.ts";

export interface Signs {
  readonly signer: Signer;
}

/** The work of a finished run's checkpoint; to be added in the transaction that finishes it. */
export function runCheckpointJob({ tenantId, id }: { tenantId: string; id: string }): NewJob {
  return { tenantId, kind: "checkpoint", subjectId: id, stage: "run" };
}

/** What is wrong with the chain as far as the service itself can say: before a signature, and before a capture. */
export async function findKnownBreak(scope: ChainScope): Promise<{ found: Found; known: KnownChain }> {
  const known = await loadChain(scope);
  const { broken, historySequence } = known;
  return { known, found: broken ? { broken, historySequence } : await findBreak(scope, known, { entries: "NEW" }) };
}

export type CheckpointServices = Signs & KeepsCheckpoints & MailServices;

/** Signs where the chain is. What is broken never gets our signature, until an operator continues it. */
export async function makeCheckpoint(services: CheckpointServices, attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  const { tenantId } = job;
  const scope = { db, tenantId, signer: services.signer };
  const runId = job.stage === "run" ? job.subjectId : null;
  const { head } = await readChainEnd(scope);
  if (head.sequence === 0 || (runId && (await hasCheckpoint(scope, runId)))) return nothingLeft;
  const { known, found } = await findKnownBreak(scope);
  if (found.broken) {
    attempt.report(brokenChain(tenantId, found.broken));
    return { state: "done", write: (tx) => noteCheck(tx, tenantId, found) };
  }
  return { state: "done", write: (tx) => signHead(tx, services, { tenantId, runId, head, known }) };
}

/**
 * Makes a checkpoint now, for what cannot wait for one. Returns the jobs that send it; none where there is one after all once
 * no other is made, by `hasOne`. Throws INTEGRITY_ERROR for a broken chain.
 */
export async function signChain(
  services: CheckpointServices,
  { db, tenantId }: { readonly db: Database; readonly tenantId: string },
  hasOne: (tx: Transaction) => Promise<boolean>,
): Promise<readonly JobRef[]> {
  const scope = { db, tenantId, signer: services.signer };
  const { head } = await readChainEnd(scope);
  const { known, found } = await findKnownBreak(scope);
  if (found.broken) throw brokenChain(tenantId, found.broken);
  return inTenant(scope, async (tx) => {
    await lockCounter(tx, tenantId);
    return (await hasOne(tx)) ? [] : signHead(tx, services, { tenantId, runId: null, head, known });
  });
}

interface Head {
  readonly tenantId: string;
  readonly runId: string | null;
  readonly head: ChainPoint;
  readonly known: KnownChain;
}

async function signHead(
  tx: Transaction,
  services: CheckpointServices,
  { tenantId, runId, head, known }: Head,
): Promise<readonly JobRef[]> {
  const { signer } = services;
  const now = await lockCounter(tx, tenantId);
  const row = { tenantId, ...head, createdAt: new Date(now), counter: await nextCounter(tx, tenantId, known) };
  const signature = encodeSignature(await signer.sign(statementBytes(toStatement(row))));
  const signed = { id: newId(), runId, keyId: signer.keyId, signature };
  await tx.insert(auditCheckpoints).values({ ...row, ...signed });
  const data = { ...signed, statement: toStatement(row) };
  return [
    ...(await announce(tx, tenantId, { type: "checkpoint.signed", data })),
    ...(await enqueueSending(tx, tenantId, services)),
    ...(services.mail ? await mailCheckpoint(tx, tenantId, signed.id) : []),
  ];
}

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

/** Checkpoints of a tenant are counted one after the other. Returns the database's time. */
async function lockCounter(tx: Transaction, tenantId: string): Promise<number> {
  await tx.insert(chainChecks).values({ tenantId, checkedAt: sql`clock_timestamp()` }).onConflictDoNothing();
  const ofTenant = eq(chainChecks.tenantId, tenantId);
  return oneRow(await tx.select({ now: databaseMillis }).from(chainChecks).where(ofTenant).for("update")).now;
}

async function nextCounter(tx: Transaction, tenantId: string, { resumptions }: KnownChain): Promise<number> {
  const { made, highest } = oneRow(
    await tx
      .select({ made: count(), highest: max(auditCheckpoints.counter) })
      .from(auditCheckpoints)
      .where(eq(auditCheckpoints.tenantId, tenantId)),
  );
  const { checkpoints, lost } = countLost(resumptions);
  return Math.max(made + lost, highest ?? 0, checkpoints) + 1;
}
