import { documentPlaces, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";
import { isOneOf } from "../../is-one-of.ts";

/** The places at which these documents stand, or wait for the next to be READY. */
export function listStanding(
  tx: Transaction,
  tenantId: string,
  documentIds: readonly string[],
): Promise<{ id: string; documentId: string }[]> {
  return tx
    .select({ id: documentPlaces.id, documentId: documentPlaces.documentId })
    .from(documentPlaces)
    .where(
      and(
        eq(documentPlaces.tenantId, tenantId),
        isOneOf(documentPlaces.documentId, documentIds),
        isNull(documentPlaces.leftAt),
      ),
    );
}
