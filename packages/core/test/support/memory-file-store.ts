import { DocumentError } from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import type { FileStore, StoredFile } from "@assay/core/ports";

interface Entry {
  bytes: Uint8Array;
  recorded: StoredFile;
}

/** A file store whose bytes a test may lose or damage. */
export interface MemoryFileStore extends FileStore {
  readonly keys: () => string[];
  lose(key: string): void;
  /** Changes the bytes under a key without its recorded checksum, as a failing disk would. */
  damage(key: string): void;
}

export function createMemoryFileStore(): MemoryFileStore {
  const entries = new Map<string, Entry>();
  return {
    keys: () => [...entries.keys()],
    lose: (key) => void entries.delete(key),
    damage(key) {
      const entry = entries.get(key)!;
      entries.set(key, { ...entry, bytes: entry.bytes.map((byte) => byte ^ 1) });
    },
    async put(key, body) {
      const bytes = new Uint8Array(await new Response(body).arrayBuffer());
      const recorded = { sizeBytes: bytes.length, sha256: await sha256Hex(bytes) };
      entries.set(key, { bytes, recorded });
      return recorded;
    },
    async get(key, range) {
      const entry = entries.get(key);
      if (!entry) throw new DocumentError("OBJECT_MISSING", "Cannot find the stored file");
      return new Blob([entry.bytes.subarray(range?.start, range?.end) as BlobPart]).stream();
    },
    stat: async (key) => entries.get(key)?.recorded ?? null,
    async rehash(key) {
      const entry = entries.get(key);
      return entry ? { sizeBytes: entry.bytes.length, sha256: await sha256Hex(entry.bytes) } : null;
    },
    delete: async (key) => void entries.delete(key),
    check: async () => {},
  };
}
