import type { Document } from "@assay/client";
import { documentSummaryReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { line } from "./support/document-line.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

const PAGE_SIZE = 100;
const COUNT = 10_000;

/** Fills the list with that many documents, made of a real one; notes the address of each request. */
async function serveMany(page: Page, model: Document) {
  const asked: URL[] = [];
  const state = { unread: new Set<number>(), replaced: new Set<number>() };
  const at = (index: number): Document => ({
    ...model,
    id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
    originalFilename: `record-${index}.txt`,
    status: state.unread.has(index) ? "PARSED" : "READY",
    supersededById: state.replaced.has(index) ? model.id : null,
  });
  await page.route("**/api/documents?*", async (route) => {
    const url = new URL(route.request().url());
    asked.push(url);
    const start = Number(url.searchParams.get("cursor") ?? 0);
    const end = Math.min(COUNT, start + Number(url.searchParams.get("limit")));
    await route.fulfill({
      json: {
        documents: Array.from({ length: end - start }, (_, index) => at(start + index)),
        nextCursor: end < COUNT ? String(end) : null,
        ...(url.searchParams.has("total") && { total: COUNT }),
      },
    });
  });
  const cursorsOf = (limit: number) =>
    asked.flatMap(({ searchParams }) =>
      searchParams.get("limit") === String(limit) ? [searchParams.get("cursor")] : [],
    );
  const timesOf = (limit: number, cursor: string | null) => cursorsOf(limit).filter((each) => each === cursor).length;
  return {
    state,
    asked,
    cursorsOf,
    at,
    /** Waits until these pages have been asked for twice more; each other one was asked for once, when it was loaded. */
    async expectRefreshed(limit: number, cursors: readonly (string | null)[]) {
      const before = cursors.map((cursor) => timesOf(limit, cursor));
      const least = () => Math.min(...cursors.map((cursor, at) => timesOf(limit, cursor) - before[at]!));
      await expect.poll(least).toBeGreaterThanOrEqual(2);
      const others = [...new Set(cursorsOf(limit))].filter((cursor) => !cursors.includes(cursor));
      expect(others.map((cursor) => [cursor, timesOf(limit, cursor)])).toEqual(others.map((cursor) => [cursor, 1]));
    },
  };
}

test("with 10,000 documents, while one is read, only the first page and its page are asked for, and the list keeps its scroll", async () => {
  const client = portal.client();
  const { id } = await client.upload("record.txt", "Doors close at eight.");
  const page = await portal.page({ viewport: { width: 1000, height: 900 } });
  const { state, cursorsOf, expectRefreshed } = await serveMany(page, await client.settled(id));
  state.unread.add(430);
  await page.goto("/cm/documents");
  await page.getByText("10,000 documents").waitFor();
  const list = page.getByRole("list", { name: "Documents" });
  const scroller = list.locator("xpath=ancestor-or-self::*[contains(@class,'overflow-auto')][1]");
  await expect
    .poll(async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return new Set(cursorsOf(PAGE_SIZE)).size;
    })
    .toBeGreaterThanOrEqual(8);
  await scroller.evaluate((element) => {
    element.scrollTo(0, 36 * 425);
  });
  await line(page, "record-430.txt").waitFor();
  await expectRefreshed(PAGE_SIZE, [null, "400"]);
  const scrolled = await scroller.evaluate((element) => element.scrollTop);
  state.unread.clear();
  await line(page, "record-430.txt").getByText("Ready").waitFor();
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(scrolled);
});

test("the list goes on at its end where the browser says late, and at once, what was in view before", async () => {
  const client = portal.client();
  const { id } = await client.upload("late.txt", "Doors close at seven.");
  const page = await portal.page({ viewport: { width: 1000, height: 900 } });
  await page.addInitScript(() => {
    const Native = window.IntersectionObserver;
    window.IntersectionObserver = class extends Native {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          const before = { isIntersecting: false } as IntersectionObserverEntry;
          callback([before, ...entries], observer);
        }, options);
      }
    };
  });
  const { cursorsOf } = await serveMany(page, await client.settled(id));
  await page.goto("/cm/documents");
  await page.getByText("10,000 documents").waitFor();
  const list = page.getByRole("list", { name: "Documents" });
  await list.locator("xpath=ancestor-or-self::*[contains(@class,'overflow-auto')][1]").evaluate((element) => {
    element.scrollTo(0, element.scrollHeight);
  });
  await expect.poll(() => new Set(cursorsOf(PAGE_SIZE)).size).toBeGreaterThanOrEqual(2);
});

