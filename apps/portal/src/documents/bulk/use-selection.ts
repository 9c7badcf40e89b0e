import type { Document } from "@assay/client";
import { useRef, useState } from "react";

export interface Selection {
  readonly chosen: ReadonlyMap<string, Document>;
  /** With `range`: all from the one that was pressed last. */
  toggle(document: Document, range: boolean): void;
  set(documents: readonly Document[], on: boolean): void;
  clear(): void;
}

/** The documents of a list on which an action is to be done; they stay chosen while the list changes. */
export function useSelection(listed: readonly Document[]): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Document>>(new Map());
  const last = useRef<string>(undefined);
  const set = (documents: readonly Document[], on: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const each of documents)
        if (on) next.set(each.id, each);
        else next.delete(each.id);
      return next;
    });
  return {
    chosen,
    set,
    toggle(document, range) {
      const on = !chosen.has(document.id);
      const [from, to] = [last.current, document.id].map((id) => listed.findIndex((each) => each.id === id)) as [
        number,
        number,
      ];
      last.current = document.id;
      if (!range || from < 0) return set([document], on);
      set(listed.slice(Math.min(from, to), Math.max(from, to) + 1), on);
    },
    clear: () => setChosen(new Map()),
  };
}
