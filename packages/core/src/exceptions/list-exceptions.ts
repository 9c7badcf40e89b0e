import {
  type DamagedResult,
  type Exception,
  type ExceptionListQuery,
  type ExceptionStatus,
  isUuid,
} from "@assay/contract";
import { exceptions, type Transaction } from "@assay/db";
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { decodeCursor, newestFirst, type Page, toPage } from "../paging.ts";
import { recordedHash, requireAsRecorded, showRecorded } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { inTenant } from "../tenancy/transact.ts";
import { type DatedException, datedException, showExceptions, today } from "./to-exception.ts";

interface Order {
  readonly list: string;
  readonly by: readonly SQL[];
  after(cursor: string | undefined): SQL | undefined;
  keyOf(row: DatedException): readonly string[];
}

const NEWEST_FIRST: Order = {
  list: "exceptions",
  by: [desc(exceptions.createdAt), desc(exceptions.id)],
  after: (cursor) => newestFirst("exceptions", exceptions.createdAt, exceptions.id, cursor),
  keyOf: (row) => [row.createdAt.toISOString(), row.id],
};

const FIRST_TO_END: Order = {
  list: "exceptions-by-last-day",
  by: [asc(exceptions.validUntil), asc(exceptions.id)],
  after(cursor) {
    if (cursor === undefined) return undefined;
    const [day, id] = decodeCursor("exceptions-by-last-day", cursor, ["day", "id"]);
    return sql`(${exceptions.validUntil}, ${exceptions.id}) > (${day}::date, ${id}::uuid)`;
  },
  keyOf: (row) => [row.validUntil, row.id],
};

/** The newest first, or those whose last day comes first; in the place of one that is not as recorded, its id. */
export function listExceptions(ctx: Context, query: ExceptionListQuery): Promise<Page<Exception | DamagedResult>> {
  const order = query.sort === "validUntil" ? FIRST_TO_END : NEWEST_FIRST;
  const after = order.after(query.cursor);
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select({ ...datedException, recordedHash: recordedHash("exception", ctx.tenantId) })
      .from(exceptions)
      .where(and(eq(exceptions.tenantId, ctx.tenantId), after, ...wanted(query)))
      .orderBy(...order.by)
      .limit(query.limit + 1);
    const page = toPage(order.list, rows, query.limit, order.keyOf);
    const items = await showRecorded(
      "exception",
      page.items,
      ({ id }) => id,
      (sound) => showExceptions(tx, ctx.tenantId, sound),
    );
    return { items, nextCursor: page.nextCursor };
  });
}

/** Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED. */
export async function getException(ctx: Context, id: string): Promise<Exception> {
  const shown = isUuid(id) ? await inTenant(ctx, (tx) => findShown(tx, ctx.tenantId, id)) : undefined;
  return found(ctx, "exception", id, shown);
}

async function findShown(tx: Transaction, tenantId: string, id: string): Promise<Exception | undefined> {
  const isWanted = and(eq(exceptions.tenantId, tenantId), eq(exceptions.id, id));
  const rows = await tx
    .select({ ...datedException, recordedHash: recordedHash("exception", tenantId) })
    .from(exceptions)
    .where(isWanted);
  await requireAsRecorded("exception", rows, (row) => row.id);
  return (await showExceptions(tx, tenantId, rows))[0];
}

const inForce = sql`(${exceptions.status} = 'APPROVED' and ${today} between ${exceptions.validFrom} and ${exceptions.validUntil})`;

function wanted(query: ExceptionListQuery): (SQL | undefined)[] {
  const { packId, requirementId, kind, status, ownerId, expiringWithinDays: days } = query;
  return [
    packId === undefined ? undefined : isUuid(packId) ? eq(exceptions.packId, packId) : sql`false`,
    requirementId === undefined ? undefined : eq(exceptions.requirementId, requirementId),
    kind === undefined ? undefined : eq(exceptions.kind, kind),
    ownerId === undefined ? undefined : isUuid(ownerId) ? eq(exceptions.ownerId, ownerId) : sql`false`,
    status && withStatus(status),
    query.inForce === undefined && days === undefined ? undefined : inForce,
    days === undefined ? undefined : sql`${exceptions.validUntil} <= ${today} + ${days}::int`,
  ];
}

function withStatus(status: ExceptionStatus): SQL {
  const passed = sql`${exceptions.validUntil} < ${today}`;
  switch (status) {
    case "REVOKED":
      return sql`${exceptions.status} = 'REVOKED'`;
    case "EXPIRED":
      return sql`(${exceptions.status} <> 'REVOKED' and ${passed})`;
    case "PROPOSED":
    case "APPROVED":
      return sql`(${exceptions.status} = ${status} and not ${passed})`;
  }
  status satisfies never;
}
