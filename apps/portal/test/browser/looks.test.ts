import { runListReply, sessionReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

const heightOf = async (page: Page, name: RegExp) =>
  Math.round((await page.getByRole("list").getByRole("link", { name }).boundingBox())!.height);

test("the site's own typeface is there, and rows take the height of their titles", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  await page.getByRole("list", { name: "Requirements" }).waitFor();
  expect(await page.evaluate(async () => (await document.fonts.load("13px 'Geist Variable'")).length)).toBeGreaterThan(
    0,
  );
  expect(await heightOf(page, /2\.1\.a/)).toBe(36);
  expect(await heightOf(page, /2\.1\.b/)).toBeGreaterThan(50);
});

test("the run is one figure with its shares, and leads to what needs attention", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  const { runs } = await portal.client().get("/api/runs", runListReply);
  const { completeCount, totalRequirements } = runs[0]!;
  await page.getByText(`${completeCount} of ${totalRequirements} requirements`).first().waitFor();
  const summary = page.getByRole("article", { name: "The run as a whole" });
  await summary
    .getByText(`${Math.round((100 * completeCount) / totalRequirements)}%`)
    .first()
    .waitFor();
  await expectAccessible(page);
  await summary
    .getByRole("list", { name: "Needs attention" })
    .getByRole("link", { name: /Missing 1\.4/ })
    .click();
  await page.getByRole("heading", { name: /An internal audit/ }).waitFor();
});

test("documents and runs open on what they add up to", async () => {
  const page = await portal.page({ colorScheme: "dark" });
  await page.goto("/cm/documents");
  const attention = page.getByRole("list", { name: "Needs attention" });
  await expect
    .poll(() => attention.getByRole("listitem").allTextContents())
    .toEqual(["Could not be read1", "Expired1", "Archives and mails with files left out1"]);
  await expectAccessible(page);
  await page.goto("/cm/runs");
  await page.getByRole("heading", { name: "Where you stand" }).waitFor();
  const { packs } = await portal
    .client()
    .get("/api/session", sessionReply)
    .then(({ session }) => session);
  const rows = page.getByRole("list", { name: "Packs" }).getByRole("listitem");
  expect(await rows.locator("bdi").allTextContents()).toEqual(packs.map(({ name }) => name));
  await page.getByRole("list", { name: "Runs" }).getByText(packs[0]!.name).first().waitFor();
  await page.getByText("A new run would find no newer evidence than this one.").waitFor();
  await page.getByRole("list", { name: "Needs attention" }).waitFor();
  await expectAccessible(page);
});

test("a select works by keyboard: opens, moves, jumps by letter, chooses, and is left as it was by Escape", async () => {
  const page = await portal.page();
  await page.goto("/cm/documents");
  const select = page.getByRole("combobox", { name: "State" });
  await select.focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: "All states", selected: true }).waitFor();
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  await expect.poll(() => select.textContent()).toBe("Failed");
  await page.getByRole("list", { name: "Documents" }).getByText("signed-certificate-scan.pdf").waitFor();
  await expect.poll(() => select.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Ready" }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Escape");
  await page.getByRole("option").first().waitFor({ state: "detached" });
  expect(await select.textContent()).toBe("Failed");
});

test("a quote of a file without pages says its place, a cell its row", async () => {
  const page = await portal.page();
  await page.goto("/cm?requirement=3.1.c");
  const evidence = page.getByRole("region", { name: "Assessment details" });
  await evidence.getByText("Read me, row 5").waitFor();
  await page.goto("/cm?requirement=2.1.a");
  await evidence.getByText("2 Signing in › 2.1 Passwords").waitFor();
});
