import { AssayError, type EgressEntry, type EgressListQuery, isUuid } from "@assay/contract";
import { egress } from "@assay/db";
import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";

const LIST = "egress";
const within = sql<string>`concat_ws(' ', ${egress.runId}, ${egress.provider}, ${egress.purpose}, ${egress.host})`;

/** Where the tenant's text was sent, the newest day first. */
export function listEgress(ctx: Context, query: EgressListQuery): Promise<Page<EgressEntry>> {
  requireRole(ctx, "ADMIN");
  const { runId, from, to, cursor, limit } = query;
  if (runId !== undefined && !isUuid(runId))
    throw new AssayError("NOT_FOUND", `Cannot find run '${runId}'`, { details: { id: runId } });
  const after = cursor === undefined ? undefined : decodeCursor(LIST, cursor, ["day", "text"]);
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select({ row: egress, within })
      .from(egress)
      .where(
        and(
          eq(egress.tenantId, ctx.tenantId),
          runId === undefined ? undefined : eq(egress.runId, runId),
          from === undefined ? undefined : gte(egress.day, from),
          to === undefined ? undefined : lte(egress.day, to),
          after && sql`(${egress.day}, ${within}) < (${after[0]}::date, ${after[1]})`,
        ),
      )
      .orderBy(desc(egress.day), desc(within))
      .limit(limit + 1);
    const page = toPage(LIST, rows, limit, (each) => [each.row.day, each.within]);
    return { items: page.items.map(({ row: { tenantId: _, ...entry } }) => entry), nextCursor: page.nextCursor };
  });
}
