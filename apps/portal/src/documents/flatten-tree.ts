import type { Document } from "@assay/client";

/** A line of the list. Members of an opened archive stand below it, then what it omitted. */
export type TreeRow =
  | { readonly kind: "document"; readonly key: string; readonly depth: number; readonly document: Document }
  | { readonly kind: "loading"; readonly key: string; readonly depth: number }
  | { readonly kind: "skipped"; readonly key: string; readonly depth: number; readonly skipped: SkippedFile };

export type SkippedFile = NonNullable<Document["archive"]>["skipped"][number];

export interface OpenArchives {
  isOpen(archiveId: string): boolean;
  /** Undefined until they are known. */
  membersOf(archiveId: string): readonly Document[] | undefined;
}

const INDENT_PX = 20;
const EDGE_PX = 12;

/** Where a row of the tree begins. */
export function rowIndent(depth: number): number {
  return EDGE_PX + depth * INDENT_PX;
}

export function flattenTree(documents: readonly Document[], archives: OpenArchives, depth = 0): TreeRow[] {
  return documents.flatMap((document) => {
    const row: TreeRow = { kind: "document", key: document.id, depth, document };
    if (!document.archive || !archives.isOpen(document.id)) return [row];
    const members = archives.membersOf(document.id);
    const inside: TreeRow[] = members
      ? flattenTree(members.toSorted(byName), archives, depth + 1)
      : [{ kind: "loading", key: `${document.id} loading`, depth: depth + 1 }];
    const skipped = document.archive.skipped.map(
      (file, index): TreeRow => ({ kind: "skipped", key: `${document.id} ${index}`, depth: depth + 1, skipped: file }),
    );
    return [row, ...inside, ...skipped];
  });
}

function byName(a: Document, b: Document): number {
  return a.originalFilename.localeCompare(b.originalFilename, undefined, { numeric: true });
}
