import { createHash } from "node:crypto";
import { runListReply, type TaskStatus, taskListReply } from "@assay/contract";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const column = (page: Page, name: string) => page.getByRole("list", { name, exact: true });
const card = (page: Page, name: string, requirementId: string) =>
  column(page, name)
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: `Verdict of ${requirementId}`, exact: true }) });
const focusedLabel = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

async function statusOf(requirementId: string): Promise<TaskStatus | undefined> {
  const { tasks } = await portal.client().get("/api/tasks?limit=200", taskListReply);
  return tasks.find((task) => task.requirementId === requirementId)?.status;
}

test("a task is moved by keyboard, the focus goes with it, the move is announced, and it stays", async () => {
  const page = await portal.page();
  await page.goto("/cm/tasks");
  const grip = card(page, "To do", "3.2").getByRole("button", { name: /^Move/ });
  await grip.focus();
  await page.keyboard.press("ArrowRight");
  await card(page, "In progress", "3.2").waitFor();
  await expect.poll(() => focusedLabel(page)).toContain("3.2");
  await page.getByRole("status").filter({ hasText: "Moved to In progress" }).waitFor({ state: "attached" });
  await expect.poll(() => statusOf("3.2")).toBe("IN_PROGRESS");
  await page.keyboard.press("ArrowRight");
  await card(page, "Done", "3.2").waitFor();
  await page.keyboard.press("ArrowLeft");
  await card(page, "In progress", "3.2").waitFor();
  await expect.poll(() => statusOf("3.2")).toBe("IN_PROGRESS");
  await expectAccessible(page);
  await page.reload();
  await card(page, "In progress", "3.2").waitFor();
});

test("a task that is moved in one tab moves in the other", async () => {
  const page = await portal.page();
  const beside = await page.context().newPage();
  for (const each of [page, beside]) await each.goto("/cm/tasks");
  for (const each of [page, beside]) await card(each, "To do", "3.5").waitFor();
  await card(page, "To do", "3.5").getByRole("button", { name: /^Move/ }).focus();
  await page.keyboard.press("ArrowRight");
  await card(page, "In progress", "3.5").waitFor();
  await card(beside, "In progress", "3.5").waitFor();
});

test("arrow keys go from task to task, in pack order", async () => {
  const page = await portal.page();
  await page.goto("/cm/tasks");
  const grips = column(page, "To do").getByRole("button", { name: /^Move/ });
  await grips.first().focus();
  const labels = await grips.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
  await page.keyboard.press("ArrowDown");
  expect(await focusedLabel(page)).toBe(labels[1]);
  await page.keyboard.press("ArrowUp");
  expect(await focusedLabel(page)).toBe(labels[0]);
  const ids = labels.map((label) => / for (\S+):/.exec(label!)![1]!);
  expect(ids).toEqual(ids.toSorted());
});

test("a task is dragged into another column and is there after a reload", async () => {
  const page = await portal.page();
  await page.goto("/cm/tasks");
  const dragged = column(page, "To do").getByRole("listitem").first();
  const link = await dragged.getByRole("link", { name: /^Verdict of/ }).textContent();
  const requirementId = link!.replace("Verdict of ", "");
  await dragged.dragTo(page.getByRole("region", { name: "Done" }));
  await card(page, "Done", requirementId).waitFor();
  await expect.poll(() => statusOf(requirementId)).toBe("COMPLETED");
  await page.reload();
  await card(page, "Done", requirementId).waitFor();
});

test("a move that the service refuses goes back, and says so", async () => {
  const page = await portal.page();
  const body = JSON.stringify({ error: "INTERNAL_ERROR", message: "Something failed", requestId: "the-request" });
  await page.route("**/api/tasks/*", (route) => route.fulfill({ status: 500, body }));
  await page.goto("/cm/tasks");
  const first = column(page, "To do").getByRole("listitem").first();
  const requirementId = (await first.getByRole("link", { name: /^Verdict/ }).textContent())!.replace("Verdict of ", "");
  await choose(card(page, "To do", requirementId).getByRole("combobox", { name: /^State of/ }), "Done");
  await page.getByRole("alert").filter({ hasText: "stays in To do. Something failed" }).waitFor();
  await card(page, "To do", requirementId).waitFor();
  await expectAccessible(page);
});

