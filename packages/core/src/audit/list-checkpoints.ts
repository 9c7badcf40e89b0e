import { type AuditCheckpoint, isUuid } from "@assay/contract";
import { auditCheckpoints } from "@assay/db";
import { and, desc, eq, sql } from "drizzle-orm";
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
  return { items: page.items.map(toCheckpoint), nextCursor: page.nextCursor };
}

function toCheckpoint(row: typeof auditCheckpoints.$inferSelect): AuditCheckpoint {
  return {
    id: row.id,
    runId: row.runId,
    statement: toStatement(row),
    keyId: row.keyId,
    signature: row.signature,
  };
}
