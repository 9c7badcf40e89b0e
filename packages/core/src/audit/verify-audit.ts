import { AssayError, type AuditVerification, type CheckpointProblem, type KeptCheckpoint } from "@assay/contract";
import { auditCheckpoints, auditEntries } from "@assay/db";
import { and, asc, eq, gt } from "drizzle-orm";
import type { CheckpointStore } from "../ports/checkpoint-store.ts";
import type { PublicSigningKey } from "../ports/signer.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { AUDIT_GENESIS } from "./audit-hash.ts";
import { type ChainPoint, checkChain, readChainEnd } from "./check-chain.ts";
import { isKnownForm, isSignedBy, statementBytes, toStatement } from "./checkpoint-statement.ts";
import { comparePoints, highestCounter, placeProblem, readHashes, type Trust } from "./compare-points.ts";
import { breakOf, countLost, listResumptions } from "./resumptions.ts";

const BATCH = 500;
const PROBLEMS_MAX = 100;

export interface AuditProof {
  /** Every key whose signature counts. */
  readonly keys: readonly PublicSigningKey[];
  /** What an auditor kept: a whole checkpoint, or only the number and hash of an entry. */
  readonly kept?: ChainPoint | KeptCheckpoint | undefined;
  /** Where checkpoints go by themselves. */
  readonly stores?: readonly CheckpointStore[];
}

/**
 * Recomputes the tenant's chain and holds it against its checkpoints, against those that left the service, and against
 * one that somebody kept. Breaks that an operator continued are named, and what they cover proves nothing any more.
 */
export async function verifyAudit(ctx: Context, { keys, kept, stores = [] }: AuditProof): Promise<AuditVerification> {
  requireRole(ctx, "ADMIN");
  const { head, lastSequence } = await readChainEnd(ctx);
  const resumptions = await inTenant(ctx, (tx) => listResumptions(tx, ctx.tenantId, keys));
  const chain = await checkChain(ctx, { from: { sequence: 0, hash: AUDIT_GENESIS }, end: head, resumptions });
  const firstBroken =
    chain.firstBroken ??
    (lastSequence === head.sequence
      ? undefined
      : { sequence: Math.min(lastSequence, head.sequence) + 1, problem: "HEAD_DIFFERS" as const });
  const proof = { keys, resumptions };
  const { counter, ...checkpoints } = await checkCheckpoints(ctx, proof);
  const outside: Outside[] = [];
  let highest = Math.max(counter, countLost(resumptions).checkpoints);
  for (const store of stores) {
    const { compared, counter: signed } = await compareOutside(ctx, store, proof);
    outside.push(compared);
    highest = Math.max(highest, signed);
  }
  const missing = Math.max(0, highest - checkpoints.checked - countLost(resumptions).lost);
  const problem = kept && (await keptProblem(ctx, kept, keys));
  const isCovered = kept !== undefined && breakOf(resumptions, pointOf(kept).sequence) !== undefined;
  const isOutsideIntact = outside.every(({ problems }) => problems.length === 0);
  const isKeptIntact = !problem || (isCovered && isOfPlace(problem));
  return {
    valid: !firstBroken && checkpoints.problems.length === 0 && missing === 0 && isOutsideIntact && isKeptIntact,
    entries: chain.entries,
    head,
    ...(firstBroken ? { firstBroken } : {}),
    checkpoints: { ...checkpoints, ...(missing > 0 ? { missing } : {}) },
    ...(resumptions.length > 0 ? { breaks: resumptions } : {}),
    ...(outside.length > 0 ? { outside } : {}),
    ...(kept ? { kept: { ...pointOf(kept), contained: problem === undefined, problem: problem ?? null } } : {}),
  };
}

type Outside = NonNullable<AuditVerification["outside"]>[number];

const OUTSIDE_LIMIT_MS = 30_000;

/** Compares the chain with what one place outside keeps of it. */
async function compareOutside(
  ctx: Context,
  store: CheckpointStore,
  trust: Trust,
): Promise<{ readonly compared: Outside; readonly counter: number }> {
  const destination = store.name;
  try {
    const points = await store.list(ctx.tenantId, { signal: AbortSignal.timeout(OUTSIDE_LIMIT_MS) });
    const { problems } = await comparePoints(ctx, points, trust);
    return {
      compared: { destination, checked: points.length, problems: problems.slice(0, PROBLEMS_MAX), errorCode: null },
      counter: await highestCounter(ctx, points, trust),
    };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return { compared: { destination, checked: 0, problems: [], errorCode: error.code }, counter: 0 };
  }
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
    if (!isKnownForm(kept.statement)) return "SIGNATURE_INVALID";
    const problem = await signatureProblem(kept, keys);
    if (problem) return problem;
  }
  const { sequence, hash } = pointOf(kept);
  return placeProblem(hash, (await readHashes(ctx, [sequence])).get(sequence));
}

/** Of a checkpoint that is what it says it is. */
function isOfPlace(problem: CheckpointProblem): boolean {
  return problem === "BEYOND_END_OF_CHAIN" || problem === "HASH_DIFFERS";
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
  { keys, resumptions }: Trust,
): Promise<AuditVerification["checkpoints"] & { readonly counter: number }> {
  const problems: AuditVerification["checkpoints"]["problems"] = [];
  let checked = 0;
  let counter = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await listCheckpointsWithEntry(ctx, after);
    for (const { checkpoint, found } of rows) {
      const { id, sequence, hash, keyId, signature } = checkpoint;
      counter = Math.max(counter, checkpoint.counter ?? 0);
      const problem =
        (breakOf(resumptions, sequence) ? undefined : placeProblem(hash, found)) ??
        (await signatureProblem({ statement: toStatement(checkpoint), keyId, signature }, keys));
      if (problem && problems.length < PROBLEMS_MAX) problems.push({ id, sequence, problem });
    }
    checked += rows.length;
    if (rows.length < BATCH) return { checked, problems, counter };
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
