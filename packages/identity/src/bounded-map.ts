import { createHash } from "node:crypto";
import { setBounded } from "./set-bounded.ts";

/** A map of at most `sizeMax` entries, of which the least recently written makes place. Keys of any length cost the same. */
export function createBoundedMap<T>(sizeMax: number) {
  const entries = new Map<string, T>();
  const digest = (parts: readonly string[]) => createHash("sha256").update(JSON.stringify(parts)).digest("base64");
  return {
    get: (...key: string[]): T | undefined => entries.get(digest(key)),
    set(value: T, ...key: string[]): void {
      setBounded(entries, sizeMax, digest(key), value);
    },
    delete: (...key: string[]): boolean => entries.delete(digest(key)),
    get size() {
      return entries.size;
    },
  };
}
