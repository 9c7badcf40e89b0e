import type { RunDiff } from "@assay/client";

export interface DocumentChanges {
  readonly added: string[];
  readonly removed: string[];
  /** Removed and uploaded again under the same name. */
  readonly replaced: string[];
}

export function pairDocuments({ added, removed }: RunDiff["documents"]): DocumentChanges {
  const gone = removed.map(({ originalFilename }) => originalFilename);
  const changes: DocumentChanges = { added: [], removed: [], replaced: [] };
  for (const { originalFilename } of added) {
    const at = gone.indexOf(originalFilename);
    if (at < 0) changes.added.push(originalFilename);
    else changes.replaced.push(...gone.splice(at, 1));
  }
  changes.removed.push(...gone);
  return changes;
}
