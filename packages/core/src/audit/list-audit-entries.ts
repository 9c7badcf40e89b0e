import { type AuditEntry, isUuid } from "@assay/contract";
import { auditEntries, auditHeads, oneRow, type Transaction } from "@assay/db";
import { and, count, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { KEY_ACTOR, nameActors } from "../tenancy/name-actors.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { toAuditEntry } from "./to-audit-entry.ts";

export interface AuditFilter {
  readonly sequence?: number | undefined;
  readonly runId?: string | undefined;
  readonly action?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
  readonly actor?: string | undefined;
  /** ISO 8601; inclusive. */
  readonly from?: string | undefined;
  /** ISO 8601; exclusive. */
  readonly to?: string | undefined;
}

const FILTERS = ["sequence", "runId", "action", "objectType", "objectId", "actor", "from", "to"] as const;
const STREAM_BATCH = 500;
/** What a filter matches is counted up to here, so that no page has to read the whole log. */
const TOTAL_MAX = 10_000;

/**
 * The tenant's entries, newest first, how many the filter matches in all, and what people call anyone who they name. Of a
 * filter that matches more than can be counted, `total` is the least that it matches.
 */
export async function listAuditEntries(
  ctx: Context,
  filter: AuditFilter & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<AuditEntry> & AuditTotal & { names: Record<string, string> }> {
  requireRole(ctx, "ADMIN");
  const before = filter.cursor !== undefined ? decodeCursor("audit", filter.cursor, ["number"])[0] : undefined;
  return inTenant(ctx, async (tx) => {
    const rows = await selectBefore(tx, ctx, filter, before, filter.limit + 1);
    const page = toPage("audit", rows, filter.limit, (row) => [row.sequence]);
    const names = await nameActors(tx, ctx.tenantId, page.items.flatMap(namedIn));
    const total = await countMatches(tx, ctx, filter);
    return { items: page.items.map(toAuditEntry), nextCursor: page.nextCursor, ...total, names };
  });
}

interface AuditTotal {
  readonly total: number;
  readonly totalIsExact: boolean;
}

/** The chain has no gaps: without a filter its end says how many there are. */
async function countMatches(tx: Transaction, ctx: Context, filter: AuditFilter): Promise<AuditTotal> {
  const isFiltered = FILTERS.some((name) => filter[name] !== undefined);
  if (!isFiltered) {
    const head = await tx
      .select({ value: auditHeads.sequence })
      .from(auditHeads)
      .where(eq(auditHeads.tenantId, ctx.tenantId));
    return { total: oneRow(head).value, totalIsExact: true };
  }
  const some = tx
    .select({ one: sql`1`.as("one") })
    .from(auditEntries)
    .where(matches(ctx, filter))
    .limit(TOTAL_MAX)
    .as("some");
  const { value } = oneRow(await tx.select({ value: count() }).from(some));
  return { total: value, totalIsExact: value < TOTAL_MAX };
}

/** Whom an entry names: its actor, and a member or key that it is about. */
function namedIn({ actor, objectType, objectId }: typeof auditEntries.$inferSelect): string[] {
  if (objectType === "member") return [actor, objectId];
  return objectType === "api_key" ? [actor, `${KEY_ACTOR}${objectId}`] : [actor];
}

/** Every entry that the filter matches, newest first, a batch at a time: none is held for longer than its turn. */
export async function* streamAuditEntries(ctx: Context, filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  requireRole(ctx, "ADMIN");
  let before: number | undefined;
  for (;;) {
    const rows = await inTenant(ctx, (tx) => selectBefore(tx, ctx, filter, before, STREAM_BATCH));
    if (rows.length > 0) yield rows.map(toAuditEntry);
    if (rows.length < STREAM_BATCH) return;
    before = rows.at(-1)!.sequence;
  }
}

function selectBefore(tx: Transaction, ctx: Context, filter: AuditFilter, before: number | undefined, limit: number) {
  return tx
    .select()
    .from(auditEntries)
    .where(and(matches(ctx, filter), before === undefined ? undefined : lt(auditEntries.sequence, before)))
    .orderBy(desc(auditEntries.sequence))
    .limit(limit);
}

function matches({ tenantId }: Context, filter: AuditFilter): SQL | undefined {
  const { sequence, runId, action, objectType, objectId, actor, from, to } = filter;
  return and(
    eq(auditEntries.tenantId, tenantId),
    sequence === undefined ? undefined : eq(auditEntries.sequence, sequence),
    runId === undefined ? undefined : isUuid(runId) ? eq(auditEntries.runId, runId) : sql`false`,
    action === undefined ? undefined : eq(auditEntries.action, action),
    objectType === undefined ? undefined : eq(auditEntries.objectType, objectType),
    objectId === undefined ? undefined : eq(auditEntries.objectId, objectId),
    actor === undefined ? undefined : eq(auditEntries.actor, actor),
    from === undefined ? undefined : gte(auditEntries.createdAt, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.createdAt, new Date(to)),
  );
}
