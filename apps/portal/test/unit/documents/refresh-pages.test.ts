import type { Document } from "@assay/client";
import { expect, test } from "vitest";
import {
  type DocumentPage,
  type LoadedPages,
  mergePage,
  pagesToRefresh,
  refreshPages,
} from "../../../src/documents/refresh-pages.ts";

const LIMIT = 3;
type Row = Pick<Document, "id" | "status">;
const ready = (...ids: string[]): Row[] => ids.map((id) => ({ id, status: "READY" }));
const page = (items: Row[], nextCursor: string | null): DocumentPage => ({ items: items as Document[], nextCursor });
const ids = ({ pages }: LoadedPages<DocumentPage>) => pages.map(({ items }) => items.map(({ id }) => id).join(""));

/** A list as the service has it, in pages after the last row of the one before. */
function serve(rows: readonly Row[], cursor: string | undefined): DocumentPage {
  const after = cursor === undefined ? rows : rows.filter(({ id }) => id > cursor);
  return page(after.slice(0, LIMIT), after.length > LIMIT ? after[LIMIT - 1]!.id : null);
}

const load = (rows: readonly Row[], count: number): LoadedPages<DocumentPage> => {
  const pages: DocumentPage[] = [];
  const pageParams: (string | undefined)[] = [];
  for (let cursor: string | undefined; pages.length < count; ) {
    pages.push(serve(rows, cursor));
    pageParams.push(cursor);
    cursor = pages.at(-1)!.nextCursor ?? undefined;
  }
  return { pages, pageParams };
};

test("of a hundred pages only the first and those with unread or changed documents are asked for", async () => {
  const rows = Array.from({ length: 300 }, (_, index): Row => ({ id: `${1000 + index}`, status: "READY" }));
  const loaded = load(rows, 100);
  const unread = load(
    rows.map((row) => (row.id === "1120" ? { ...row, status: "PARSED" } : row)),
    100,
  );
  expect(pagesToRefresh(unread)).toEqual([0, 40]);
  expect(pagesToRefresh(unread, new Set(["1298"]))).toEqual([0, 40, 99]);
  const asked: (string | undefined)[] = [];
  const merged = await refreshPages(
    () => unread,
    async (cursor) => {
      asked.push(cursor);
      return serve(rows, cursor);
    },
  );
  expect(asked).toEqual([undefined, "1119"]);
  expect(merged).toEqual(loaded);
});

test("new documents come on top, deleted ones go, and no page loses or repeats one", () => {
  const loaded = load(ready("b", "c", "d", "e", "f", "g", "h", "i"), 2);
  const withNew = mergePage(loaded, 0, serve(ready("a", "b", "c", "d", "e", "f", "g", "h", "i"), undefined))!;
  expect(ids(withNew)).toEqual(["abcd", "efg"]);
  const without = mergePage(withNew, 0, serve(ready("a", "c", "d", "e", "f", "g"), undefined))!;
  expect(ids(without)).toEqual(["acd", "efg"]);
  expect(ids(mergePage(without, 0, serve(ready("e", "f", "g"), undefined))!)).toEqual(["", "efg"]);
  expect(without.pages.map(({ nextCursor }) => nextCursor)).toEqual(["d", "g"]);
});

test("the last page goes on where its reply ends, so that what comes next is neither missed nor shown twice", () => {
  const loaded = load(ready("a", "b", "c", "d", "e", "f", "g", "h"), 2);
  const merged = mergePage(loaded, 1, serve(ready("a", "b", "c", "d", "f", "g", "h"), "c"))!;
  expect(ids(merged)).toEqual(["abc", "dfg"]);
  expect(merged.pages[1]!.nextCursor).toBe("g");
});

test("more new documents than a page holds leave a gap, and all is read again", () => {
  const loaded = load(ready("h", "i", "j", "k", "l", "m"), 2);
  expect(mergePage(loaded, 0, serve(ready("a", "b", "c", "d", "h", "i", "j"), undefined))).toBeUndefined();
});
