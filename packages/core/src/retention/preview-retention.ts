import {
  RETENTION_KINDS,
  type RetentionPatch,
  type RetentionPreview,
  type RetentionPreviewKind,
} from "@assay/contract";
import { oneRow, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { readTenant } from "../tenancy/administer-tenants.ts";
import type { Context } from "../tenancy/context.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { selectRetention } from "./read-retention.ts";
import { isRunPast, runEndedAt, whyRunStays } from "./remove-old-run.ts";
import { isPast, RETENTION_SOURCES } from "./retention-sources.ts";

/** What a tenant's rules, or others in their place, would remove now. Changes nothing. Throws NOT_FOUND. */
export async function previewRetention(
  ctx: Context,
  tenantId: string,
  others: RetentionPatch = {},
): Promise<RetentionPreview> {
  await readTenant(ctx, tenantId);
  const { days: own, refusal } = await inSystem(ctx.db, (tx) => selectRetention(tx, tenantId));
  const days = { ...own, ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)) };
  const kinds = await inTenant({ db: ctx.db, tenantId }, async (tx) => {
    const found: RetentionPreviewKind[] = [];
    for (const kind of RETENTION_KINDS) found.push(await previewKind(tx, { tenantId, kind, days: days[kind] }));
    return found;
  });
  return { tenantId, kinds, refusal };
}

type OfKind = Pick<RetentionPreviewKind, "kind" | "days"> & { readonly tenantId: string };

interface Found {
  readonly count: number;
  readonly heldBack: number;
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly oldest: number | null;
  readonly newest: number | null;
}

async function previewKind(tx: Transaction, { tenantId, kind, days }: OfKind): Promise<RetentionPreviewKind> {
  const nothing = { kind, days, count: 0, bytes: 0, oldest: null, newest: null, heldBack: 0 };
  if (days === null) return nothing;
  const found: Found[] = kind === "runs" ? [await findRuns(tx, { tenantId, days })] : [];
  for (const source of RETENTION_SOURCES.filter((each) => each.kind === kind)) {
    const rows = await rowsOf<Found>(
      tx,
      sql`select count(*) filter (where ${source.hasEnded})::float8 as count,
          count(*) filter (where not (${source.hasEnded}))::float8 as "heldBack",
          coalesce(sum(pg_column_size(old.*)) filter (where ${source.hasEnded}), 0)::float8 as bytes,
          floor(extract(epoch from min(${source.at}) filter (where ${source.hasEnded})) * 1000)::float8 as oldest,
          floor(extract(epoch from max(${source.at}) filter (where ${source.hasEnded})) * 1000)::float8 as newest
        from ${sql.identifier(source.table)} old where ${isPast(source, { tenantId, days })}`,
    );
    found.push(oneRow(rows));
  }
  const sum = (of: (each: Found) => number) => found.reduce((total, each) => total + of(each), 0);
  const times = (of: (each: Found) => number | null) => found.map(of).filter((time) => time !== null);
  return {
    kind,
    days,
    count: sum(({ count }) => count),
    bytes: sum(({ bytes }) => bytes),
    oldest: toTime(Math.min(...times(({ oldest }) => oldest))),
    newest: toTime(Math.max(...times(({ newest }) => newest))),
    heldBack: sum(({ heldBack }) => heldBack),
  };
}

async function findRuns(tx: Transaction, due: { readonly tenantId: string; readonly days: number }): Promise<Found> {
  const rows = await rowsOf<Found>(
    tx,
    // As in a removal: what needs a run is asked for those that are due alone.
    sql`with due as materialized (
        select run.tenant_id, run.id, ${runEndedAt} as ended from runs run where ${isRunPast(due)})
      select count(*) filter (where stays is null)::float8 as count,
        count(stays)::float8 as "heldBack",
        coalesce(sum(bytes) filter (where stays is null), 0)::float8 as bytes,
        floor(extract(epoch from min(ended) filter (where stays is null)) * 1000)::float8 as oldest,
        floor(extract(epoch from max(ended) filter (where stays is null)) * 1000)::float8 as newest
      from (
        select ${whyRunStays} as stays, run.ended,
          coalesce((select sum(octet_length(bytes) + octet_length(replay_bytes)) from snapshots
            where snapshots.tenant_id = run.tenant_id and run_id = run.id), 0)
          + coalesce((select sum(size_bytes) from exports where exports.tenant_id = run.tenant_id and run_id = run.id), 0) as bytes
        from due run) old`,
  );
  return oneRow(rows);
}

function toTime(millis: number): string | null {
  return Number.isFinite(millis) ? new Date(millis).toISOString() : null;
}