test("the list is filtered by criterion and state, moves tasks too, and leads to the requirement's evidence", async () => {
  const page = await portal.page();
  await page.goto("/cm/tasks");
  await page.getByRole("button", { name: "List", exact: true }).click();
  await choose(page.getByLabel("Criterion"), "People and continuity");
  const rows = page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
  await expect
    .poll(async () => new Set(await rows.getByRole("link").allTextContents()))
    .toEqual(new Set(["6.1.i", "6.1.ii", "6.2", "6.3"].map((id) => `Verdict of ${id}`)));
  await choose(rows.first().getByRole("combobox", { name: /^State of/ }), "In progress");
  await choose(page.getByLabel("State", { exact: true }), "In progress");
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(() => statusOf("6.1.i")).toBe("IN_PROGRESS");
  await expectAccessible(page);
  await page.reload();
  await rows.getByRole("link", { name: "Verdict of 6.1.i" }).click();
  await page.getByRole("heading", { name: /Background checks/ }).waitFor();
  await page.getByRole("link", { name: "All tasks" }).click();
  await page.locator("li[data-task]", { hasText: /6\.1\.i(?!i)/ }).waitFor();
});

test("a viewer reads the tasks, cannot move them, and is told why", async () => {
  const page = await portal.page({ as: { role: "VIEWER" }, colorScheme: "dark" });
  await page.goto("/cm/tasks");
  await page.getByText("Moving them needs the Member role").waitFor();
  expect(
    await column(page, "To do")
      .getByRole("combobox", { name: /^State of/ })
      .first()
      .isDisabled(),
  ).toBe(true);
  expect(await page.getByRole("button", { name: /^Move/ }).count()).toBe(0);
  await expectAccessible(page);
});

test("on a phone a task is moved by its choice of state", async () => {
  const page = await portal.page(PHONE);
  await page.goto("/cm/tasks?view=list");
  const row = page.getByRole("list", { name: "Tasks" }).getByRole("listitem").last();
  const requirementId = (await row.getByRole("link").textContent())!.replace("Verdict of ", "");
  await choose(row.getByRole("combobox", { name: /^State of/ }), "Done");
  await expect.poll(() => statusOf(requirementId)).toBe("COMPLETED");
  await expectAccessible(page);
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: innerWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
  await page.getByRole("button", { name: "Board", exact: true }).tap();
  await card(page, "Done", requirementId).waitFor();
  await expectAccessible(page);
});

test("every export and the snapshot come with the bytes that the shown hash is of, and without a token in an address", async () => {
  const page = await portal.page({ as: { role: "VIEWER" } });
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const { runs } = await portal.client().get("/api/runs", runListReply);
  await page.goto(`/cm/runs?run=${runs[0]!.id}`);
  const files = page.getByRole("list", { name: "Exports" }).getByRole("listitem");
  await expect.poll(() => files.locator("code").count()).toBe(5);
  const names: string[] = [];
  for (const file of await files.all()) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      file.getByRole("button", { name: /^Download/ }).click(),
    ]);
    expect(await sha256Of(download)).toBe(await file.locator("code").textContent());
    names.push(download.suggestedFilename().replace(/^.*\./, ""));
  }
  expect(names.sort()).toEqual(["csv", "json", "json", "json", "xlsx"]);
  const { token } = portal.user("VIEWER");
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => address.includes(token.slice(0, 40)))).toEqual([]);
});

test("a report is made next to the exports, in each format, and says how it differs from them", async () => {
  const page = await portal.page({ as: { role: "VIEWER" } });
  const { runs } = await portal.client().get("/api/runs", runListReply);
  await page.goto(`/cm/runs?run=${runs[0]!.id}`);
  await page.getByText("the exports were made when the run ended, hold no reviews and never change").waitFor();
  for (const [name, extension] of [
    ["Excel workbook", "xlsx"],
    ["CSV", "csv"],
    ["Page to print", "html"],
    ["Word document", "docx"],
    ["OSCAL", "oscal.json"],
  ]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Download the report as ${name}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`assay-report-${runs[0]!.id}.${extension}`);
    expect((await (await download.createReadStream()).toArray()).length).toBeGreaterThan(0);
  }
});

test("a package shows its size and what it holds before it is downloaded, with the originals where they are wanted", async () => {
  const page = await portal.page({ as: { role: "VIEWER" } });
  const { runs } = await portal.client().get("/api/runs", runListReply);
  const { id } = runs.find(({ snapshotStatus }) => snapshotStatus === "CAPTURED")!;
  await page.goto(`/cm/runs?run=${id}`);
  await page.getByRole("button", { name: "Show size and contents" }).click();
  const contents = page.getByRole("list", { name: "Contents of the package" });
  await contents.getByText("snapshot.json").waitFor();
  expect(await contents.getByText(/^originals/).count()).toBe(0);
  await page.getByLabel("With the cited documents as they were uploaded").check();
  await page.getByRole("button", { name: "Show size and contents" }).click();
  await contents.getByText(/^originals/).waitFor();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download package, \d/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`assay-package-${id}.zip`);
  expect((await (await download.createReadStream()).toArray()).length).toBeGreaterThan(0);
});

async function sha256Of(download: Download): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of await download.createReadStream()) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
