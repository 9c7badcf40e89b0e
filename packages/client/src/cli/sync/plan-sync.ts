import type { Connection } from "../access/connect.ts";
import { CommandError } from "../exit-codes.ts";
import type { FolderEntry, Listing } from "./folder-entry.ts";

export interface SyncPlan {
  readonly send: readonly FolderEntry[];
  readonly unchanged: number;
  /** Every path that stays in the source. */
  readonly paths: readonly string[];
  readonly retire: readonly { readonly path: string; readonly documentId: string }[];
}

/** What makes the source what was listed. Only hashes and paths travel. */
export async function planSync(
  { assay }: Connection,
  source: string,
  { entries, unread }: Listing,
  signal: AbortSignal,
): Promise<SyncPlan> {
  const held = new Map<string, { sha256: string; documentId: string }>();
  for await (const { id, sha256Hash, places } of assay.documents.list({ source, signal }))
    for (const place of places)
      if (place.source === source) held.set(place.path, { sha256: sha256Hash, documentId: id });
  const send = entries.filter(({ path, sha256 }) => held.get(path)?.sha256 !== sha256);
  const stays = new Set([...entries, ...unread].map(({ path }) => path));
  const unknown = unread.filter(({ path }) => path.endsWith("/"));
  for (const path of held.keys())
    if (unknown.some((folder) => folder.path === "/" || path.startsWith(folder.path))) stays.add(path);
  const retire = [...held].filter(([path]) => !stays.has(path)).map(([path, { documentId }]) => ({ path, documentId }));
  const paths = [...stays].filter((path) => held.has(path) || !path.endsWith("/"));
  return { send, unchanged: entries.length - send.length, paths, retire };
}

/** Throws CommandError where nothing is left of the source, which is more often a wrong folder than what is meant. */
export function refuseEmpty({ entries, unread }: Listing, from: string, allowEmpty: boolean): void {
  if (entries.length > 0 || allowEmpty || unread.length > 0) return;
  throw new CommandError(
    "USAGE",
    `There is no file in ${from}: nothing was retired`,
    "Give --allow-empty where the source is to be empty.",
  );
}
