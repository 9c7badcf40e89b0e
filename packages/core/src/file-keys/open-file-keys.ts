import { UnavailableError } from "@assay/contract";
import { type Database, fileKeys, newId, type Transaction } from "@assay/db";
import { asc, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { KeyWrapper } from "../ports/key-wrapper.ts";
import { systemActor } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { contextOf } from "./context-of.ts";

export interface FileKey {
  readonly id: string;
  /** Null when it is destroyed. */
  readonly secret: CryptoKey | null;
}

export interface FileKeys {
  /** What encrypts the tenant's files now; made where there is none. */
  active(tenantId: string): Promise<FileKey & { readonly secret: CryptoKey }>;
  /** Every key that the tenant's files may be encrypted with, the active one first. */
  list(tenantId: string): Promise<FileKey[]>;
}

type Row = typeof fileKeys.$inferSelect;

const KEY_BYTES = 32;
/** Of opened keys in memory; each access asks the database which of them the tenant has. */
const OPENED_MAX = 1000;

/** The keys of tenants, unwrapped once by each process, for every handle of the database. */
export function createFileKeys(openWrapper: () => Promise<KeyWrapper>): (db: Database) => FileKeys {
  const opened = new Map<string, CryptoKey>();

  async function unwrap(row: Row): Promise<FileKey> {
    const { id, sealed, sealedBy } = row;
    if (!sealed) return { id, secret: null };
    const known = opened.get(id);
    if (known) return { id, secret: known };
    const bytes = await (await openWrapper()).unwrap({ keyId: sealedBy, bytes: sealed }, contextOf(row));
    if (!bytes) throw cannotOpen(sealedBy);
    const secret = await importSecret(bytes);
    if (opened.size >= OPENED_MAX) opened.delete(opened.keys().next().value!);
    opened.set(id, secret);
    return { id, secret };
  }

  return (db) => {
    const rowsOf = (tenantId: string) => inTenant({ db, tenantId }, (tx) => listRows(tx, tenantId));

    async function make(tenantId: string): Promise<Row[]> {
      const id = newId();
      const wrapper = await openWrapper();
      const { keyId, bytes } = await wrapper.wrap(newSecret(), contextOf({ tenantId, id }));
      return inTenant({ db, tenantId }, async (tx) => {
        await addFileKey(tx, { id, tenantId, sealed: bytes, sealedBy: keyId });
        return listRows(tx, tenantId);
      });
    }

    return {
      async active(tenantId) {
        const isActive = (row: Row) => !row.retiredAt && !row.destroyedAt;
        const row = (await rowsOf(tenantId)).find(isActive) ?? (await make(tenantId)).find(isActive);
        const { id, secret } = await unwrap(row!);
        return { id, secret: secret! };
      },
      async list(tenantId) {
        return Promise.all((await rowsOf(tenantId)).map(unwrap));
      },
    };
  };
}

/** Random bytes of a tenant's key. */
export function newSecret(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(KEY_BYTES));
}

/** Adds a tenant's active key, unless another process has added one. */
export async function addFileKey(tx: Transaction, row: typeof fileKeys.$inferInsert & { id: string }): Promise<void> {
  const added = await tx.insert(fileKeys).values(row).onConflictDoNothing().returning({ id: fileKeys.id });
  const events = added.map(({ id }) => ({
    ...({ action: "file_key.created", objectType: "file_key", objectId: id } as const),
  }));
  await recordAudit(tx, systemActor(row.tenantId), ...events);
}

/** The active one, then the others from the last that was retired. */
async function listRows(tx: Transaction, tenantId: string): Promise<Row[]> {
  return tx
    .select()
    .from(fileKeys)
    .where(eq(fileKeys.tenantId, tenantId))
    .orderBy(sql`${fileKeys.retiredAt} desc nulls first`, asc(fileKeys.id));
}

function importSecret(bytes: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes as Uint8Array<ArrayBuffer>, "HKDF", false, ["deriveKey"]);
}

export function cannotOpen(sealedBy: string): UnavailableError {
  return new UnavailableError(
    "files",
    `Cannot open the key of a tenant's originals because '${sealedBy}' sealed it, which is not configured or is another key: add it to FILES_KEY behind the active one, or set its FILES_KMS`,
  );
}
