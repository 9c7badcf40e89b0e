import { AssayError, isUuid } from "@assay/contract";
import { requirements, runs, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { missingResource, type ResourceKind } from "../tenancy/missing-resource.ts";
import { requireCapability, requireRunOfLink } from "../tenancy/require-link.ts";
import { inTenant, inTenantForRun } from "../tenancy/transact.ts";

/** What a transaction did not find. Which error it is can be told only after the transaction. */
export class Missing {
  readonly kind: ResourceKind;
  readonly id: string;
  constructor(kind: ResourceKind, id: string) {
    this.kind = kind;
    this.id = id;
  }
}

type Act<T> = (tx: Transaction) => Promise<T | Missing>;

/** Acts within the tenant. Throws NOT_FOUND, or CROSS_TENANT_ACCESS_DENIED, for what `act` returns as missing. */
export async function actInTenant<T>(ctx: Context, act: Act<T>): Promise<T> {
  return orThrow(ctx, await inTenant(ctx, act));
}

/** As `actInTenant`, also for an auditor's link of the run that allows comments or requests. */
export async function actForRun<T>(ctx: Context, runId: string, act: Act<T>): Promise<T> {
  requireRunOfLink(ctx, runId);
  requireCapability(ctx, "COMMENT", "REQUEST");
  return orThrow(ctx, await inTenantForRun(ctx, runId, act));
}

async function orThrow<T>(ctx: Context, result: T | Missing): Promise<T> {
  if (result instanceof Missing) throw await missingResource(ctx, result.kind, result.id);
  return result;
}

export interface CommentRun {
  readonly id: string;
  readonly criteriaVersionId: string;
}

/** `lock`: writers number their comments one after the other. */
export async function findCommentRun(
  tx: Transaction,
  { tenantId }: Context,
  runId: string,
  { lock = false } = {},
): Promise<CommentRun | Missing> {
  if (!isUuid(runId)) return new Missing("run", runId);
  const query = tx
    .select({ id: runs.id, criteriaVersionId: runs.criteriaVersionId })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, runId)));
  const [row] = await (lock ? query.for("update") : query);
  return row ?? new Missing("run", runId);
}

/** Throws NOT_FOUND for a requirement that the run does not assess. */
export async function requireAssessed(tx: Transaction, run: CommentRun, requirementId: string): Promise<void> {
  const [row] = await tx
    .select({ id: requirements.id })
    .from(requirements)
    .where(
      and(eq(requirements.criteriaVersionId, run.criteriaVersionId), eq(requirements.requirementId, requirementId)),
    );
  if (!row)
    throw new AssayError("NOT_FOUND", `Cannot find requirement '${requirementId}' in run '${run.id}'`, {
      details: { id: requirementId },
    });
}
