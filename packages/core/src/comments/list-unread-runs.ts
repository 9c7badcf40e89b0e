import { UNREAD_RUNS_MAX, type UnreadRuns } from "@assay/contract";
import { commentReads, comments } from "@assay/db";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { readerOf } from "./comment-reader.ts";
import { isUnread, readsOf } from "./comment-reads.ts";

/** The runs with comments that the caller has not read, the latest comment first. */
export async function listUnreadRuns(ctx: Context): Promise<UnreadRuns["runs"]> {
  const reader = readerOf(ctx);
  if (reader === undefined) return [];
  return inTenant(ctx, (tx) =>
    tx
      .select({ runId: comments.runId, unread: sql<number>`count(*)`.mapWith(Number) })
      .from(comments)
      .leftJoin(commentReads, readsOf(ctx.tenantId, reader))
      .where(and(eq(comments.tenantId, ctx.tenantId), isUnread(reader)))
      .groupBy(comments.runId)
      .orderBy(desc(sql`max(${comments.createdAt})`), desc(comments.runId))
      .limit(UNREAD_RUNS_MAX),
  );
}
