import { AssayError, type PlanEntry, type PlanFile, type PlanHeader, type PlanQuery } from "@assay/contract";
import {
  documentPlaces,
  documents,
  type FileRefusal,
  oneRow,
  rowsOf,
  sourcePlanFiles,
  sourcePlans,
  type Transaction,
} from "@assay/db";
import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { lastRefusals, type Refusals } from "./last-refusals.ts";
import { openPlan } from "./open-plan.ts";

/** For the files to be sent, after which the plan ends. */
const OPEN_MS = 6 * 3_600_000;
/** Of the reply, in one transaction. */
const ENTRIES_PER_BATCH = 2_000;

export interface PlanLimits {
  /** Of the service, with the limits by which it refuses a file for its bytes: other limits take what these refuse. */
  readonly release: string;
  readonly fileBytesMax: number;
}

export interface SyncPlan {
  readonly header: PlanHeader;
  readonly entries: AsyncGenerator<PlanEntry[]>;
}

/**
 * Compares what a source has with what stands at its places, and keeps that until the sync is closed: in a transaction for
 * each batch of files, which are taken as they come. What has too many bytes, and what its last manifest has as refused and
 * this release would refuse again, is not asked for. Throws VALIDATION_ERROR for a path that is named twice, INVALID_STATE
 * while another sync of the source is under way.
 */
export async function planSync(
  ctx: Context,
  { release, fileBytesMax }: PlanLimits,
  source: string,
  query: PlanQuery,
  files: AsyncIterable<readonly PlanFile[]>,
): Promise<SyncPlan> {
  requireRole(ctx, "MEMBER");
  const planId = await openPlan(ctx, source, query);
  const isDry = query.dryRun === "true";
  try {
    const refusals = await inTenant(ctx, (tx) => lastRefusals(tx, ctx, source, release));
    const plan = { ctx, planId, source, refusals, fileBytesMax };
    for await (const batch of files) await inTenant(ctx, (tx) => addFiles(tx, plan, batch));
    const header = await inTenant(ctx, (tx) => completePlan(tx, plan, isDry));
    return { header, entries: readEntries(plan, isDry) };
  } catch (error) {
    await dropPlan({ ctx, planId });
    throw error;
  }
}

interface Plan {
  readonly ctx: Context;
  readonly planId: string;
  readonly source: string;
  readonly refusals: Refusals;
  readonly fileBytesMax: number;
}

async function dropPlan({ ctx, planId }: Pick<Plan, "ctx" | "planId">): Promise<void> {
  await inTenant(ctx, (tx) =>
    tx.delete(sourcePlans).where(and(eq(sourcePlans.tenantId, ctx.tenantId), eq(sourcePlans.id, planId))),
  );
}

async function addFiles(tx: Transaction, plan: Plan, files: readonly PlanFile[]): Promise<void> {
  const { ctx, planId, source } = plan;
  const { tenantId } = ctx;
  await requirePlan(tx, plan);
  const given = JSON.stringify(files.map((file) => ({ ...file, refusal: refusalOf(file, plan) })));
  const { added } = oneRow(
    await rowsOf<{ added: number }>(
      tx,
      sql`
      with given as (
        select named.path, named.sha256, named.bytes, named.refusal,
          encode(sha256(convert_to(named.path, 'UTF8')), 'hex') as hash
        from json_to_recordset(${given}::json) as named(path text, sha256 text, bytes bigint, refusal jsonb)),
      added as (
        insert into ${sourcePlanFiles}
          (tenant_id, plan_id, path_hash, path, sha256_hash, size_bytes, action, place_id, document_id,
            refusal)
        select ${tenantId}::uuid, ${planId}::uuid, given.hash, given.path, given.sha256, given.bytes,
          case when standing.sha256_hash = given.sha256 then 'unchanged' when given.refusal is not null then 'refused' else 'upload' end,
          place.id, place.document_id, given.refusal
        from given
        left join ${documentPlaces} place on place.tenant_id = ${tenantId} and place.source = ${source}
          and place.path_hash = given.hash and place.held_until is null
        left join ${documents} standing on standing.tenant_id = ${tenantId} and standing.id = place.document_id
        on conflict do nothing
        returning 1)
      select count(*)::int as added from added`,
    ),
  );
  if (added === files.length) return;
  throw new AssayError("VALIDATION_ERROR", "Cannot plan the sync because a path is named twice", {
    details: { issues: [{ field: "path", issue: `must be unique: ${await findTwice(tx, planId, tenantId, files)}` }] },
  });
}

