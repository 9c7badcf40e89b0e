import { type AuditCheckpoint, type CheckpointDeparture, isUuid } from "@assay/contract";
import { auditCheckpoints, checkpointDepartures } from "@assay/db";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { newestFirst, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { toStatement } from "./checkpoint-statement.ts";

export interface CheckpointFilter {
  readonly runId?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The tenant's checkpoints, newest first, each as an auditor may keep it. */
export async function listCheckpoints(
  ctx: Context,
  { runId, limit, cursor }: CheckpointFilter,
): Promise<Page<AuditCheckpoint>> {
  requireRole(ctx, "ADMIN");
  const after = newestFirst("checkpoints", auditCheckpoints.createdAt, auditCheckpoints.id, cursor);
  const ofRun = runId === undefined ? undefined : isUuid(runId) ? eq(auditCheckpoints.runId, runId) : sql`false`;
  const rows = await inTenant(ctx, (tx) =>
    tx
      .select()
      .from(auditCheckpoints)
      .where(and(eq(auditCheckpoints.tenantId, ctx.tenantId), ofRun, after))
      .orderBy(desc(auditCheckpoints.createdAt), desc(auditCheckpoints.id))
      .limit(limit + 1),
  );
  const page = toPage("checkpoints", rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
  const departures = await listDepartures(
    ctx,
    page.items.map(({ id }) => id),
  );
  const items = page.items.map((row) => toCheckpoint(row, departures.get(row.id) ?? []));
  return { items, nextCursor: page.nextCursor };
}

async function listDepartures(ctx: Context, ids: readonly string[]): Promise<Map<string, CheckpointDeparture[]>> {
  if (ids.length === 0) return new Map();
  const rows = await inTenant(ctx, (tx) =>
    tx
      .select()
      .from(checkpointDepartures)
      .where(and(eq(checkpointDepartures.tenantId, ctx.tenantId), inArray(checkpointDepartures.checkpointId, [...ids])))
      .orderBy(asc(checkpointDepartures.destination)),
  );
  const grouped = Map.groupBy(rows, ({ checkpointId }) => checkpointId);
  return new Map([...grouped].map(([id, of]) => [id, of.map(toDeparture)]));
}

function toDeparture(row: typeof checkpointDepartures.$inferSelect): CheckpointDeparture {
  const { destination, leftAt, location, errorCode } = row;
  return { destination, leftAt: leftAt?.toISOString() ?? null, location, errorCode };
}

function toCheckpoint(
  row: typeof auditCheckpoints.$inferSelect,
  departures: readonly CheckpointDeparture[],
): AuditCheckpoint {
  return {
    id: row.id,
    runId: row.runId,
    statement: toStatement(row),
    keyId: row.keyId,
    signature: row.signature,
    departures: [...departures],
  };
}
