import { eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "./context.ts";
import { requireRole } from "./require-role.ts";
import { inTenant } from "./transact.ts";

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type Listed = PgTable & {
  readonly tenantId: PgColumn;
  readonly createdAt: PgColumn;
  readonly id: PgColumn;
  readonly $inferSelect: { createdAt: Date; id: string };
};

/** A page of what the tenant has in a table, the newest first, for its ADMINs; `list` names it in cursors. */
export function listForAdmins<T extends Listed, Item>(
  ctx: Context,
  query: PageQuery,
  { list, table, toItem }: { list: string; table: T; toItem: (row: T["$inferSelect"]) => Item },
): Promise<Page<Item>> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => {
    const from = tx.select().from(table as PgTable) as never;
    const where = eq(table.tenantId, ctx.tenantId);
    return mapPage(await newestPage<T["$inferSelect"]>(list, query, { from, columns: table, where }), toItem);
  });
}