function refusalOf({ path, sha256, bytes }: PlanFile, { refusals, fileBytesMax }: Plan): FileRefusal | undefined {
  if (bytes > fileBytesMax)
    return {
      code: "FILE_TOO_LARGE",
      reason: `Cannot accept a file because it must have at most ${fileBytesMax} bytes`,
      checked: false,
    };
  const known = refusals.get(path);
  return known?.sha256 === sha256 ? { code: known.code, reason: known.reason, checked: known.checked } : undefined;
}

/** A path of the batch that comes twice in it, or has come before. */
async function findTwice(
  tx: Transaction,
  planId: string,
  tenantId: string,
  files: readonly PlanFile[],
): Promise<string> {
  const seen = new Set<string>();
  const twice = files.find(({ path }) => seen.size === seen.add(path).size);
  const [before] = twice
    ? [twice]
    : await tx
        .select({ path: sourcePlanFiles.path })
        .from(sourcePlanFiles)
        .where(
          and(
            eq(sourcePlanFiles.tenantId, tenantId),
            eq(sourcePlanFiles.planId, planId),
            sql`${sourcePlanFiles.path} in (select path from json_to_recordset(${JSON.stringify(files)}::json) as named(path text))`,
          ),
        )
        .limit(1);
  return JSON.stringify(before?.path ?? "");
}

/** Throws INVALID_STATE for a plan that has ended meanwhile, as another program took the sync over. */
async function requirePlan(tx: Transaction, { ctx, planId, source }: Plan): Promise<void> {
  const [plan] = await tx
    .select({ id: sourcePlans.id })
    .from(sourcePlans)
    .where(and(eq(sourcePlans.tenantId, ctx.tenantId), eq(sourcePlans.id, planId)))
    .for("share");
  if (plan) return;
  throw new AssayError("INVALID_STATE", `Cannot sync source '${source}' because another program took the sync over`, {
    details: { planId },
  });
}

/** Adds what stands at places that the source does not have, and counts what there is to do. */
async function completePlan(tx: Transaction, plan: Plan, isDry: boolean): Promise<PlanHeader> {
  const { ctx, planId, source } = plan;
  const { tenantId } = ctx;
  await requirePlan(tx, plan);
  await tx.execute(sql`
    insert into ${sourcePlanFiles} (tenant_id, plan_id, path_hash, path, action, place_id, document_id)
    select place.tenant_id, ${planId}::uuid, place.path_hash, place.path, 'retire', place.id, place.document_id
    from ${documentPlaces} place
    where place.tenant_id = ${tenantId} and place.source = ${source} and place.held_until is null
      and not exists (select from ${sourcePlanFiles} file where file.tenant_id = ${tenantId}
        and file.plan_id = ${planId} and file.path_hash = place.path_hash)`);
  const counts = await tx
    .select({ action: sourcePlanFiles.action, count: count() })
    .from(sourcePlanFiles)
    .where(and(eq(sourcePlanFiles.tenantId, tenantId), eq(sourcePlanFiles.planId, planId)))
    .groupBy(sourcePlanFiles.action);
  const { expiresAt } = oneRow(
    await tx
      .update(sourcePlans)
      .set({ receivedAt: sql`now()`, expiresAt: databaseTimeIn(OPEN_MS) })
      .where(and(eq(sourcePlans.tenantId, tenantId), eq(sourcePlans.id, planId)))
      .returning({ expiresAt: sourcePlans.expiresAt }),
  );
  const countOf = (action: PlanEntry["action"]) => counts.find((each) => each.action === action)?.count ?? 0;
  return {
    planId: isDry ? null : planId,
    source,
    expiresAt: isDry ? null : expiresAt.toISOString(),
    upload: countOf("upload"),
    unchanged: countOf("unchanged"),
    refused: countOf("refused"),
    retire: countOf("retire"),
  };
}

async function* readEntries(plan: Plan, isDry: boolean): AsyncGenerator<PlanEntry[]> {
  const { ctx, planId } = plan;
  try {
    for (let after = ""; ; ) {
      const rows = await inTenant(ctx, (tx) =>
        tx
          .select()
          .from(sourcePlanFiles)
          .where(
            and(
              eq(sourcePlanFiles.tenantId, ctx.tenantId),
              eq(sourcePlanFiles.planId, planId),
              gt(sourcePlanFiles.pathHash, after),
            ),
          )
          .orderBy(asc(sourcePlanFiles.pathHash))
          .limit(ENTRIES_PER_BATCH),
      );
      if (rows.length === 0) return;
      after = rows.at(-1)!.pathHash;
      yield rows.map(toEntry);
    }
  } finally {
    if (isDry) await dropPlan(plan);
  }
}

function toEntry({ path, action, documentId, refusal }: typeof sourcePlanFiles.$inferSelect): PlanEntry {
  const held = { path, action, ...(documentId && { documentId }) };
  return action === "refused" && refusal ? { ...held, code: refusal.code, reason: refusal.reason } : held;
}
