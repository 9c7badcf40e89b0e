import { createHash, randomUUID } from "node:crypto";
import { createEncryptingFileStore, type EncryptingFileStore, type FileKeys } from "@assay/core/file-keys";
import type { MarkedFileStore } from "@assay/core/ports";

export interface KeysInMemory extends FileKeys {
  rotate(tenantId: string): Promise<void>;
  destroy(tenantId: string): void;
}

/** Keys of tenants without a database. */
export function keysInMemory(): KeysInMemory {
  const byTenant = new Map<string, { id: string; secret: CryptoKey | null }[]>();
  const keys: KeysInMemory = {
    async active(tenantId) {
      if (!byTenant.get(tenantId)?.[0]?.secret) await keys.rotate(tenantId);
      const { id, secret } = byTenant.get(tenantId)![0]!;
      return { id, secret: secret! };
    },
    list: async (tenantId) => byTenant.get(tenantId) ?? [],
    async rotate(tenantId) {
      const bytes = crypto.getRandomValues(new Uint8Array(32));
      const secret = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
      byTenant.set(tenantId, [{ id: randomUUID(), secret }, ...(byTenant.get(tenantId) ?? [])]);
    },
    destroy(tenantId) {
      for (const key of byTenant.get(tenantId) ?? []) key.secret = null;
    },
  };
  return keys;
}

export function encrypting(store: MarkedFileStore, keys: FileKeys = keysInMemory()): EncryptingFileStore {
  return createEncryptingFileStore({ store, keys, startSha256: () => startSha256() });
}

function startSha256() {
  const hash = createHash("sha256");
  return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest("hex") };
}
