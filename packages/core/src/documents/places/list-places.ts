import type { DocumentPlace } from "@assay/contract";
import { documentPlaces, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, isNull, ne } from "drizzle-orm";

/** Of the line of versions that a person made, which is no place that anybody named. */
export const BY_HAND = "";

/** The places at which each of these documents stands now, by their ids. */
export async function listPlaces(
  tx: Transaction,
  tenantId: string,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, DocumentPlace[]>> {
  if (documentIds.length === 0) return new Map();
  const rows = await tx
    .select({
      documentId: documentPlaces.documentId,
      source: documentPlaces.source,
      path: documentPlaces.path,
      version: documentPlaces.version,
    })
    .from(documentPlaces)
    .where(
      and(
        eq(documentPlaces.tenantId, tenantId),
        inArray(documentPlaces.documentId, [...documentIds]),
        isNull(documentPlaces.heldUntil),
        ne(documentPlaces.source, BY_HAND),
      ),
    )
    .orderBy(asc(documentPlaces.source), asc(documentPlaces.path));
  const byDocument = Map.groupBy(rows, ({ documentId }) => documentId);
  return new Map([...byDocument].map(([id, places]) => [id, places.map(({ documentId, ...place }) => place)]));
}
