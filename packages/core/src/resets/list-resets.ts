import type { Reset, ResetListQuery } from "@assay/contract";
import { resets } from "@assay/db";
import { and, eq, ne } from "drizzle-orm";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { shownReset, toReset } from "./to-reset.ts";

/** Those that ADMINs of the tenant began, newest first, ended ones included. */
export function listResets(ctx: Context, query: ResetListQuery): Promise<Page<Reset>> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const page = await newestPage("resets", query, {
      from: tx.select(shownReset).from(resets),
      columns: resets,
      where: and(eq(resets.tenantId, tenantId), ne(resets.requestedBy, resets.userId)),
    });
    const people = page.items.flatMap(({ requestedBy, confirmedBy }) => [requestedBy, confirmedBy ?? requestedBy]);
    const names = await nameActors(tx, tenantId, people);
    return mapPage(page, (row) => toReset(row, names));
  });
}
