import { DocumentError, UnavailableError } from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import type { MarkedFileStore, StoredFile } from "@assay/core/ports";

interface Entry {
  bytes: Uint8Array;
  recorded: StoredFile;
}

/** A file store whose bytes a test may lose or damage. */
export interface MemoryFileStore extends MarkedFileStore {
  /** While it is true every act fails as an unreachable store does. */
  isOut: boolean;
  marker: string | null;
  readonly keys: () => string[];
  lose(key: string): void;
  /**
   * Changes the bytes under a key, or the one at a position, without its recorded checksum, as a failing disk would; a
   * second time puts them right.
   */
  damage(key: string, position?: number): void;
}

export function createMemoryFileStore(): MemoryFileStore {
  const entries = new Map<string, Entry>();
  const inReach = () => {
    if (store.isOut) throw new UnavailableError("files", "Cannot reach the file store");
  };
  const store: MemoryFileStore = {
    isOut: false,
    marker: null,
    keys: () => [...entries.keys()],
    lose: (key) => void entries.delete(key),
    damage(key, position) {
      const entry = entries.get(key)!;
      const bytes = position === undefined ? entry.bytes.map((byte) => byte ^ 1) : entry.bytes.slice();
      if (position !== undefined) bytes[position]! ^= 1;
      entries.set(key, { ...entry, bytes });
    },
    async put(key, body) {
      inReach();
      const bytes = new Uint8Array(await new Response(body).arrayBuffer());
      const recorded = { sizeBytes: bytes.length, sha256: await sha256Hex(bytes) };
      entries.set(key, { bytes, recorded });
      return recorded;
    },
    async get(key, range) {
      inReach();
      const entry = entries.get(key);
      if (!entry) throw new DocumentError("OBJECT_MISSING", "Cannot find the stored file");
      return new Blob([entry.bytes.subarray(range?.start, range?.end) as BlobPart]).stream();
    },
    async stat(key) {
      inReach();
      return entries.get(key)?.recorded ?? null;
    },
    async rehash(key, onChunk) {
      inReach();
      const entry = entries.get(key);
      if (entry) await onChunk?.(entry.bytes);
      return entry ? { sizeBytes: entry.bytes.length, sha256: await sha256Hex(entry.bytes) } : null;
    },
    async delete(key) {
      inReach();
      entries.delete(key);
    },
    check: async () => inReach(),
    async readMarker() {
      inReach();
      return store.marker;
    },
    async writeMarker(text) {
      inReach();
      store.marker = text;
    },
  };
  return store;
}
