import type { Document } from "@assay/client";

/** Documents of a list on which an action is to be done; they stay chosen while the list changes. */
export interface Selection {
  readonly chosen: ReadonlyMap<string, Document>;
  /** The one that was pressed last. */
  readonly last?: string;
}

export interface Choosing {
  readonly selection: Selection;
  /** Undefined ends the choosing. */
  choose(next: Selection | undefined): void;
  /** What the list shows now. */
  readonly listed: readonly Document[];
}

/** Chooses documents, or no longer. */
export function withDocuments(selection: Selection, documents: readonly Document[], on: boolean): Selection {
  const chosen = new Map(selection.chosen);
  for (const each of documents)
    if (on) chosen.set(each.id, each);
    else chosen.delete(each.id);
  return { ...selection, chosen };
}

/** With `range`: all from the one that was pressed last. */
export function toggleDocument({ selection, listed }: Choosing, document: Document, range: boolean): Selection {
  const { chosen, last } = selection;
  const at = listed.findIndex(({ id }) => id === document.id);
  const from = range ? listed.findIndex(({ id }) => id === last) : -1;
  const documents = from < 0 ? [document] : listed.slice(Math.min(from, at), Math.max(from, at) + 1);
  return { ...withDocuments(selection, documents, !chosen.has(document.id)), last: document.id };
}
