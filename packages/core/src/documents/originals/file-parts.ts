import { type Database, fileParts, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { inTenant } from "../../tenancy/transact.ts";
import type { DocumentRow } from "../to-document.ts";
import { PART_BYTES } from "./digest-parts.ts";

/** What the parts of a file belong to. */
export type OfFile = Pick<DocumentRow, "id" | "tenantId" | "sha256Hash" | "sizeBytes">;

/**
 * Records the digests of a file's parts, taken in one pass with a SHA-256 of the whole that is the document's. A file of one
 * part has none: its own SHA-256 says the same. Returns whether other ones were recorded.
 */
export async function saveParts(tx: Transaction, file: OfFile, digests: readonly string[]): Promise<boolean> {
  if (file.sizeBytes <= PART_BYTES) return false;
  const { tenantId, id: documentId, sha256Hash } = file;
  const other = await readParts(tx, file);
  if (other && isSame(other.digests, digests) && other.sha256Hash === sha256Hash) return false;
  await tx
    .insert(fileParts)
    .values({ tenantId, documentId, sha256Hash, digests: [...digests] })
    .onConflictDoUpdate({
      target: fileParts.documentId,
      set: { sha256Hash, digests: [...digests] },
      setWhere: eq(fileParts.tenantId, sql`${tenantId}::uuid`),
    });
  return other !== undefined;
}

/** The digests of a file's parts; undefined where none are recorded of the file that the document names. */
export async function findParts(db: Database, file: OfFile): Promise<string[] | undefined> {
  const row = await inTenant({ db, tenantId: file.tenantId }, (tx) => readParts(tx, file));
  const isOfFile = row?.sha256Hash === file.sha256Hash && row.digests.length === Math.ceil(file.sizeBytes / PART_BYTES);
  return isOfFile ? row.digests : undefined;
}

async function readParts(tx: Transaction, { tenantId, id }: OfFile) {
  const [row] = await tx
    .select({ sha256Hash: fileParts.sha256Hash, digests: fileParts.digests })
    .from(fileParts)
    .where(and(eq(fileParts.tenantId, tenantId), eq(fileParts.documentId, id)));
  return row;
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((digest, index) => digest === other[index]);
