import { isContainer } from "@assay/contract";
import { READER_VERSION } from "@assay/contract/reader-changes";
import { type Database, documents, oneRow } from "@assay/db";
import { and, count, eq, isNull, lt, or } from "drizzle-orm";
import { inSystem } from "../../tenancy/transact.ts";
import { isNoContainer } from "../is-no-container.ts";

export { READER_VERSION };

/** READY documents whose text a previous reader made; an archive has none. */
export const readEarlier = and(
  eq(documents.status, "READY"),
  isNoContainer(documents.fileType),
  or(isNull(documents.readerVersion), lt(documents.readerVersion, READER_VERSION)),
);

/** The same question about one document. */
export function isReadEarlier(document: { status: string; fileType: string; readerVersion: number | null }): boolean {
  return (
    document.status === "READY" && !isContainer(document.fileType) && (document.readerVersion ?? 0) < READER_VERSION
  );
}

/** Of all tenants together. */
export async function countReadEarlierDocuments(db: Database): Promise<number> {
  const row = oneRow(await inSystem(db, (tx) => tx.select({ value: count() }).from(documents).where(readEarlier)));
  return row.value;
}
