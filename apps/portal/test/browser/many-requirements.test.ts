import { importRunReply, packReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

const CRITERIA = 40;
const EACH = 50;
/** So that a key shows its effect within 100 ms: what a frame takes next to it is the browser's. */
const INTERACTION_MS_MAX = 50;

let portal: SiteTest;
let runId: string;
beforeAll(async () => {
  portal = await openSite("empty", {}, "released");
  runId = await importLargeRun();
});
afterAll(() => portal.close());

/** A pack of 2,000 requirements, and a run of it that has assessed them all. */
async function importLargeRun(): Promise<string> {
  const admin = portal.client("SUPER_ADMIN");
  const send = async <S extends z.ZodType>(method: string, path: string, body: unknown, schema: S) => {
    const response = await admin.sendJson(method, path, body);
    expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
    return schema.parse(await response.json()) as z.infer<S>;
  };
  const { pack } = await send("POST", "/api/admin/packs", { name: "Large pack" }, packReply);
  const criteria = Array.from({ length: CRITERIA }, (_, c) => ({
    criterionId: c + 1,
    criterionTitle: `Criterion ${c + 1}`,
    requirements: Array.from({ length: EACH }, (__, r) => ({
      requirementId: `${c + 1}.${r + 1}`,
      title: `Requirement ${r + 1} of criterion ${c + 1} asks for a control that is described in two lines of text.`,
    })),
  }));
  const file = { format: "assay-pack/1", name: "Large pack", criteria };
  const anything = z.looseObject({ version: z.looseObject({ id: z.string() }) });
  const { version } = await send("POST", `/api/admin/packs/${pack.id}/versions?format=assay-json`, file, anything);
  await send("POST", `/api/admin/packs/${pack.id}/versions/${version.id}/publish`, {}, anything);
  await send("PUT", `/api/admin/bindings/${pack.id}`, { criteriaVersionId: version.id }, z.unknown());
  const imported = {
    packId: pack.id,
    startedAt: "2026-01-01T08:00:00.000Z",
    completedAt: "2026-01-01T09:00:00.000Z",
    assessments: criteria.flatMap(({ requirements }) =>
      requirements.map(({ requirementId }, index) => ({
        requirementId,
        confidence: [0.9, 0.5, 0.1][index % 3],
        reasoning: "Stated by the test.",
      })),
    ),
  };
  return (await send("POST", "/api/admin/runs/import", imported, importRunReply)).run.id;
}

/** What the page's thread works for each key press, in ms of the processor: a busy machine adds nothing to it. */
async function workPerKey(page: Page, keys: readonly string[]): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const workedMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value * 1000;
  };
  const before = await workedMs();
  for (const key of keys) await page.keyboard.press(key);
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))));
  const worked = (await workedMs()) - before;
  await session.detach();
  return worked / keys.length;
}

test("2,000 requirements: few rows are in the page, and a move, jump or typed letter is 50 ms of work", async () => {
  const page = await portal.page();
  await page.goto(`/cm?run=${runId}&requirement=1.1`);
  await page.getByRole("button", { name: "All 2000" }).waitFor();
  const rows = page.getByRole("list", { name: "Requirements" }).getByRole("listitem");
  expect(await rows.count()).toBeLessThan(60);

  await page.locator("a[aria-current=true]").focus();
  const keys = ["Home", ...Array<string>(30).fill("ArrowDown"), "End", "Home", "PageDown", "End"];
  const moves = await workPerKey(page, keys);
  await page.getByRole("heading", { name: "Requirement 50 of criterion 40", exact: false }).waitFor();
  expect(moves).toBeLessThan(INTERACTION_MS_MAX);

  await page.getByLabel("Search requirements").focus();
  const letters = await workPerKey(page, [..."requirement of criterion 40.1"]);
  await expect
    .poll(() => rows.allTextContents())
    .toSatisfy((texts: string[]) => texts.every((text) => text.includes("40.1") || text.startsWith("Criterion 40")));
  expect(letters).toBeLessThan(INTERACTION_MS_MAX);
});

test("2,000 requirements under review: a move in the order of risk or a filter is 50 ms of work, and a decision asks for no list", async () => {
  const page = await portal.page();
  await page.goto(`/cm?run=${runId}&order=risk&requirement=1.1`);
  await page.getByRole("region", { name: "Your review" }).waitFor();
  const rows = page.getByRole("list", { name: "Requirements" }).getByRole("listitem");
  expect(await rows.count()).toBeLessThan(60);
  await page.locator("a[aria-current=true]").focus();
  const keys = [...Array<string>(20).fill("j"), ...Array<string>(5).fill("k"), ...Array<string>(10).fill("n")];
  const moves = await workPerKey(page, keys);
  expect(moves).toBeLessThan(INTERACTION_MS_MAX);

  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  for (let decisions = 1; decisions <= 3; decisions++) {
    await page.keyboard.press("a");
    await page.getByText(`${decisions} of 2,000 reviewed`).waitFor();
  }
  expect(asked.filter((request) => request.endsWith("/review-queue"))).toEqual([]);
  const filters = page.getByRole("group", { name: "Review" });
  await filters.getByRole("button", { name: "Agreed 3" }).focus();
  const filtered = await workPerKey(page, Array<string>(6).fill("Enter"));
  expect(filtered).toBeLessThan(INTERACTION_MS_MAX);
});

test("a click while the list still scrolls chooses the row under it", async () => {
  const page = await portal.page();
  await page.goto(`/cm?run=${runId}&requirement=1.1`);
  await page.getByRole("button", { name: "All 2000" }).waitFor();
  const list = page.getByRole("list", { name: "Requirements" });
  const taken = await list.evaluate(async (rows) => {
    const scroller = rows.parentElement!;
    const { left, top } = scroller.getBoundingClientRect();
    const frames: boolean[] = [];
    for (let frame = 0; frame < 10; frame++) {
      scroller.scrollTop += 20;
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      frames.push(document.elementFromPoint(left + 40, top + 60)?.closest("li") !== null);
    }
    return frames;
  });
  expect(taken).toEqual(Array(10).fill(true));
});
