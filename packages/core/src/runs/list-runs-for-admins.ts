import { type AdminRun, type AdminRunListQuery, type DamagedResult, isUuid, type RunSort } from "@assay/contract";
import { RUN_DURATION_UNKNOWN, RUN_END_UNKNOWN, runDuration, runEnd, runs, runTokens } from "@assay/db";
import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { contains } from "../contains.ts";
import { type CursorPartKind, decodeCursor, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { namePeople } from "./name-people.ts";
import { nameVersions } from "./name-versions.ts";
import { showSealed } from "./results/require-sealed-run.ts";
import { durationOf, endOf, type ShownAdminRun, shownAdminRun, toAdminRun } from "./to-admin-run.ts";

interface Sort {
  /** As its index has it. */
  readonly key: SQL;
  readonly type: "timestamptz" | "numeric" | "float8" | "text";
  readonly part: CursorPartKind;
  readonly cursorOf: (row: ShownAdminRun) => string | number;
}

const SORTS: Readonly<Record<RunSort, Sort>> = {
  createdAt: {
    key: sql`${runs.createdAt}`,
    type: "timestamptz",
    part: "instant",
    cursorOf: ({ createdAt }) => createdAt.toISOString(),
  },
  finishedAt: {
    key: runEnd,
    type: "timestamptz",
    part: "instant",
    cursorOf: (row) => endOf(row)?.toISOString() ?? RUN_END_UNKNOWN,
  },
  duration: {
    key: runDuration,
    type: "numeric",
    part: "real",
    cursorOf: (row) => durationOf(row) ?? RUN_DURATION_UNKNOWN,
  },
  status: { key: sql`${runs.status}`, type: "text", part: "word", cursorOf: ({ status }) => status },
  cost: { key: sql`${runs.costUsd}`, type: "float8", part: "real", cursorOf: ({ costUsd }) => costUsd },
  tokens: {
    key: runTokens,
    type: "numeric",
    part: "real",
    cursorOf: ({ tokensIn, tokensOut }) => tokensIn + tokensOut,
  },
};

/**
 * In the order that is asked for, ties by id; without one the newest first. A cursor holds for its order alone. In the
 * place of a run that is stored otherwise than it ended `{ id, damaged }`.
 */
export async function listRunsForAdmins(
  ctx: Context,
  query: AdminRunListQuery,
): Promise<Page<AdminRun | DamagedResult>> {
  requireRole(ctx, "ADMIN");
  const { packId, limit, cursor, sort = "createdAt", order = "desc" } = query;
  if (packId !== undefined && !isUuid(packId)) return { items: [], nextCursor: null };
  const { key, cursorOf } = SORTS[sort];
  const name = `admin-runs:${sort}:${order}`;
  const after = cursor === undefined ? undefined : isAfter(name, SORTS[sort], order, cursor);
  const inOrder = order === "asc" ? asc : desc;
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select(shownAdminRun)
      .from(runs)
      .where(and(eq(runs.tenantId, ctx.tenantId), ...matching(query), after))
      .orderBy(inOrder(key), inOrder(runs.id))
      .limit(limit + 1);
    const { items, nextCursor } = toPage(name, rows, limit, (row) => [cursorOf(row), row.id]);
    const named = await nameVersions(tx, ctx.tenantId, await namePeople(tx, ctx.tenantId, items));
    return { items: await showSealed(tx, ctx.tenantId, named, toAdminRun), nextCursor };
  });
}

function isAfter(name: string, { key, type, part }: Sort, order: "asc" | "desc", cursor: string): SQL {
  const [value, id] = decodeCursor(name, cursor, [part, "id"]);
  return sql`(${key}, ${runs.id}) ${sql.raw(order === "asc" ? ">" : "<")} (${value}::${sql.raw(type)}, ${id}::uuid)`;
}

function matching({ status, snapshotStatus, packId, startedBy, q, from, to }: AdminRunListQuery) {
  return [
    status === undefined ? undefined : inArray(runs.status, status),
    snapshotStatus === undefined ? undefined : inArray(runs.snapshotStatus, snapshotStatus),
    packId === undefined ? undefined : eq(runs.packId, packId),
    startedBy === undefined ? undefined : eq(runs.startedBy, startedBy),
    q === undefined ? undefined : isNamed(q),
    from === undefined ? undefined : gte(runs.createdAt, new Date(from)),
    to === undefined ? undefined : lt(runs.createdAt, new Date(to)),
  ];
}

/** A whole id, the beginning of one, or a part of a name in any case. */
function isNamed(q: string): SQL {
  const named = contains(runs.name, q)!;
  const digits = /^[0-9a-f-]+$/i.test(q) ? q.toLowerCase().replaceAll("-", "") : "";
  if (digits === "" || digits.length > 32) return named;
  const begins = sql`${runs.id} between ${digits.padEnd(32, "0")}::uuid and ${digits.padEnd(32, "f")}::uuid`;
  return digits.length === 32 ? begins : sql`(${begins} or ${named})`;
}
