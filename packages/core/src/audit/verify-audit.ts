import {
  type AuditVerification,
  CHECKPOINT_ORIGIN,
  type CheckpointProblem,
  type KeptCheckpoint,
} from "@assay/contract";
import { auditCheckpoints, auditEntries } from "@assay/db";
import { and, asc, eq, gt } from "drizzle-orm";
import type { PublicSigningKey } from "../ports/signer.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { AUDIT_GENESIS } from "./audit-hash.ts";
import { type ChainPoint, checkChain, readChainEnd } from "./check-chain.ts";
import { isSignedBy, statementBytes, toStatement } from "./checkpoint-statement.ts";

const BATCH = 500;
const PROBLEMS_MAX = 100;

export interface AuditProof {
  /** Every key whose signature counts. */
  readonly keys: readonly PublicSigningKey[];
  /** What an auditor kept: a whole checkpoint, or only the number and hash of an entry. */
  readonly kept?: ChainPoint | KeptCheckpoint | undefined;
}

/** Recomputes the tenant's chain and holds it against its checkpoints, and against one that somebody kept outside. */
export async function verifyAudit(ctx: Context, { keys, kept }: AuditProof): Promise<AuditVerification> {
  requireRole(ctx, "ADMIN");
  const { head, lastSequence } = await readChainEnd(ctx);
  const chain = await checkChain(ctx, { sequence: 0, hash: AUDIT_GENESIS }, head);
  const firstBroken =
    chain.firstBroken ??
    (lastSequence === head.sequence
      ? undefined
      : { sequence: Math.min(lastSequence, head.sequence) + 1, problem: "HEAD_DIFFERS" as const });
  const checkpoints = await checkCheckpoints(ctx, keys);
  const problem = kept && (await keptProblem(ctx, kept, keys));
  return {
    valid: !firstBroken && checkpoints.problems.length === 0 && !problem,
    entries: chain.entries,
    head,
    ...(firstBroken ? { firstBroken } : {}),
    checkpoints,
    ...(kept ? { kept: { ...pointOf(kept), contained: problem === undefined, problem: problem ?? null } } : {}),
  };
}

function pointOf(kept: ChainPoint | KeptCheckpoint): ChainPoint {
  const { sequence, hash } = "statement" in kept ? kept.statement : kept;
  return { sequence, hash };
}

async function keptProblem(
  ctx: Context,
  kept: ChainPoint | KeptCheckpoint,
  keys: readonly PublicSigningKey[],
): Promise<CheckpointProblem | undefined> {
  if ("statement" in kept) {
    if (kept.statement.tenantId !== ctx.tenantId) return "OTHER_TENANT";
    if (kept.statement.origin !== CHECKPOINT_ORIGIN) return "SIGNATURE_INVALID";
    const problem = await signatureProblem(kept, keys);
    if (problem) return problem;
  }
  const { sequence, hash } = pointOf(kept);
  const [entry] = await inTenant(ctx, (tx) =>
    tx
      .select({ hash: auditEntries.hash })
      .from(auditEntries)
      .where(and(eq(auditEntries.tenantId, ctx.tenantId), eq(auditEntries.sequence, sequence))),
  );
  return placeProblem(hash, entry?.hash);
}

function placeProblem(said: string, found: string | null | undefined): CheckpointProblem | undefined {
  if (!found) return "BEYOND_END_OF_CHAIN";
  return found === said ? undefined : "HASH_DIFFERS";
}

async function signatureProblem(
  { statement, keyId, signature }: KeptCheckpoint,
  keys: readonly PublicSigningKey[],
): Promise<CheckpointProblem | undefined> {
  const key = keys.find(({ kid }) => kid === keyId);
  if (!key) return "KEY_UNKNOWN";
  return (await isSignedBy(key, signature, statementBytes(statement))) ? undefined : "SIGNATURE_INVALID";
}

async function checkCheckpoints(
  ctx: Context,
  keys: readonly PublicSigningKey[],
): Promise<AuditVerification["checkpoints"]> {
  const problems: AuditVerification["checkpoints"]["problems"] = [];
  let checked = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await listCheckpointsWithEntry(ctx, after);
    for (const { checkpoint, found } of rows) {
      const { id, sequence, hash, keyId, signature } = checkpoint;
      const problem =
        placeProblem(hash, found) ??
        (await signatureProblem({ statement: toStatement(checkpoint), keyId, signature }, keys));
      if (problem && problems.length < PROBLEMS_MAX) problems.push({ id, sequence, problem });
    }
    checked += rows.length;
    if (rows.length < BATCH) return { checked, problems };
    after = rows.at(-1)!.checkpoint.id;
  }
}

function listCheckpointsWithEntry(ctx: Context, after: string | undefined) {
  return inTenant(ctx, (tx) =>
    tx
      .select({ checkpoint: auditCheckpoints, found: auditEntries.hash })
      .from(auditCheckpoints)
      .leftJoin(
        auditEntries,
        and(eq(auditEntries.tenantId, auditCheckpoints.tenantId), eq(auditEntries.sequence, auditCheckpoints.sequence)),
      )
      .where(
        and(
          eq(auditCheckpoints.tenantId, ctx.tenantId),
          after === undefined ? undefined : gt(auditCheckpoints.id, after),
        ),
      )
      .orderBy(asc(auditCheckpoints.id))
      .limit(BATCH),
  );
}
