import type { Document } from "@assay/client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  const state = { unread: new Set<number>() };
  const at = (index: number): Document => ({
    ...model,
    id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
    originalFilename: `record-${index}.txt`,
    status: state.unread.has(index) ? "PARSED" : "READY",
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
  const ofList = () => asked.filter(({ searchParams }) => searchParams.get("limit") === String(PAGE_SIZE));
  return { state, ofList };
}

test("with 10,000 documents, while one is read, only the first page and its page are asked for, and the list keeps its scroll", async () => {
  const client = portal.client();
  const { id } = await client.upload("record.txt", "Doors close at eight.");
  const page = await portal.page({ viewport: { width: 1000, height: 900 } });
  const { state, ofList } = await serveMany(page, await client.settled(id));
  state.unread.add(430);
  await page.goto("/cm/documents");
  await page.getByText("10,000 documents").waitFor();
  const list = page.getByRole("list", { name: "Documents" });
  const scroller = list.locator("xpath=ancestor-or-self::*[contains(@class,'overflow-auto')][1]");
  await expect
    .poll(async () => {
      await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      return new Set(ofList().map(({ searchParams }) => searchParams.get("cursor"))).size;
    })
    .toBeGreaterThanOrEqual(8);
  await scroller.evaluate((element) => {
    element.scrollTo(0, 36 * 425);
  });
  await line(page, "record-430.txt").waitFor();
  const timesOf = (cursor: string | null) =>
    ofList().filter(({ searchParams }) => searchParams.get("cursor") === cursor).length;
  const [first, unread] = [timesOf(null), timesOf("400")];
  await expect
    .poll(() => Math.min(timesOf(null) - first, timesOf("400") - unread), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(2);
  const others = new Set(ofList().map(({ searchParams }) => searchParams.get("cursor")));
  for (const cursor of [null, "400"]) others.delete(cursor);
  expect([...others].map(timesOf)).toEqual([...others].map(() => 1));
  const scrolled = await scroller.evaluate((element) => element.scrollTop);
  state.unread.clear();
  await line(page, "record-430.txt").getByText("Ready").waitFor();
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(scrolled);
});
