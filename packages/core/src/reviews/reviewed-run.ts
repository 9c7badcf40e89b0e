import { AssayError, isUuid } from "@assay/contract";
import { runs, signOffs, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";
import { type KnownEnd, requireEndedRow } from "../sealed/index.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import type { ActingPerson } from "../tenancy/require-act-of-person.ts";
import { requireRunOfLink } from "../tenancy/require-link.ts";
import { requireReviewer } from "../tenancy/require-reviewer.ts";
import { requireRunStatus } from "../tenancy/require-run-status.ts";
import { inTenant, inTenantForRun } from "../tenancy/transact.ts";

/** A COMPLETED run: nobody reviews what is not finished. */
export type ReviewedRun = typeof runs.$inferSelect & KnownEnd;

const REVIEW = "review a verdict";

interface Reviewing {
  readonly run: ReviewedRun;
  readonly reviewer: ActingPerson;
}

/**
 * Acts as a reviewer, with the run locked until the transaction ends: nobody else reviews or signs it meanwhile. Throws
 * FORBIDDEN, NOT_FOUND, CROSS_TENANT_ACCESS_DENIED, INVALID_STATE for a run that is not COMPLETED, and INTEGRITY_ERROR for one
 * that is stored otherwise than it ended.
 */
export async function asReviewer<T>(
  ctx: Context,
  runId: string,
  act: (tx: Transaction, reviewing: Reviewing) => Promise<T>,
): Promise<T> {
  const result = await inTenant(ctx, async (tx) => {
    const reviewer = await requireReviewer(tx, ctx, REVIEW);
    const run = await lockRun(tx, ctx.tenantId, runId);
    if (!run) return undefined;
    requireRunStatus(run, "COMPLETED", "review");
    return { value: await act(tx, { run: await requireEndedRow(tx, run), reviewer }) };
  });
  return (await found(ctx, "run", runId, result)).value;
}

/**
 * Reads with a COMPLETED run at hand. Throws as `asReviewer` does, but FORBIDDEN only for an auditor's link of another run.
 */
export async function withReviewedRun<T>(
  ctx: Context,
  runId: string,
  read: (tx: Transaction, run: ReviewedRun) => Promise<T>,
): Promise<T> {
  requireRunOfLink(ctx, runId);
  const result = isUuid(runId)
    ? await inTenantForRun(ctx, runId, async (tx) => {
        const [run] = await selectRun(tx, ctx.tenantId, runId);
        if (!run) return undefined;
        requireRunStatus(run, "COMPLETED", "review");
        return { value: await read(tx, await requireEndedRow(tx, run)) };
      })
    : undefined;
  return (await found(ctx, "run", runId, result)).value;
}

/** Locks the row that every writer of reviews, comments and sign-offs locks first. */
export async function lockRun(tx: Transaction, tenantId: string, runId: string): Promise<ReviewedRun | undefined> {
  const [run] = isUuid(runId) ? await selectRun(tx, tenantId, runId).for("update") : [];
  return run;
}

function selectRun(tx: Transaction, tenantId: string, runId: string) {
  return tx
    .select()
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, runId)));
}

/** Throws IMMUTABLE_RESOURCE once somebody's signature is. */
export async function requireUnsigned(tx: Transaction, { tenantId, id }: ReviewedRun): Promise<void> {
  if (await isSigned(tx, { tenantId, runId: id }))
    throw new AssayError(
      "IMMUTABLE_RESOURCE",
      `Cannot review run '${id}' because it is signed: its reviews are closed`,
      {
        details: { runId: id },
      },
    );
}

export async function isSigned(tx: Transaction, { tenantId, runId }: { tenantId: string; runId: string }) {
  const [standing] = await tx
    .select({ id: signOffs.id })
    .from(signOffs)
    .where(
      and(
        eq(signOffs.tenantId, tenantId),
        eq(signOffs.runId, runId),
        eq(signOffs.act, "SIGNED"),
        isNull(signOffs.withdrawnById),
      ),
    )
    .limit(1);
  return standing !== undefined;
}
