import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { line } from "./support/document-line.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

const RULES = Array.from({ length: 40 }, (_, index) => `Rule ${index + 1} stays as it is.`);
const textOf = (...changes: [at: number, line: string][]) =>
  changes.reduce((lines, [at, text]) => lines.with(at, text), RULES).join("\n");

/** The versions of a document at one place, the oldest first. */
async function makeVersions(path: string, ...texts: string[]) {
  const client = portal.client();
  const ids: string[] = [];
  for (const text of texts) {
    const { id } = await client.upload(path, text, { source: "versions", path });
    await client.settled(id);
    ids.push(id);
  }
  return ids;
}

async function open(address: string, options: Parameters<SiteTest["page"]>[0] = {}): Promise<Page> {
  const page = await portal.page(options);
  await page.goto(`/cm/documents/versions?${address}`);
  return page;
}

const differences = (page: Page) => page.getByRole("list", { name: "Differences" });

test("from its menu a document is compared with the version before, other versions are chosen, and Back goes through them", async () => {
  const [first, second, third] = await makeVersions(
    "doors.txt",
    textOf(),
    textOf([20, "Doors close at eight."]),
    textOf([20, "Doors close at nine."], [39, "Signed by the board."]),
  );
  const page = await portal.page();
  await page.goto("/cm/documents?later=judged");
  await line(page, "doors.txt").getByRole("button", { name: "Actions for doors.txt" }).click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  await page.getByRole("heading", { name: "Versions of doors.txt" }).waitFor();
  await page.getByText("2 lines or sentences removed, 2 added.").waitFor();
  const list = differences(page);
  expect(await list.locator("del").allTextContents()).toEqual([
    "−Removed: Doors close at eight.",
    "−Removed: Rule 40 stays as it is.",
  ]);
  expect(await list.locator("ins").allTextContents()).toEqual([
    "+Added: Doors close at nine.",
    "+Added: Signed by the board.",
  ]);
  await expectAccessible(page);

  expect(await list.getByText("Rule 5 stays as it is.").count()).toBe(0);
  const fold = list.getByRole("button", { name: "Show 18 equal lines" });
  await fold.focus();
  await page.keyboard.press("Enter");
  await list.getByText("Rule 5 stays as it is.").first().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Rule 1 stays as it is.");

  await choose(page.getByRole("combobox", { name: "Earlier version" }), /Version 1/);
  await list.locator("del").getByText("Rule 21 stays as it is.").waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ document: third, from: first, to: third });
  await page.reload();
  await list.locator("del").getByText("Rule 21 stays as it is.").waitFor();
  await page.goBack();
  await list.locator("del").getByText("Doors close at eight.").waitFor();
  await choose(page.getByRole("combobox", { name: "Later version" }), /Version 1/);
  await list.locator("ins").getByText("Doors close at eight.").waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ document: third, from: first, to: second });
  await page.goBack();
  await list.locator("del").getByText("Doors close at eight.").waitFor();
  await page.goBack();
  await page.getByRole("search", { name: "Filters" }).waitFor();
  expect(new URL(page.url()).searchParams.get("later")).toBe("judged");

  await page.goto(`/cm/documents/versions?document=${second}`);
  await list.locator("ins").getByText("Doors close at eight.").waitFor();
  await page.getByRole("link", { name: "Open the later version" }).click();
  await page.getByText("Details", { exact: true }).click();
  await page.getByRole("link", { name: "Compare with the version before" }).click();
  await list.locator("ins").getByText("Doors close at eight.").waitFor();
});

test("on a phone the removed line is above the added one, on a wide screen next to it, and nothing runs over", async () => {
  const [, id] = await makeVersions("long.txt", textOf([3, "a".repeat(300)]), textOf([3, "b ".repeat(150)]));
  for (const [viewport, isStacked] of [
    [{ width: 390, height: 844 }, true],
    [{ width: 1440, height: 900 }, false],
  ] as const) {
    const page = await open(`document=${id}`, { viewport, colorScheme: isStacked ? "dark" : "light" });
    const [removed, added] = [differences(page).locator("del"), differences(page).locator("ins")];
    const [before, after] = [(await removed.boundingBox())!, (await added.boundingBox())!];
    expect(after.y >= before.y + before.height).toBe(isStacked);
    expect(after.x >= before.x + before.width).toBe(!isStacked);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
});

test.each([
  ["TOO_LARGE", "The texts are too large to compare here"],
  ["TOO_DIFFERENT", "Too much of the texts differs"],
])("texts that are refused as %s say so and are both offered as files", async (incompleteReason, title) => {
  const [, id] = await makeVersions(`${incompleteReason}.txt`, `First ${title}.`, `Second ${title}.`);
  const page = await portal.page();
  await page.route("**/compare?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), changes: [], complete: false, incompleteReason } });
  });
  await page.goto(`/cm/documents/versions?document=${id}`);
  await page.getByText(title).waitFor();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the earlier" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${incompleteReason}.txt`);
});

test("a version that is still being read is waited for, and one that could not be read is said to be", async () => {
  const [first, second] = await makeVersions("read.txt", "Doors close at eight.", "Doors close at nine.");
  const page = await portal.page();
  let status = "EXTRACTED";
  await page.route(`**/api/documents/${second}`, async (route) => {
    const { document } = await (await route.fetch()).json();
    await route.fulfill({ json: { document: { ...document, status } } });
  });
  await page.goto(`/cm/documents/versions?document=${second}`);
  await page.getByText("read.txt is still being read").waitFor();
  expect(await page.getByText("Later runs judge it").count()).toBe(0);
  await expectAccessible(page);
  status = "READY";
  await page.getByText("1 line or sentence removed, 1 added.").waitFor();
  status = "FAILED";
  await page.goto(`/cm/documents/versions?document=${first}&to=${second}`);
  await page.getByText("read.txt could not be read").waitFor();
  expect(await page.getByText("Later runs judge it").count()).toBe(0);
  await page.goto(`/cm/documents/versions?document=${first}&from=${first}&to=${first}`);
  await page.getByText("Both sides are the same version").waitFor();
});

test("texts that say the same, a document without a second version, and none at all say what to do", async () => {
  const [, same] = await makeVersions("same.txt", "Doors close.", "Doors close.\n\n");
  const [only] = await makeVersions("only.txt", "Gates close.");
  const page = await open(`document=${same}`);
  await page.getByText("Both texts say the same").waitFor();
  await page.goto(`/cm/documents/versions?document=${only}`);
  await page.getByText("There is no other version").waitFor();
  await page.goto("/cm/documents/versions");
  await page.getByText("Choose a document").waitFor();
  await page.getByRole("link", { name: "Open the documents" }).click();
  await line(page, "only.txt").waitFor();
});
