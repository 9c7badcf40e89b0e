import { readFile } from "node:fs/promises";
import { adminRunListReply, auditListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

const LOGS = "/api/admin/audit-logs";
let site: SiteTest;
let runId: string;
beforeAll(async () => {
  site = await openSite("demo");
  runId = (await site.client("ADMIN").get("/api/admin/runs", adminRunListReply)).runs[0]!.id;
});
afterAll(() => site.close());

const open = async (path: string) => {
  const page = await site.page({ as: { role: "ADMIN" } });
  await page.goto(`/admin${path}`);
  return page;
};
const entries = (page: Page) => page.getByRole("table", { name: "Audit log" }).getByRole("row");
const totalOf = async (search: string) => (await site.client("ADMIN").get(`${LOGS}?${search}`, auditListReply)).total;

describe("the audit log", () => {
  test("is narrowed by act and actor, names them, and keeps all of it in the address", async () => {
    const page = await open("/audit");
    await choose(page.getByLabel("What happened"), "Document uploaded");
    const uploads = await totalOf("action=document.uploaded");
    await page.getByText(`${uploads} entries`).waitFor();
    await choose(page.getByLabel("By", { exact: true }), "member@northwind.example");
    await expect.poll(() => new URL(page.url()).searchParams.get("actor")).toMatch(/^[0-9a-f-]{36}$/);
    await page.getByText(`${await totalOf(new URL(page.url()).searchParams.toString())} entries`).waitFor();
    for (const text of (await entries(page).allTextContents()).slice(1)) expect(text).toContain("member@northwind");
    await page.reload();
    await page.getByLabel("What happened").getByText("Document uploaded").waitFor();
    await page.getByRole("link", { name: "Clear the filters" }).click();
    await page.getByText(`${await totalOf("")} entries`).waitFor();
    await choose(page.getByLabel("When"), "The last 7 days");
    await page.getByText(`${await totalOf("")} entries`).waitFor();
    await choose(page.getByLabel("When"), "Between two days …");
    await page.getByLabel("To, a day").fill("2001-01-02");
    await page.getByText("No entry matches").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("to")).toBe("2001-01-02");
  });

  test("shows an entry with its hash and the one before it, and goes from one to the other", async () => {
    const { entries: all } = await site.client("ADMIN").get(`${LOGS}?limit=200`, auditListReply);
    const captured = all.find(({ action }) => action === "snapshot.captured")!;
    const page = await open(`/audit?entry=${captured.sequence}`);
    const pane = page.getByRole("complementary", { name: `Entry ${captured.sequence}` });
    await pane.getByText(captured.hash).waitFor();
    await pane.getByText(captured.previousHash).waitFor();
    await pane.getByText("Hash of the snapshot").waitFor();
    await pane.getByText(String(captured.details!.snapshotHash)).waitFor();
    await expectAccessible(page);
    await pane.getByRole("link", { name: `entry ${captured.sequence - 1}` }).click();
    const before = page.getByRole("complementary", { name: `Entry ${captured.sequence - 1}` });
    await before.getByText(captured.previousHash).first().waitFor();
    await before.getByRole("button", { name: "Close the entry" }).click();
    expect(new URL(page.url()).searchParams.has("entry")).toBe(false);
    await page.goto("/admin/audit?entry=1000000");
    await page.getByText("This entry does not exist").waitFor();
  });

  test("is downloaded as CSV as it is filtered, all pages of it", async () => {
    const page = await open("/audit?objectType=document");
    await page.getByText(`${await totalOf("objectType=document")} entries`).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download as CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(lines[0]).toContain("sequence,created_at,actor,action");
    expect(lines).toHaveLength(1 + (await totalOf("objectType=document")));
    expect(lines.slice(1).every((line) => line.includes(",document,"))).toBe(true);
  });

  test("pages without losing an entry, each page in the address", async () => {
    // A page has 50 entries; the log of the demo has more.
    const total = await totalOf("");
    expect(total).toBeGreaterThan(50);
    const page = await open("/audit");
    await page.getByText(`${total} entries`).waitFor();
    expect(await entries(page).count()).toBe(51);
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.poll(() => entries(page).count()).toBe(1 + Math.min(50, total - 50));
    await page.reload();
    await expect.poll(() => entries(page).count()).toBe(1 + Math.min(50, total - 50));
    await page.getByRole("link", { name: "First page" }).click();
    await expect.poll(() => entries(page).count()).toBe(51);
  });
});

