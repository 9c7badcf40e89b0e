import { type AccessFilter, type AccessRecord, type AccessRecordListQuery, isUuid } from "@assay/contract";
import { accessRecords, documents, type Transaction } from "@assay/db";
import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";

const STREAM_BATCH = 500;

type Row = typeof accessRecords.$inferSelect;

/** Newest first, with what people call the readers and the documents. */
export function listAccessRecords(
  ctx: Context,
  query: AccessRecordListQuery,
): Promise<Page<AccessRecord> & { names: Record<string, string> }> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => {
    const page = await pageOf(tx, ctx, query);
    const actors = page.items.map(({ actor }) => actor);
    const names = { ...(await nameActors(tx, ctx.tenantId, actors)), ...(await nameDocuments(tx, ctx, page.items)) };
    return { ...mapPage(page, toAccessRecord), names };
  });
}

/** All that the filter matches, newest first, a batch at a time: none is held for longer than its turn. */
export async function* streamAccessRecords(ctx: Context, filter: AccessFilter): AsyncGenerator<AccessRecord[]> {
  requireRole(ctx, "ADMIN");
  let cursor: string | undefined;
  do {
    const query = { ...filter, limit: STREAM_BATCH, cursor };
    const page = await inTenant(ctx, (tx) => pageOf(tx, ctx, query));
    if (page.items.length > 0) yield page.items.map(toAccessRecord);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function pageOf(tx: Transaction, ctx: Context, query: AccessRecordListQuery): Promise<Page<Row>> {
  const from = tx.select().from(accessRecords);
  return newestPage("access-records", query, { from, columns: accessRecords, where: matches(ctx, query) });
}

function matches({ tenantId }: Context, { kind, actor, documentId, runId, from, to }: AccessFilter): SQL | undefined {
  const ofDocument = (id: string) => and(eq(accessRecords.kind, "ORIGINAL"), eq(accessRecords.objectId, id));
  return and(
    eq(accessRecords.tenantId, tenantId),
    kind === undefined ? undefined : eq(accessRecords.kind, kind),
    actor === undefined ? undefined : eq(accessRecords.actor, actor),
    documentId === undefined ? undefined : isUuid(documentId) ? ofDocument(documentId) : sql`false`,
    runId === undefined ? undefined : isUuid(runId) ? eq(accessRecords.runId, runId) : sql`false`,
    from === undefined ? undefined : gte(accessRecords.createdAt, new Date(from)),
    to === undefined ? undefined : lt(accessRecords.createdAt, new Date(to)),
  );
}

/** Documents that are deleted have no name. */
async function nameDocuments(tx: Transaction, { tenantId }: Context, rows: readonly Row[]) {
  const ids = [...new Set(rows.filter(({ kind }) => kind === "ORIGINAL").map(({ objectId }) => objectId))];
  if (ids.length === 0) return {};
  const named = await tx
    .select({ id: documents.id, name: documents.originalFilename })
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), inArray(documents.id, ids)));
  return Object.fromEntries(named.map(({ id, name }) => [id, name]));
}

function toAccessRecord({ id, createdAt, actor, kind, objectId, runId }: Row): AccessRecord {
  return { id, createdAt: createdAt.toISOString(), actor, kind, objectId, runId };
}
