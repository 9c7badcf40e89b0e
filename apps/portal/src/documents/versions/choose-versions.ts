import type { DocumentVersion } from "@assay/client";

type Held = Pick<DocumentVersion, "documentId" | "source" | "path">;

/** Each document once, where it stood last. Takes and returns the newest first. */
export function listOnce<V extends Held>(versions: readonly V[]): readonly V[] {
  const known = new Set<string>();
  return versions.filter(({ documentId }) => {
    const isNew = !known.has(documentId);
    known.add(documentId);
    return isNew;
  });
}

/** What to compare of a document's history where nobody has chosen: it and the one before, or the first two. */
export function chooseVersions(versions: readonly Held[], documentId: string): { from?: string; to?: string } {
  const own = versions.findIndex((each) => each.documentId === documentId);
  if (own < 0) return {};
  const { source, path } = versions[own]!;
  const isOther = (each: Held) => each.documentId !== documentId && each.source === source && each.path === path;
  const before = versions.slice(own + 1).find(isOther);
  if (before) return { from: before.documentId, to: documentId };
  const after = versions.slice(0, own).findLast(isOther);
  return after ? { from: documentId, to: after.documentId } : { to: documentId };
}