describe("verification", () => {
  test("says in plain words what was checked, and a kept file of checkpoints fits", async () => {
    const page = await open("/audit?tab=verification");
    await page.getByRole("button", { name: "Verify now" }).click();
    await page.getByText("The audit log is intact").waitFor();
    await page.getByText(`${await totalOf("")} entries were recomputed`).waitFor();
    await page.getByText(/signed checkpoints? agrees? with it/).waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download all, with the keys" }).click(),
    ]);
    const file = await readFile(await download.path(), "utf8");
    const { checkpoints, keys } = JSON.parse(file) as { checkpoints: { statement: object }[]; keys: unknown[] };
    expect([checkpoints.length > 0, keys.length]).toEqual([true, 1]);
    const drop = (name: string, text: string) =>
      page
        .getByLabel("Drop a checkpoint file here, or choose one")
        .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await drop("kept.json", file);
    await page.getByText("matches: nothing up to that entry has changed since then").waitFor();

    const [newest] = checkpoints;
    const forged = { ...newest, statement: { ...newest!.statement, hash: "0".repeat(64) } };
    await drop("forged.json", JSON.stringify(forged));
    await page.getByText("A checkpoint does not match the log").waitFor();
    await page.getByText("its signature does not match").waitFor();
    await drop("notes.txt", "not JSON");
    await page.getByText("This is not a JSON file").waitFor();
  });

  test("of a broken chain names the first entry that is wrong and leads to it; a failure says nothing of the log", async () => {
    const page = await open("/audit?tab=verification");
    const head = { sequence: 79, hash: "a".repeat(64) };
    const firstBroken = { sequence: 3, problem: "HASH_DIFFERS" };
    const checkpoints = { checked: 1, problems: [] };
    let answers = 0;
    await page.route("**/audit-logs/verify*", (route) =>
      answers++ === 0
        ? route.fulfill({ status: 500, json: { error: "INTERNAL_ERROR", message: "Broken", requestId: "abc" } })
        : route.fulfill({ json: { valid: false, entries: 3, head, firstBroken, checkpoints } }),
    );
    await page.getByRole("button", { name: "Verify now" }).click();
    await page.getByText("This says nothing about the log itself").waitFor();
    await page.getByRole("button", { name: "Verify now" }).click();
    await page.getByText("The audit log is broken").waitFor();
    await page.getByText("Entry 3 is the first one that is wrong").waitFor();
    await page.getByRole("link", { name: "Look at entry 3" }).click();
    await page.getByRole("complementary", { name: "Entry 3" }).getByText("Place in the chain").waitFor();
  });
});

describe("a run's story", () => {
  test("is told by its steps in order, with ways to its entries, trace and details", async () => {
    const page = await open(`/audit/runs/${runId}`);
    const parts = page.getByRole("list", { name: "What happened" }).getByRole("heading");
    await parts.first().waitFor();
    expect(await parts.allTextContents()).toEqual([
      "Start",
      "Gather the evidence",
      "Find passages",
      "Check passages",
      "Assess requirements",
      "Make tasks",
      "Write exports",
      "Result",
    ]);
    await page.getByRole("link", { name: /documents taken as evidence/ }).waitFor();
    const trace = page.getByRole("link", { name: "In the trace of “Find passages”" });
    expect(await trace.getAttribute("href")).toMatch(new RegExp(`/admin/traces/${runId}\\?span=[0-9a-f]{16}$`));
    await page.getByRole("link", { name: "Its entries" }).click();
    await page.getByText(`${await totalOf(`runId=${runId}`)} entries`).waitFor();
    await page.goto("/admin/audit/runs/none");
    await page.getByText("The run's story cannot be shown").waitFor();
  });

  test("continues while the run is under way", async () => {
    const { id } = await site.client("MEMBER").startRun();
    const page = await open(`/audit/runs/${id}`);
    await page.getByRole("heading", { name: "Start" }).waitFor();
    await page.getByRole("heading", { name: "Result" }).waitFor();
    await page.getByText("Run completed by the service", { exact: true }).waitFor();
  });
});

test("who gets checkpoints by mail is shown and chosen, and a deployment that sends none says so", async () => {
  const page = await site.page({
    as: { role: "ADMIN" },
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    expectedMessages: /409/,
  });
  await page.goto("/admin/audit?tab=verification");
  const section = page.getByRole("region", { name: "Checkpoints by mail" });
  await section.getByText("Nobody gets checkpoints by mail").waitFor();
  await section.getByRole("button", { name: "Choose who gets them" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail addresses").fill("auditor@example.com, second@example.com");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("this deployment sends none").waitFor();
  await dialog.getByLabel("E-mail addresses").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
});
