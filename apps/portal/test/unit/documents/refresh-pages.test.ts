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
type Row = Pick<Document, "id" | "status" | "archive" | "places" | "replacesDocumentId" | "title">;
const row = (id: string, fields: Partial<Row> = {}): Row => ({
  id,
  status: "READY",
  archive: null,
  places: [],
  replacesDocumentId: null,
  title: null,
  ...fields,
});
const page = (items: Row[], nextCursor: string | null): DocumentPage => ({ items: items as Document[], nextCursor });

/** A list as the service has it, in pages after the last row of the one before. */
function serve(rows: readonly Row[], cursor: string | undefined): DocumentPage {
  const after = cursor === undefined ? rows : rows.filter(({ id }) => id > cursor);
  const first = cursor === undefined && { total: rows.length };
  return { ...page(after.slice(0, LIMIT), after.length > LIMIT ? after[LIMIT - 1]!.id : null), ...first };
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

const LIST = [..."bcdefghij"].map((id) => row(id));
const change = (id: string, fields: Partial<Row>) => LIST.map((each) => (each.id === id ? row(id, fields) : each));
const without = (...ids: string[]) => LIST.filter(({ id }) => !ids.includes(id));

/** What is shown after that many pages of `before` were loaded and it became `now`; undefined where all is to be read again. */
const refresh = (before: readonly Row[], now: readonly Row[], changedIds: string[] = [], count = 3) =>
  refreshPages(load(before, count), async (cursor) => serve(now, cursor), new Set(changedIds));

test("of a hundred pages only the first and those with unread or changed documents are asked for", async () => {
  const rows = Array.from({ length: 300 }, (_, index) => row(`${1000 + index}`));
  const loaded = load(rows, 100);
  const unread = load(
    rows.map((each) => (each.id === "1120" ? { ...each, status: "PARSED" } : each)),
    100,
  );
  expect(pagesToRefresh(unread)).toEqual([0, 40]);
  expect(pagesToRefresh(unread, new Set(["1298"]))).toEqual([0, 40, 99]);
  const asked: (string | undefined)[] = [];
  const merged = await refreshPages(unread, async (cursor) => {
    asked.push(cursor);
    return serve(rows, cursor);
  });
  expect(asked).toEqual([undefined, "1119"]);
  expect(merged).toEqual(loaded);
});

test("an edited document is read again where it stands, and the other pages are left as they are", async () => {
  const edited = change("f", { title: "Doors" });
  const merged = await refresh(LIST, edited, ["f"]);
  expect(merged).toEqual(load(edited, 3));
});

test.each<[string, readonly Row[], readonly Row[], string[]]>([
  ["a new document pushes others on", LIST, [row("a"), ...LIST], []],
  ["a changed one was deleted", LIST, without("f"), ["f"]],
  ["one on the first page was deleted", LIST, without("c"), []],
  ["one on a page that is not asked for was deleted", LIST, without("f"), []],
  ["all that came after a page was deleted", change("f", { status: "PARSED" }), without("h", "i", "j"), []],
  ["a changed one is not listed", LIST, LIST, ["x"]],
  ["a changed one contains others", change("f", { archive: { members: 2, skipped: [] } }), LIST, ["f"]],
])("all is read again where %s", async (_, before, now, changedIds) => {
  expect(await refresh(before, now, changedIds)).toBeUndefined();
});

test("all is read again where an edit moves a document within a sorted list, on its page or to another", () => {
  const loaded = load(LIST, 3);
  const rows = (ids: string) =>
    page(
      [...ids].map((id) => row(id)),
      "g",
    );
  expect(mergePage(loaded, 1, rows("efg"))).toEqual(loaded);
  expect(mergePage(loaded, 1, rows("egf"))).toBeUndefined();
  expect(mergePage(loaded, 1, rows("efh"))).toBeUndefined();
});

test.each<[string, Partial<Row>]>([
  ["a new version", { replacesDocumentId: "i" }],
  ["the second at a place", { places: [{ source: "folder", path: "a.txt", version: 2 }] }],
])("once %s is read, so is all else, where the document that it replaced stands", async (_, fields) => {
  const before = change("c", { ...fields, status: "PARSED" });
  expect(await refresh(before, before)).toEqual(load(before, 3));
  expect(await refresh(before, change("c", fields))).toBeUndefined();
});

test("the last page goes on where its reply ends", async () => {
  const before = LIST.slice(0, 6).map((each) => ({ ...each, status: "PARSED" as const }));
  expect(mergePage(load(before, 2), 1, serve(LIST, "d"))!.pages[1]!.nextCursor).toBe("g");
});

test("where one page is shown, it is taken as it is now", async () => {
  const now = [row("a"), ...LIST];
  expect(await refresh(LIST, now, ["a"], 1)).toEqual(load(now, 1));
});
