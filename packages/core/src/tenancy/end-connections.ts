import { connections, type Transaction } from "@assay/db";
import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import type { Context } from "./context.ts";

/** What is connected, or waits for a code that still counts. */
export const isUsableConnection = and(
  or(isNotNull(connections.codeUsedAt), gt(connections.codeExpiresAt, sql`now()`)),
  isNull(connections.endedAt),
  gt(connections.expiresAt, sql`now()`),
);

/** Ends a tenant's connections that are `which` and have not ended, with an audit entry for each. */
export async function endConnectionsWhere(
  tx: Transaction,
  ctx: Pick<Context, "tenantId" | "actor">,
  which: SQL | undefined,
  reasonCode?: string,
): Promise<void> {
  const ended = await tx
    .update(connections)
    .set({ endedAt: sql`now()`, endedBy: ctx.actor.id })
    .where(and(eq(connections.tenantId, ctx.tenantId), which, isNull(connections.endedAt)))
    .returning({ id: connections.id });
  const events = ended.map(
    ({ id }): AuditEvent => ({
      ...{ action: "connection.ended", objectType: "connection", objectId: id },
      ...(reasonCode && { details: { reasonCode } }),
    }),
  );
  await recordAudit(tx, ctx, ...events);
}

/** Ends what a member has connected, and a code that waits: a membership that is given again revives none of it. */
export function endConnectionsOf(
  tx: Transaction,
  ctx: Pick<Context, "tenantId" | "actor">,
  userId: string,
): Promise<void> {
  return endConnectionsWhere(tx, ctx, and(eq(connections.userId, userId), isUsableConnection), "MEMBER_REMOVED");
}
