import type { Recognition } from "@assay/contract";
import { documentPages, type Transaction } from "@assay/db";
import { and, count, eq, inArray, isNotNull } from "drizzle-orm";
import type { DocumentRow } from "../to-document.ts";

type Row = Pick<DocumentRow, "id" | "status" | "pages">;

/** How far OCR is with each of these documents whose images it reads now, by their ids. */
export async function countRecognition(
  tx: Transaction,
  tenantId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Recognition>> {
  const ids = rows.filter(isRecognised).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const counted = await tx
    .select({ id: documentPages.documentId, total: count(), done: count(documentPages.recognisedAt) })
    .from(documentPages)
    .where(
      and(
        eq(documentPages.tenantId, tenantId),
        inArray(documentPages.documentId, ids),
        isNotNull(documentPages.pictureSegment),
      ),
    )
    .groupBy(documentPages.documentId);
  return new Map(counted.map(({ id, done, total }) => [id, { done, total }]));
}

/** Whether the file was read to its end and OCR was not. */
export function isRecognised({ status, pages }: Pick<Row, "status" | "pages">): boolean {
  return status === "UPLOADED" && pages !== null;
}
