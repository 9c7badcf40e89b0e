import type { VersionForecast, VersionForecasts } from "@assay/contract";
import { type Database, packs, rowsOf, tenants, versionForecasts } from "@assay/db";
import { desc, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inCatalog, inSystem } from "../tenancy/transact.ts";
import { findTarget } from "./find-target.ts";
import { isDueFor } from "./is-due.ts";

const FORECASTS_MAX = 200;

/** What the version that is to judge would change, tenant by tenant: figures, and nothing of their evidence. */
export function listForecasts(ctx: Context): Promise<VersionForecasts> {
  requireRole(ctx, "SUPER_ADMIN");
  return readForecasts(ctx.db);
}

/** As `listForecasts`, for an operator who has the database. */
export async function readForecasts(db: Database): Promise<VersionForecasts> {
  const target = await inCatalog(db, findTarget);
  if (!target) return { retrievalVersionId: null, isActive: false, forecasts: [], pendingTenants: 0 };
  const { version, isActive } = target;
  const { rows, pendingTenants } = await inSystem(db, async (tx) => {
    const rows = await tx
      .select({ forecast: versionForecasts, tenantName: tenants.name })
      .from(versionForecasts)
      .innerJoin(tenants, eq(tenants.id, versionForecasts.tenantId))
      .where(eq(versionForecasts.retrievalVersionId, version.id))
      .orderBy(desc(versionForecasts.completeFalling), desc(versionForecasts.falling), versionForecasts.tenantId)
      .limit(FORECASTS_MAX);
    const [pending] = await rowsOf<{ count: number }>(
      tx,
      sql`select count(*)::int as count from tenants left join forecast_marks marks on marks.tenant_id = tenants.id
        where ${isDueFor(version.id)}`,
    );
    return { rows, pendingTenants: pending!.count };
  });
  const ids = [...new Set(rows.map(({ forecast }) => forecast.packId))];
  const named = await inCatalog(db, (tx) =>
    tx.select({ id: packs.id, name: packs.name }).from(packs).where(inArray(packs.id, ids)),
  );
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return {
    retrievalVersionId: version.id,
    isActive,
    forecasts: rows.map(({ forecast, tenantName }) =>
      toForecast(forecast, { tenantName, packName: names.get(forecast.packId) ?? "" }),
    ),
    pendingTenants,
  };
}

function toForecast(
  row: typeof versionForecasts.$inferSelect,
  names: Pick<VersionForecast, "tenantName" | "packName">,
): VersionForecast {
  const { tenantId, runId, needsRunFor, requirements, complete, completeFalling, falling, rising, unforeseen } = row;
  return {
    tenantId,
    ...names,
    runId,
    state: needsRunFor.length > 0 ? "NEEDS_RUN" : row.finishedAt === null ? "UNDER_WAY" : "FORESEEN",
    needsRunFor,
    requirements,
    done: Math.min(row.position, requirements),
    complete,
    completeFalling,
    falling,
    rising,
    unforeseen,
    estimate:
      row.tokensIn === null || row.tokensOut === null ? null : { tokensIn: row.tokensIn, tokensOut: row.tokensOut },
  };
}
