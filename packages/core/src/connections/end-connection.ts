import { isUuid } from "@assay/contract";
import { connections } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { endConnectionsWhere } from "../tenancy/end-connections.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";

/** Ends a connection with the next request; one that ended before stays as it is. Throws FORBIDDEN below ADMIN for another's. */
export async function endConnection(ctx: Context, id: string): Promise<void> {
  requirePerson(ctx, "end a connection");
  const { tenantId, actor } = ctx;
  const result = isUuid(id)
    ? await inTenant(ctx, async (tx) => {
        const mine = and(eq(connections.tenantId, tenantId), eq(connections.id, id));
        const { userId, endedAt } = connections;
        const [row] = await tx.select({ userId, endedAt }).from(connections).where(mine).for("update");
        if (row && row.userId !== actor.id) requireRole(ctx, "ADMIN");
        if (!row || row.endedAt) return row;
        await endConnectionsWhere(tx, ctx, eq(connections.id, id));
        return row;
      })
    : undefined;
  await found(ctx, "connection", id, result);
}