test("a deletion on the first page shows the version that it brings back on the third", async () => {
  const client = portal.client();
  const { id } = await client.upload("deleted.txt", "Doors close at ten.");
  const page = await portal.page({ viewport: { width: 1000, height: 900 } });
  const { state, cursorsOf, at } = await serveMany(page, await client.settled(id));
  state.replaced.add(225);
  await page.route(`**/api/documents/${at(0).id}**`, async (route) => {
    const isPreview = route.request().url().includes("dryRun=true");
    if (!isPreview) state.replaced.clear();
    await route.fulfill(isPreview ? { json: { documents: [at(0)], alsoHeldBy: [] } } : { status: 204 });
  });
  await page.goto("/cm/documents");
  const list = page.getByRole("list", { name: "Documents" });
  const scroller = list.locator("xpath=ancestor-or-self::*[contains(@class,'overflow-auto')][1]");
  const scrollTo = (index: number) => scroller.evaluate((element, top) => element.scrollTo(0, top), 36 * index);
  await expect
    .poll(async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return new Set(cursorsOf(PAGE_SIZE)).size;
    })
    .toBeGreaterThanOrEqual(3);
  await scrollTo(220);
  await line(page, "record-225.txt").getByText("Replaced by a newer version").waitFor();
  await scrollTo(0);
  await page.getByRole("button", { name: "Actions for record-0.txt" }).click();
  await page.getByRole("menuitem", { name: "Delete …" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => cursorsOf(PAGE_SIZE).filter((cursor) => cursor === "200").length).toBe(2);
  await scrollTo(220);
  await line(page, "record-225.txt").waitFor();
  await line(page, "record-225.txt").getByText("Replaced by a newer version").waitFor({ state: "detached" });
});

test("with 10,000 documents the overview asks for counts alone, and each thing that needs attention leads to what it counts", async () => {
  const client = portal.client();
  const { id } = await client.upload("overview.txt", "Doors close at nine.");
  const model = await client.settled(id);
  const page = await portal.page({ viewport: { width: 1440, height: 900 } });
  const { cursorsOf, asked } = await serveMany(page, model);
  const { summary } = await client.get("/api/documents/summary", documentSummaryReply);
  const counts = { documents: COUNT, ready: 9_990, failed: 7, expired: 12, notFullyRead: 4 };
  let summaries = 0;
  await page.route("**/api/documents/summary*", (route) => {
    summaries += 1;
    return route.fulfill({
      json: { summary: { ...summary, ...counts, waiting: 3 - summaries, retired: 8 - summaries } },
    });
  });
  await page.clock.install();
  await page.goto("/cm/documents");
  const overview = page.getByRole("region", { name: "Your evidence" });
  await overview.getByText("9,990").waitFor();
  for (const retired of [7, 6]) {
    await overview.getByText(`0 replaced and ${retired} retired`).waitFor();
    await page.clock.fastForward(10_000);
  }
  await overview.getByText("0 replaced and 5 retired").waitFor();
  expect(cursorsOf(PAGE_SIZE)).toEqual([null]);
  expect(asked).toHaveLength(1);
  await expectAccessible(page);
  const attention = overview.getByRole("list", { name: "Needs attention" });
  for (const [name, query] of [
    ["Could not be read 7", { status: "FAILED", isEvidence: "true" }],
    ["Expired 12", { expiresBefore: new Date().toISOString().slice(0, 10), isEvidence: "true" }],
    ["Not fully read 4", { gap: "NOT_FULLY_READ", isEvidence: "true" }],
  ] as const) {
    await attention.getByRole("link", { name }).click();
    const filters = () => Object.fromEntries(asked.at(-1)!.searchParams);
    await expect.poll(filters).toEqual({ ...query, limit: String(PAGE_SIZE), total: "true" });
  }
});
