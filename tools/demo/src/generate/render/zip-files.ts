import { type Zippable, zipSync } from "fflate";

/** No time zone: ZIP stores local time, so this reads the same on every machine. */
const MODIFIED = "2026-10-05T09:00:00";

/** Packs files by name; the same files give the same bytes. */
export function zipFiles(files: Record<string, string | Uint8Array>): Uint8Array {
  const encoder = new TextEncoder();
  const entries: Zippable = {};
  for (const [name, data] of Object.entries(files))
    entries[name] = typeof data === "string" ? encoder.encode(data) : data;
  return zipSync(entries, { level: 9, mtime: MODIFIED });
}
