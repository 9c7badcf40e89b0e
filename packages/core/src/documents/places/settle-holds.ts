import { documents, type SkippedMember, type Transaction } from "@assay/db";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { AuditEvent } from "../../audit/audit-event.ts";
import { isOneOf } from "../../is-one-of.ts";
import { listStanding } from "./list-standing.ts";
import { type Named, nameBy, renameDocument } from "./name-documents.ts";

/** Why nothing holds a document any more: a newer version does its work, or nobody wants it. */
export type Leaving = { readonly byDocumentId: string } | "RETIRED";

interface Held extends Named {
  readonly parentDocumentId: string | null;
  readonly heldByUpload: boolean | null;
  readonly supersededById: string | null;
  readonly retiredAt: Date | null;
  readonly skipped: SkippedMember[] | null;
}

/**
 * Makes these documents, and what came out of them, live or not, and names those that are live by what holds them: a document is live while an upload without a place, a place, or
 * a live archive or mail that contains it holds it. Returns the audit events, which the caller records last. Needs `lockPlaces`.
 */
export async function settleHolds(
  tx: Transaction,
  tenantId: string,
  documentIds: readonly string[],
  leaving: Leaving,
): Promise<AuditEvent[]> {
  const affected = await loadAffected(tx, tenantId, documentIds);
  const { live, names } = await findLive(tx, tenantId, affected);
  const changed = [...affected.values()].filter((row) => isLiveRow(row) !== live.has(row.id)).map(({ id }) => id);
  const back = changed.filter((id) => live.has(id));
  const left = changed.filter((id) => !live.has(id));
  const set = async (ids: readonly string[], change: object) => {
    if (ids.length === 0) return;
    await tx
      .update(documents)
      .set(change)
      .where(and(eq(documents.tenantId, tenantId), isOneOf(documents.id, ids)));
  };
  await set(back, { supersededById: null, retiredAt: null });
  await set(left, leave(leaving));
  const renamed: AuditEvent[] = [];
  for (const row of affected.values()) {
    const name = names.get(row.id);
    if (name !== undefined && name !== row.originalFilename) renamed.push(await renameDocument(tx, row, name));
  }
  return [
    ...back.map((id) => eventOf(id, "document.restored")),
    ...left.map((id) => leftEvent(id, leaving)),
    ...renamed,
  ];
}

function leave(leaving: Leaving) {
  if (leaving === "RETIRED") return { retiredAt: sql`now()` };
  return { supersededById: leaving.byDocumentId };
}

function leftEvent(id: string, leaving: Leaving): AuditEvent {
  if (leaving === "RETIRED") return eventOf(id, "document.retired");
  return { ...eventOf(id, "document.superseded"), details: { byDocumentId: leaving.byDocumentId } };
}

function eventOf(objectId: string, action: AuditEvent["action"]): AuditEvent {
  return { action, objectType: "document", objectId };
}

const isLiveRow = ({ supersededById, retiredAt }: Held) => supersededById === null && retiredAt === null;

const COLUMNS = {
  id: documents.id,
  tenantId: documents.tenantId,
  originalFilename: documents.originalFilename,
  givenFilename: documents.givenFilename,
  readAs: documents.readAs,
  fileType: documents.fileType,
  status: documents.status,
  parentDocumentId: documents.parentDocumentId,
  heldByUpload: documents.heldByUpload,
  supersededById: documents.supersededById,
  retiredAt: documents.retiredAt,
  skipped: documents.membersSkipped,
};

/** The documents, their members, and what these archives and mails omitted as known, level by level. */
async function loadAffected(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Map<string, Held>> {
  const affected = new Map<string, Held>();
  for (let level = [...new Set(ids)]; level.length > 0; ) {
    const rows = await tx
      .select(COLUMNS)
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), isOneOf(documents.id, level)))
      .orderBy(asc(documents.id));
    for (const row of rows) affected.set(row.id, row);
    const members = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), isOneOf(documents.parentDocumentId, level)));
    const below = [...members.map(({ id }) => id), ...rows.flatMap(({ skipped }) => knownOf(skipped))];
    level = [...new Set(below)].filter((id) => !affected.has(id));
  }
  return affected;
}

export function knownOf(skipped: SkippedMember[] | null): string[] {
  return (skipped ?? []).flatMap(({ documentId }) => documentId ?? []);
}

const isByUpload = ({ heldByUpload, parentDocumentId }: Held) => heldByUpload ?? parentDocumentId === null;

/** Those that are live, with their names. */
async function findLive(tx: Transaction, tenantId: string, affected: ReadonlyMap<string, Held>) {
  const ids = [...affected.keys()];
  const placesOf = Map.groupBy(await listStanding(tx, tenantId, ids), ({ documentId }) => documentId);
  const live = new Set(placesOf.keys());
  for (const row of affected.values()) if (isByUpload(row)) live.add(row.id);
  const containers = await listContainers(tx, tenantId, affected);
  const isLive = (container: Held) => (affected.has(container.id) ? live.has(container.id) : isLiveRow(container));
  for (let before = -1; before !== live.size; ) {
    before = live.size;
    for (const id of ids) if (containers.get(id)?.some(isLive)) live.add(id);
  }
  const names = new Map<string, string>();
  for (const row of affected.values()) {
    if (!live.has(row.id)) continue;
    const given = row.givenFilename ?? row.originalFilename;
    const memberNames = (containers.get(row.id) ?? [])
      .filter(isLive)
      .flatMap((container) => [
        ...(container.id === row.parentDocumentId ? [given] : []),
        ...(container.skipped ?? []).flatMap(({ documentId, name }) => (documentId === row.id ? [name] : [])),
      ]);
    const holds = { byUpload: isByUpload(row), places: placesOf.get(row.id) ?? [], memberNames };
    names.set(row.id, nameBy(holds, given));
  }
  return { live, names };
}

async function loadParents(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Map<string, Held>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select(COLUMNS)
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), isOneOf(documents.id, ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The archives and mails that each of the documents came out of, or that omitted it as known. */
async function listContainers(
  tx: Transaction,
  tenantId: string,
  affected: ReadonlyMap<string, Held>,
): Promise<ReadonlyMap<string, Held[]>> {
  const parents = [...affected.values()].flatMap(({ parentDocumentId }) => parentDocumentId ?? []);
  const parentOf = await loadParents(tx, tenantId, parents);
  const omitting = await tx
    .select(COLUMNS)
    .from(documents)
    .where(
      and(
        eq(documents.tenantId, tenantId),
        isNotNull(documents.membersSkipped),
        sql`exists (select 1 from jsonb_array_elements(${documents.membersSkipped}) member
          where member->>'documentId' = any(${`{${[...affected.keys()].join(",")}}`}::text[]))`,
      ),
    );
  const containers = new Map<string, Held[]>();
  const add = (id: string, container: Held) => containers.set(id, [...(containers.get(id) ?? []), container]);
  for (const { id, parentDocumentId } of affected.values()) {
    const parent = parentDocumentId && parentOf.get(parentDocumentId);
    if (parent) add(id, parent);
  }
  for (const container of omitting)
    for (const id of new Set(knownOf(container.skipped))) if (affected.has(id)) add(id, container);
  return containers;
}
