import type { Document } from "@assay/client";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { mergeInto, readAgain, whenIdle } from "../../../src/documents/list-reads.ts";
import type { DocumentPage, LoadedPages } from "../../../src/documents/refresh-pages.ts";

const page = (title: string, nextCursor: string | null = null): DocumentPage => ({
  items: [{ id: title, title } as Document],
  nextCursor,
});

/** A list that is shown, each of whose reads ends when the test says so. */
async function openList(name: string) {
  const queries = new QueryClient();
  const queryKey = ["documents", "list", name];
  const reads: ((page: DocumentPage) => void)[] = [];
  const observer = new InfiniteQueryObserver(queries, {
    queryKey,
    queryFn: () => new Promise<DocumentPage>((resolve) => reads.push(resolve)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  onTestFinished(observer.subscribe(() => {}));
  const answer = async (reply: DocumentPage) => {
    await expect.poll(() => reads.length).toBeGreaterThan(0);
    reads.shift()!(reply);
    await whenIdle(queries, queryKey, () => {});
  };
  await answer(page("first", "first"));
  const shown = () => queries.getQueryData<LoadedPages<DocumentPage>>(queryKey)!.pages.flatMap(({ items }) => items);
  return { queries, queryKey, observer, reads, answer, titles: () => shown().map(({ title }) => title) };
}

const retitle = async ({ pages, pageParams }: LoadedPages<DocumentPage>): Promise<LoadedPages<DocumentPage>> => ({
  pages: pages.with(0, { ...page("edited", pages[0]!.nextCursor) }),
  pageParams,
});

test("what is merged while the next page is being read stays, and so does that page", async () => {
  const { queries, queryKey, observer, answer, titles } = await openList("during");
  void observer.fetchNextPage();
  const merged = mergeInto(queries, queryKey, retitle);
  await answer(page("second"));
  await merged;
  expect(titles()).toEqual(["edited", "second"]);
});

test("a read that begins while a merge is prepared is waited for, and the merge is made of what it brought", async () => {
  const { queries, queryKey, observer, answer, titles } = await openList("between");
  let times = 0;
  const merged = mergeInto(queries, queryKey, async (known) => {
    times += 1;
    if (times === 1) void observer.fetchNextPage();
    return retitle(known);
  });
  await answer(page("second"));
  await merged;
  expect(times).toBe(2);
  expect(titles()).toEqual(["edited", "second"]);
});

test("reading all again cuts no read short, and those who ask meanwhile share one", async () => {
  const { queries, queryKey, reads, answer, titles } = await openList("shared");
  const first = readAgain(queries, queryKey);
  await expect.poll(() => reads.length).toBe(1);
  const second = readAgain(queries, queryKey);
  const third = readAgain(queries, queryKey);
  expect(third).toBe(second);
  reads.shift()!(page("before the change"));
  await first;
  await expect.poll(() => reads.length).toBe(1);
  await answer(page("after it"));
  await Promise.all([second, third]);
  expect(reads).toEqual([]);
  expect(titles()).toEqual(["after it"]);
});
