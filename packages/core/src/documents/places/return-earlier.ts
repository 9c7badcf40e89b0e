import { documentPlaces, documents, type Transaction } from "@assay/db";
import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { AuditEvent } from "../../audit/audit-event.ts";
import { isOneOf } from "../../is-one-of.ts";
import { knownOf, settleHolds } from "./settle-holds.ts";

interface Vacated {
  readonly source: string;
  readonly pathHash: string;
  readonly heldFrom: Date;
}

/** The places at which documents that are about to be deleted stand. */
export function listVacated(tx: Transaction, tenantId: string, documentIds: readonly string[]): Promise<Vacated[]> {
  return tx
    .select({ source: documentPlaces.source, pathHash: documentPlaces.pathHash, heldFrom: documentPlaces.heldFrom })
    .from(documentPlaces)
    .where(
      and(
        eq(documentPlaces.tenantId, tenantId),
        inArray(documentPlaces.documentId, [...documentIds]),
        isNull(documentPlaces.heldUntil),
      ),
    );
}

/** What archives and mails that are about to be deleted hold next to others: documents that they omitted as known. */
export async function listShared(tx: Transaction, tenantId: string, deletedIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ skipped: documents.membersSkipped })
    .from(documents)
    .where(
      and(eq(documents.tenantId, tenantId), isOneOf(documents.id, deletedIds), isNotNull(documents.membersSkipped)),
    );
  return rows.flatMap(({ skipped }) => knownOf(skipped)).filter((id) => !deletedIds.includes(id));
}

/**
 * After a deletion: what the deleted documents had replaced stands at their places again, what they shared is held by others
 * or retired, and nothing names them as its version. Returns the audit events, which the caller records last. Needs `lockPlaces`.
 */
export async function returnEarlier(
  tx: Transaction,
  tenantId: string,
  deletedIds: readonly string[],
  { vacated, shared }: { readonly vacated: readonly Vacated[]; readonly shared: readonly string[] },
): Promise<AuditEvent[]> {
  const back = [...shared];
  for (const { source, pathHash, heldFrom } of vacated) {
    const [last] = await tx
      .select()
      .from(documentPlaces)
      .where(
        and(
          eq(documentPlaces.tenantId, tenantId),
          eq(documentPlaces.source, source),
          eq(documentPlaces.pathHash, pathHash),
        ),
      )
      .orderBy(desc(documentPlaces.version))
      .limit(1);
    // One that had left the place before the deleted one came does not come back to it.
    if (last?.heldUntil?.getTime() !== heldFrom.getTime()) continue;
    await tx
      .update(documentPlaces)
      .set({ heldUntil: null, leftAt: null })
      .where(and(eq(documentPlaces.tenantId, tenantId), eq(documentPlaces.id, last.id)));
    back.push(last.documentId);
  }
  const events = back.length > 0 ? await settleHolds(tx, tenantId, back, "RETIRED") : [];
  const gone = [...deletedIds];
  await tx
    .update(documents)
    .set({ replacesDocumentId: null })
    .where(and(eq(documents.tenantId, tenantId), inArray(documents.replacesDocumentId, gone)));
  const orphans = await tx
    .update(documents)
    .set({ supersededById: null, retiredAt: sql`now()` })
    .where(and(eq(documents.tenantId, tenantId), inArray(documents.supersededById, gone)))
    .returning({ id: documents.id });
  return [
    ...events,
    ...orphans.map(({ id: objectId }) => ({ action: "document.retired" as const, objectType: "document", objectId })),
  ];
}
