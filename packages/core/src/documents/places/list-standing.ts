import { documentPlaces, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";
import { isOneOf } from "../../is-one-of.ts";

/** The places at which these documents stand, or wait for the next to be READY. */
export function listStanding(
  tx: Transaction,
  tenantId: string,
  documentIds: readonly string[],
): Promise<Pick<typeof documentPlaces.$inferSelect, "id" | "documentId" | "source" | "path" | "filename">[]> {
  const { id, documentId, source, path, filename } = documentPlaces;
  return tx
    .select({ id, documentId, source, path, filename })
    .from(documentPlaces)
    .where(
      and(
        eq(documentPlaces.tenantId, tenantId),
        isOneOf(documentPlaces.documentId, documentIds),
        isNull(documentPlaces.leftAt),
      ),
    );
}
