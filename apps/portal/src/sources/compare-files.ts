import type { ManifestFile } from "@assay/client";

export interface FileChanges {
  /** Files of the source for which no document stands. */
  readonly notHeld: readonly ManifestFile[];
  readonly added: readonly ManifestFile[];
  readonly changed: readonly ManifestFile[];
  /** What was there at the sync before, and has left its place. */
  readonly gone: readonly ManifestFile[];
}

/** How the files of a source changed from one sync to the next. */
export function compareFiles(before: readonly ManifestFile[], after: readonly ManifestFile[]): FileChanges {
  const held = (files: readonly ManifestFile[]) => files.filter(({ documentId }) => documentId !== null);
  const earlier = new Map(held(before).map((file) => [file.path, file]));
  const later = new Map(held(after).map((file) => [file.path, file]));
  return {
    notHeld: after.filter(({ documentId }) => documentId === null),
    added: [...later.values()].filter(({ path }) => !earlier.has(path)),
    changed: [...later.values()].filter(({ path, documentId }) => {
      const file = earlier.get(path);
      return file !== undefined && file.documentId !== documentId;
    }),
    gone: [...earlier.values()].filter(({ path }) => !later.has(path)),
  };
}
