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

/** What to compare of a document's history where nobody has chosen: it and the one before, or the next after it. */
export function chooseVersions(versions: readonly Held[], documentId: string): { from?: string; to?: string } {
  const isOther = (each: Held) => each.documentId !== documentId;
  const stood = [...versions.entries()].filter(([, each]) => !isOther(each));
  const othersAt =
    ({ source, path }: Held) =>
    (each: Held) =>
      isOther(each) && each.source === source && each.path === path;
  for (const [at, own] of stood) {
    const before = versions.slice(at + 1).find(othersAt(own));
    if (before) return { from: before.documentId, to: documentId };
  }
  for (const [at, own] of stood) {
    const after = versions.slice(0, at).findLast(othersAt(own));
    if (after) return { from: documentId, to: after.documentId };
  }
  // It stood there before all that is listed.
  const next = versions.findLast(isOther);
  if (next) return { from: documentId, to: next.documentId };
  return stood.length > 0 ? { to: documentId } : {};
}

/** The one that stood earlier first, where both are listed. Takes the newest first. */
export function orderVersions<Id extends string | undefined>(
  versions: readonly Pick<DocumentVersion, "documentId">[],
  { from, to }: { readonly from: Id; readonly to: Id },
): { from: Id; to: Id } {
  const [first, second] = [from, to].map((id) => versions.findIndex(({ documentId }) => documentId === id));
  const isTurned = first! >= 0 && second! >= 0 && first! < second!;
  return isTurned ? { from: to, to: from } : { from, to };
}
