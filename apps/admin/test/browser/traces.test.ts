import {
  importRunReply,
  type Run,
  retrievalVersionReply,
  runListReply,
  run as runReply,
  type TraceSpan,
  traceReply,
} from "@assay/contract";
import { makeSpans } from "@assay/testing/make-spans";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type CallGate, startCallGate } from "../../../../apps/api/test/support/call-gate.ts";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

const SPANS_ADDED = 4000;

let site: SiteTest;
let gate: CallGate;
let run: Run;
/** The demo's run with thousands of attempts more, as lines. */
let largeTrace: string;
beforeAll(async () => {
  gate = await startCallGate();
  site = await openSite("demo", { TEST_ASSESS_GATE: gate.url });
  const admin = site.client("ADMIN");
  run = (await admin.get("/api/runs?status=COMPLETED", runListReply)).runs[0]!;
  largeTrace = addAttempts(await admin.get(`/api/admin/traces/${run.id}`, traceReply));
});
afterAll(async () => {
  await site.close();
  await gate.close();
});

function addAttempts({
  traceId,
  rootSpanId,
  spans,
}: {
  traceId: string;
  rootSpanId: string;
  spans: TraceSpan[];
}): string {
  const step = spans.find(({ name, attributes }) => name === "run.step" && attributes["step.name"] === "ASSESSMENT")!;
  const codes = [...new Set(spans.flatMap(({ attributes }) => attributes["requirement.codes"] ?? []))] as string[];
  const times = { startedAt: new Date(step.startedAt), endedAt: new Date(step.endedAt) };
  const made = makeSpans({
    ...times,
    tenantId: run.tenantId,
    runId: run.id,
    stepSpanId: step.spanId,
    codes,
    count: SPANS_ADDED,
  });
  const all = [...spans, ...made].sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
  return [{ traceId, rootSpanId, total: all.length }, ...all].map((line) => `${JSON.stringify(line)}\n`).join("");
}

async function openTrace(page: Page, search = "", runId = run.id): Promise<void> {
  await page.goto(`/admin/traces/${runId}${search}`);
  await page
    .getByRole("treegrid")
    .or(page.getByRole("img", { name: /^Flame view/ }))
    .waitFor();
}

async function openLarge(search = ""): Promise<Page> {
  const page = await site.page({ as: { role: "ADMIN" } });
  await page.route(`**/api/admin/traces/${run.id}*`, (route) =>
    route.fulfill({ contentType: "application/x-ndjson", body: largeTrace }),
  );
  await openTrace(page, search);
  return page;
}

const rows = (page: Page) => page.getByRole("treegrid").getByRole("row");
const row = (page: Page, name: string | RegExp) => rows(page).filter({ hasText: name }).first();
/** The row of a requirement: its verdict comes first. */
const requirementRow = (page: Page, code: string) =>
  row(page, new RegExp(`^(Complete|Partial|Missing|Failed|Not assessed)${code.replace(".", "\\.")}\\D`));
const search = (page: Page) => new URL(page.url()).searchParams;
const rowCount = async (page: Page) => Number(await page.getByRole("treegrid").getAttribute("aria-rowcount")) - 1;
/** Goes down row by row to a requirement: those that began together stand in any order. */
async function goDownTo(page: Page, code: string): Promise<void> {
  const grid = page.getByRole("treegrid");
  const active = () => grid.getAttribute("aria-activedescendant");
  const wanted = await requirementRow(page, code).getAttribute("id");
  await grid.focus();
  for (let before = await active(); before !== wanted; before = await active()) {
    await page.keyboard.press("ArrowDown");
    await expect.poll(active).not.toBe(before);
  }
}
/** The row that is selected, once it is one with this text. */
const selected = (page: Page, text: string) => page.locator("[role=row][aria-selected=true]").filter({ hasText: text });

describe("a finished run, by a direct link", () => {
  test("shows its steps, each requirement by code and verdict, its sums, and that evidence is never in a trace", async () => {
    const page = await site.page({ as: { role: "ADMIN" } });
    await openTrace(page);
    await page.getByRole("heading", { level: 1, name: /^Trace of/ }).waitFor();
    await page.getByText("A trace never contains evidence").waitFor();
    await page.getByText(/\d+ spans · .* with a model · .* tokens/).waitFor();
    for (const step of ["Gather the evidence", "Find passages", "Check passages", "Assess requirements"])
      await row(page, step).waitFor();
    expect(await requirementRow(page, "1.1").textContent()).toMatch(/^Partial1\.1.*model.*own work/);
    expect(await requirementRow(page, "1.1").getAttribute("aria-level")).toBe("3");
  });

  test("leads from a span to its verdict and quote, and on to the page of the evidence, in two clicks", async () => {
    const page = await site.page({ as: { role: "ADMIN" } });
    await openTrace(page, "?span=requirement:1.1");
    await selected(page, "1.1").waitFor();
    await page.getByRole("treegrid").press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await selected(page, "Model call").waitFor();
    const details = page.getByRole("region", { name: "Span details" });
    await details.getByText("Verdict on requirement 1.1").waitFor();
    await details.getByText("llm.tokens.in").waitFor();
    await details
      .getByText(/information-security-policy\.pdf/)
      .first()
      .waitFor();
    await details.getByRole("list", { name: "Quotes" }).getByRole("link").first().click();
    await page.waitForURL(/\/cm\?/);
    expect(Object.fromEntries(search(page))).toMatchObject({ run: run.id, requirement: "1.1", citation: "0" });
    await page.locator(".pdf-cited").first().waitFor();
  });

  test("is used by keyboard alone: rows open and close, the time zooms, and all of it is in the address", async () => {
    const page = await site.page({ as: { role: "ADMIN" } });
    await openTrace(page);
    const all = await rowCount(page);
    await goDownTo(page, "1.1");
    await expect.poll(() => selected(page, "1.1").getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => selected(page, "1.1").getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => rowCount(page)).toBe(all - 2);
    await page.keyboard.press("ArrowLeft");
    await selected(page, "Assess requirements").waitFor();
    await page.keyboard.press("End");
    await selected(page, "Write exports").waitFor();
    await page.keyboard.press("+");
    await expect.poll(() => search(page).has("from")).toBe(true);
    await page.keyboard.press("0");
    await expect.poll(() => search(page).has("from")).toBe(false);
    await page.keyboard.press("Escape");
    await expect.poll(() => search(page).has("span")).toBe(false);
    await page.getByRole("slider", { name: "Start of the range" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => Number(search(page).get("from"))).toBeGreaterThan(0);
  });

  test("is accessible in each view, light and dark, and at a zoom of 200 %", async () => {
    const page = await site.page({ as: { role: "ADMIN" }, colorScheme: "light" });
    await openTrace(page, "?span=requirement:1.1&q=policy");
    await page.getByRole("list", { name: "Quotes" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Flame" }).click();
    await page.getByRole("img", { name: /^Flame view of/ }).waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page, ["color-contrast"]);
    await page.getByRole("button", { name: "Waterfall" }).click();
    await page.setViewportSize({ width: 720, height: 450 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await requirementRow(page, "1.1").scrollIntoViewIfNeeded();
  });
});

describe("thousands of spans", () => {
  test("few rows are in the page, requirements begin closed, and a search goes from match to match", async () => {
    const page = await openLarge();
    expect(await rowCount(page)).toBeLessThan(100);
    expect(await rows(page).count()).toBeLessThan(100);
    await page.getByRole("button", { name: "Open all rows" }).click();
    await expect.poll(() => rowCount(page)).toBeGreaterThan(SPANS_ADDED);
    expect(await rows(page).count()).toBeLessThan(100);
    await page.getByLabel("Search spans").fill("MODEL_TIMEOUT");
    const status = page.getByRole("search").getByRole("status");
    await expect.poll(() => status.textContent()).toMatch(/^\d+ found$/);
    const total = /^\d+/.exec((await status.textContent())!)![0];
    await page.keyboard.press("Enter");
    await expect.poll(() => status.textContent()).toBe(`1 of ${total}`);
    await selected(page, "MODEL_TIMEOUT").waitFor();
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => status.textContent()).toBe(`${total} of ${total}`);
    await page.getByRole("button", { name: "Next match" }).click();
    await expect.poll(() => status.textContent()).toBe(`1 of ${total}`);
  });

  test("pills and conditions on any attribute filter together, and a reload shows the same", async () => {
    const page = await openLarge();
    const shown = page.getByText(/^[\d,]+ of [\d,]+ spans$/);
    const counts = async () =>
      (await shown.textContent())!.match(/[\d,]+/g)!.map((text) => Number(text.replace(",", "")));
    const passing = async () => (await counts())[0]!;
    await page.getByRole("button", { name: /^Retried/ }).click();
    await shown.waitFor();
    const [, all] = await counts();
    await expect.poll(passing).toBeLessThan(all!);
    const retried = await passing();
    await page.getByRole("button", { name: /^Errors/ }).click();
    // The count follows the press when the filter has gone through all spans.
    await expect.poll(passing).toBeGreaterThan(retried);
    const byMarks = await passing();
    const condition = page.getByLabel("Add a condition");
    await condition.fill("nonsense");
    await condition.press("Enter");
    await page.getByText("Write an attribute, one of").waitFor();
    await condition.fill("error.type = MODEL_TIMEOUT");
    await condition.press("Enter");
    await expect.poll(passing).toBeLessThan(byMarks);
    const count = await passing();
    await expect
      .poll(() => Object.fromEntries(search(page)))
      .toEqual({ marks: "retried,error", where: "error.type=MODEL_TIMEOUT" });
    await page.reload();
    await page.getByRole("treegrid").waitFor();
    await expect.poll(passing).toBe(count);
    await page.getByRole("button", { name: "Remove the condition error.type=MODEL_TIMEOUT" }).click();
    await expect.poll(passing).toBe(byMarks);
    await condition.fill("llm.model=none");
    await condition.press("Enter");
    await page.getByText("No span matches the filter").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => [...search(page).keys()]).toEqual([]);
    await requirementRow(page, "1.1").click();
    await page.getByRole("treegrid").press("ArrowRight");
    await page.getByRole("treegrid").press("ArrowRight");
    await page.getByRole("button", { name: "Show spans with this chunk.count" }).click();
    await expect.poll(() => search(page).get("where")).toMatch(/^chunk\.count=\d$/);
  });

  test("the flame view goes from span to span by arrow keys, and the address keeps span, view and range", async () => {
    const page = await openLarge("?view=flame&from=10&to=400");
    await page.getByRole("group", { name: /^Flame view/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const details = page.getByRole("region", { name: "Span details" });
    await details.getByRole("heading", { name: "Gather the evidence" }).waitFor();
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    await details.getByRole("heading", { name: "Assess requirements" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await details.getByText("Verdict").first().waitFor();
    await details
      .getByRole("button", { name: /^Attempt/ })
      .first()
      .click();
    await details.getByRole("heading", { name: /^Attempt \d+ of \d+/ }).waitFor();
    await expect.poll(() => search(page).get("span")).toMatch(/^[0-9a-f]{16}$/);
    expect(search(page).get("from")).toBe("10");
    await details.getByRole("button", { name: "Zoom to this row" }).click();
    await expect.poll(() => Number(search(page).get("from"))).toBeGreaterThan(10);
  });

  test("the range is dragged out on the overview, and idle time is shown in full when asked", async () => {
    const page = await openLarge();
    const box = (await page.getByRole("group", { name: "Overview of the run" }).boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.3, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => Number(search(page).get("to"))).toBeGreaterThan(Number(search(page).get("from")));
    await page.getByRole("button", { name: "Show the whole time" }).click();
    await expect.poll(() => search(page).has("to")).toBe(false);
    await page.getByRole("button", { name: "Idle time in full" }).click();
    await expect.poll(() => search(page).get("idle")).toBe("full");
    const grid = (await page.getByRole("columnheader", { name: "Time" }).boundingBox())!;
    await page.mouse.move(grid.x + grid.width / 2, grid.y + 100);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -200);
    await page.keyboard.up("Control");
    await expect.poll(() => search(page).has("from")).toBe(true);
  });
});

test("two runs stand side by side, and each difference names its pin", async () => {
  const root = site.client("SUPER_ADMIN");
  const stricter = { confidenceThresholds: { complete: 0.9, partial: 0.4 } };
  const made = await root.sendJson("POST", "/api/admin/retrieval-versions", stricter);
  const { retrievalVersion } = retrievalVersionReply.parse(await made.json());
  const member = site.client("MEMBER");
  const { id } = await member.startRun({ retrievalVersionId: retrievalVersion.id, name: "Stricter" });
  await member.finished(id);
  const page = await site.page({ as: { role: "ADMIN" } });
  await page.goto(`/admin/traces/${id}?view=compare`);
  await page.getByText("Choose the run to compare with").waitFor();
  const other = page.getByRole("combobox", { name: "Compare with" });
  await choose(other, /\d/);
  const list = page.getByRole("list", { name: "Requirements" });
  const item = list.getByRole("listitem").filter({ hasText: "2.1.a" }).first();
  await item.getByText("Engine version").first().waitFor();
  await item.getByText("the thresholds of the verdicts changed").waitFor();
  expect(await item.textContent()).toMatch(/Earlier: Complete.*Later: Partial/);
  await page
    .getByRole("list", { name: "Different inputs" })
    .getByText("the threshold for complete: 0.75 → 0.9")
    .waitFor();
  expect(search(page).get("against")).toBe(run.id);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^All requirements/ }).click();
  await item
    .getByRole("link", { name: /attempt/ })
    .last()
    .click();
  await requirementRow(page, "2.1.a").waitFor();
  expect(search(page).get("span")).toBe("requirement:2.1.a");
});

test("a run under way shows what is still running, and continues by itself until it is over", async () => {
  gate.shut();
  onTestFinished(() => gate.open());
  const member = site.client("MEMBER");
  const { id } = await member.startRun();
  const page = await site.page({ as: { role: "ADMIN" } });
  await expect.poll(() => gate.heldOf(site.service.pid)).toBeGreaterThan(0);
  await openTrace(page, "", id);
  await row(page, /Assess requirements.*still running/).waitFor();
  await page.getByText("reloaded while it runs").waitFor();
  gate.open();
  await member.finished(id);
  // It is read again after five times as long as it took, at most 15 s.
  await page.getByText("Completed", { exact: true }).waitFor({ timeout: 60_000 });
  await page.getByRole("treegrid").press("End");
  await row(page, "Write exports").waitFor();
  await page.getByRole("treegrid").press("Home");
  await row(page, "Assess requirements").waitFor();
  expect(await rows(page).filter({ hasText: "still running" }).count()).toBe(0);
});

test("reused evaluations are marked", async () => {
  const member = site.client("MEMBER");
  const { id } = await member.startRun({ reuse: true });
  await member.finished(id);
  const page = await site.page({ as: { role: "ADMIN" } });
  await openTrace(page, "?marks=reused", id);
  await requirementRow(page, "1.1").getByText("Reused").waitFor();
  await requirementRow(page, "1.1").click();
  await page.getByRole("link", { name: "Taken from a previous run" }).click();
  await expect.poll(() => page.url()).not.toContain(id);
});

test("an imported run says why it has no trace, and a run that is none says so", async () => {
  const root = site.client("SUPER_ADMIN");
  const imported = await root.sendJson("POST", "/api/admin/runs/import", {
    startedAt: "2026-01-01T08:00:00.000Z",
    completedAt: "2026-01-01T09:00:00.000Z",
    assessments: [{ requirementId: "1.1", confidence: 0.9, reasoning: "Stated by the test." }],
  });
  const { run: legacy } = importRunReply.parse(await imported.json());
  expect(runReply.parse(legacy).snapshotStatus).toBe("LEGACY");
  const page = await site.page({ as: { role: "ADMIN" } });
  await page.goto(`/admin/traces/${legacy.id}`);
  await page.getByText("It was imported from an earlier system").waitFor();
  await expectAccessible(page);
  await page.goto("/admin/traces/none");
  await page.getByText("The trace cannot be shown").waitFor();
});

test("a trace that breaks off is said to, and read again on request", async () => {
  const page = await site.page({ as: { role: "ADMIN" } });
  let broken = true;
  await page.route(`**/api/admin/traces/${run.id}*`, (route) =>
    broken ? route.fulfill({ contentType: "application/x-ndjson", body: largeTrace.slice(0, 5000) }) : route.continue(),
  );
  await page.goto(`/admin/traces/${run.id}`);
  await page.getByText("The trace cannot be shown").waitFor();
  broken = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("treegrid").waitFor();
});

test("on a phone the name of a span is above its bar, and both have the whole width", async () => {
  const page = await site.page({ as: { role: "ADMIN" }, viewport: { width: 390, height: 844 } });
  await page.goto(`/admin/traces/${run.id}`);
  const row = page.getByRole("treegrid", { name: "Spans" }).getByRole("row").nth(1);
  await row.waitFor();
  const [name, bar] = await Promise.all(
    [0, 1].map(async (at) => (await row.getByRole("gridcell").nth(at).boundingBox())!),
  );
  expect(bar!.y).toBeGreaterThanOrEqual(name!.y + name!.height - 4);
  expect(bar!.width).toBeGreaterThan(300);
});
