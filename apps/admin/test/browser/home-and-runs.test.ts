import { assessmentListReply, taskListReply, tenantListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { type CallGate, startCallGate } from "../../../api/test/support/call-gate.ts";
import { REFUSED_WORD, type SeededRuns, seedRuns } from "./support/seed-runs.ts";

let gate: CallGate;
let site: SiteTest;
let runs: SeededRuns;
beforeAll(async () => {
  gate = await startCallGate();
  site = await openSite("demo", {
    SUPER_ADMIN_MODE: "true",
    TEST_REFUSED_WORD: REFUSED_WORD,
    TEST_ASSESS_GATE: gate.url,
  });
  runs = await seedRuns(site);
});
afterAll(async () => {
  await site.close();
  await gate.close();
});

const openPage = (role: "ADMIN" | "SUPER_ADMIN" = "ADMIN") => site.page({ as: { role } });
const table = (page: Page) => page.getByRole("table", { name: "Runs" });
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const address = (page: Page) => new URL(page.url());

describe("home", () => {
  test("says what needs attention, and leads to where one fixes it", async () => {
    const page = await openPage();
    await page.goto("/admin");
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention.getByText("1 run failed in the last 30 days", { exact: true }).waitFor();
    await attention.getByText(/^The newest: 1 of \d+ requirements could not be assessed$/).waitFor();
    await attention.getByText("1 document could not be read", { exact: true }).waitFor();
    await attention.getByText("1 model call failed since yesterday", { exact: true }).waitFor();
    await attention.getByText(/^First “Nightly import”/).waitFor();
    await attention.getByRole("link", { name: "See the run: 1 run failed in the last 30 days" }).click();
    await page.getByRole("heading", { name: "Autumn review" }).waitFor();
    expect(address(page).pathname).toBe(`/admin/runs/${runs.failed}`);
  });

  test("says that maintenance mode is on, and why", async () => {
    const page = await openPage();
    const maintenance = { since: "2026-11-28T20:00:00.000Z", reason: "Moving to another server until 22:00" };
    await page.route("**/.well-known/assay-deployment.json", (route) =>
      route.fulfill({ json: { empty: false, maintenance } }),
    );
    await page.goto("/admin");
    const banner = page.getByRole("status").filter({ hasText: "Maintenance: you can read everything" });
    await banner.getByText(maintenance.reason).waitFor();
    await expectAccessible(page);
  });

  test("shows the last 30 days as charts, and the same as a table", async () => {
    const page = await openPage();
    await page.goto("/admin");
    const chart = page.getByRole("region", { name: "Runs", exact: true });
    await chart.locator("svg rect.fill-transparent").first().waitFor();
    await chart.getByText(/^2 in 30 days, completed 1, failed 1, under way 0; most on /).waitFor({ state: "attached" });
    await chart.getByText("Figures by day").click();
    const figures = chart.getByRole("table", { name: "Runs by day" });
    await expect.poll(() => figures.getByRole("row").count()).toBe(31);
    expect(await figures.getByRole("row").nth(1).getByRole("cell").allTextContents()).toEqual(["1", "1", "0"]);
    await page.getByText("The runs of these 30 days cost nothing").waitFor();
  });

  test("names what is active, and verifies the audit chain when asked", async () => {
    const page = await openPage();
    await page.goto("/admin");
    const inForce = page.getByRole("region", { name: "Active" });
    await inForce.getByText(/^Signed up to entry \d+/).waitFor();
    await inForce.getByRole("button", { name: "Verify the chain" }).click();
    await inForce.getByText(/^All \d+ entries and \d+ checkpoints? are intact\.$/).waitFor();
  });

  test("is of the tenant that a super administrator has chosen, and its ways lead on in that tenant", async () => {
    const { tenants } = await (await site.client("SUPER_ADMIN").call("GET", "/api/admin/tenants")).json();
    const other = tenants.find(({ name }: { name: string }) => name === "Harbour Clinic");
    const page = await openPage("SUPER_ADMIN");
    await page.goto(`/admin?tenantId=${other.id}`);
    await page.getByText("No run was started in these 30 days.").waitFor();
    expect(await page.getByText("1 run failed").count()).toBe(0);
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await page.getByText("No run yet").waitFor();
    expect(address(page).searchParams.get("tenantId")).toBe(other.id);
  });

  test("says why it cannot be shown, and tries again", async () => {
    const page = await openPage();
    await page.route("**/api/admin/overview", (route) => route.fulfill({ status: 500, json: { message: "Broken" } }));
    await page.goto("/admin");
    await page.getByText("The overview cannot be shown").waitFor();
    await page.unroute("**/api/admin/overview");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Needs attention").waitFor();
  });
});

describe("the list of runs", () => {
  test("is filtered, searched and ordered in the address, and keeps it over a reload", async () => {
    const page = await openPage();
    await page.goto("/admin/runs");
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.getByRole("button", { name: "Failed", exact: true }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).getByText("Autumn review").waitFor();
    await page.getByRole("button", { name: "Completed", exact: true }).click();
    await choose(page.getByRole("combobox", { name: "Snapshot" }), "Legacy");
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).getByText("imported").waitFor();
    expect(address(page).search).toBe("?status=COMPLETED%2CFAILED&snapshot=LEGACY");
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await expect.poll(() => rows(page).count()).toBe(3);

    await page.getByLabel("Search runs").fill(runs.completed.slice(0, 18));
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByLabel("Search runs").fill("autumn");
    await rows(page).getByText("Autumn review").waitFor();
    await page.getByLabel("Search runs").fill("");
    await expect.poll(() => rows(page).count()).toBe(3);

    await page.getByRole("button", { name: "Tokens" }).click();
    const header = page.getByRole("columnheader", { name: "Tokens" });
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "Tokens" }).click();
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("ascending");
    await expect.poll(() => rows(page).first().textContent()).toContain("imported");
    await page.reload();
    await expect.poll(() => rows(page).first().textContent()).toContain("imported");
    expect(address(page).search).toBe("?sort=tokens&order=asc");
  });

  test("says when nothing matches, and who started what", async () => {
    const page = await openPage();
    await page.goto("/admin/runs?q=no+such+run");
    await page.getByText("No run matches").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).last().click();
    await choose(page.getByRole("combobox", { name: "Started by" }), site.user("MEMBER").email);
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).getByRole("link").press("Enter");
    await page.getByRole("heading", { name: "Verdicts" }).waitFor();
    expect(address(page).pathname).toBe(`/admin/runs/${runs.completed}`);
  });

  test("and a run's own page are followed live to the end", async () => {
    const page = await openPage();
    await page.goto("/admin/runs");
    await expect.poll(() => rows(page).count()).toBe(3);
    gate.shut();
    const { id } = await site.client("ADMIN").startRun({ name: "Live" });
    await page.reload();
    const row = rows(page).first();
    // What has no passages is assessed without a call.
    await row.getByText(/^[0-9] of 25 assessed$/).waitFor();
    await page.getByText("Followed live while a run is under way.").waitFor();
    await row.getByRole("link", { name: "Live" }).click();
    const progress = page.getByRole("region", { name: "Progress" });
    await progress.getByText("Assess requirements").waitFor();
    gate.pass(10);
    await progress.getByText(/^1\d of 25 requirements assessed$/).waitFor();
    await expectAccessible(page);
    gate.open();
    expect((await site.client("ADMIN").finished(id)).status).toBe("COMPLETED");
    await progress.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Download CSV" }).waitFor();
    await page.goBack();
    await rows(page)
      .first()
      .getByText(/of 25 complete/)
      .waitFor();
  });
});

describe("a run", () => {
  const replay = async (page: Page, runId: string, before?: () => Promise<void>) => {
    await page.goto(`/admin/runs/${runId}`);
    await before?.();
    await page.getByRole("button", { name: "Replay and compare" }).click();
    return page.getByRole("region", { name: "Snapshot and replay" });
  };

  test("shows its steps, its pins next to what is active, and its evidence", async () => {
    const page = await openPage("SUPER_ADMIN");
    await page.goto(`/admin/runs/${runs.completed}`);
    await page.getByRole("button", { name: /^Find passages/ }).click();
    const steps = page.getByRole("region", { name: "Steps" });
    await steps.getByText(/^1 job, all done, 0 attempts failed$/).waitFor();
    expect(address(page).searchParams.get("step")).toBe("RETRIEVAL");
    const pins = page.getByRole("table", { name: "Pins" });
    expect(await pins.getByText("Still active").count()).toBe(3);
    await page.getByRole("button", { name: "Left out 3" }).click();
    const leftOut = page.getByRole("table", { name: "Documents left out" });
    await leftOut
      .getByRole("row", { name: /signed-certificate-scan\.pdf/ })
      .getByText("No text to read")
      .waitFor();
    expect(address(page).searchParams.get("evidence")).toBe("left-out");
  });

  test("has its replay held against the live data, the snapshot and its hash: equal", async () => {
    const page = await openPage();
    const section = await replay(page, runs.completed);
    await section.getByText("The replay and the live data are equal").waitFor();
    await section.getByText("Their SHA-256 is the recorded one").waitFor();
    await section.getByText("Equal to the snapshot").waitFor();
    expect(address(page).searchParams.get("replay")).toBe("1");
    await expectAccessible(page);
  });

  test("has the size and the contents of its package shown before it is downloaded", async () => {
    const page = await openPage();
    await page.goto(`/admin/runs/${runs.completed}`);
    const section = page.getByRole("region", { name: "Sealed package" });
    await section.getByRole("button", { name: "Show size and contents" }).click();
    await section.getByRole("list", { name: "Contents of the package" }).getByText("snapshot.json").waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      section.getByRole("button", { name: /^Download package, \d/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`assay-package-${runs.completed}.zip`);
  });

  test("has each difference between its replay and the live data named", async () => {
    const client = site.client("ADMIN");
    const { tasks } = await client.get(`/api/runs/${runs.completed}/tasks`, taskListReply);
    const changed = await client.sendJson("PATCH", `/api/tasks/${tasks[0]!.id}`, { status: "COMPLETED" });
    expect(changed.status).toBe(200);
    const page = await openPage();
    // Assessments are final in the service: only a tampered answer differs.
    await page.route("**/api/runs/*/assessments", async (route) => {
      const { assessments } = assessmentListReply.parse(await (await route.fetch()).json());
      const [first, ...rest] = assessments;
      await route.fulfill({ json: { assessments: [{ ...first, confidence: 0.01 }, ...rest], nextCursor: null } });
    });
    const section = await replay(page, runs.completed);
    await section.getByText("The replay and the live data differ in 2 records").waitFor();
    await section.getByText(/^confidence: .* in the replay, 0\.01 live$/).waitFor();
    await section.getByText('status: "PENDING" in the replay, "COMPLETED" live').waitFor();
    await section.getByText("People work on tasks after a run").waitFor();
  });

  test("that failed says where, why and what to do, and why it cannot be replayed", async () => {
    const page = await openPage();
    await page.goto(`/admin/runs/${runs.failed}`);
    await page.getByRole("button", { name: /^Continue: / }).waitFor();
    await page.getByRole("link", { name: "Verdicts in the portal" }).waitFor();
    const absent = page.getByRole("group").filter({ hasText: "It failed before it had snapshot, exports." });
    expect(await absent.getByRole("region").filter({ visible: true }).count()).toBe(0);
    const actions = await page.getByRole("link", { name: /^(Verdicts in the portal|Audit story|Trace)$/ }).all();
    expect(new Set(await Promise.all(actions.map(async (each) => (await each.boundingBox())!.y))).size).toBe(1);
    const section = await replay(page, runs.failed, () => page.getByText("It failed before it had").click());
    await page.getByText(/^It failed in the step “Assess requirements” with MODEL_REJECTED_REQUEST/).waitFor();
    await page.getByText("The language model rejected the request").waitFor();
    await section.getByText("This run cannot be replayed").waitFor();
    await section.getByText("Only a completed run has a snapshot, and this one failed.").waitFor();
    await section.getByText(/^REPLAY_UNAVAILABLE/).waitFor();
    await expectAccessible(page);
  });

  test("that was imported says that its replay comes from the live data", async () => {
    const page = await openPage();
    const section = await replay(page, runs.legacy);
    await section.getByText("The replay comes from the live data").waitFor();
    await page.getByText("Imported from an earlier system").waitFor();
    await page.getByText("An imported run has its citations but no evidence set.").waitFor();
  });

  test("gives its exports for download, with the hash of each", async () => {
    const page = await openPage();
    await page.goto(`/admin/runs/${runs.completed}`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download JSON" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.json$/);
  });

  test("that does not exist is said not to", async () => {
    const page = await openPage();
    await page.goto("/admin/runs/01a1fc00-0000-7000-8000-000000000000");
    await page.getByText("This run does not exist").waitFor();
    await page.getByRole("link", { name: "Go to the runs" }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0);
  });
});

test("a super administrator chooses a tenant, every page says so, and leaves it again", async () => {
  const page = await site.page({ as: { role: "SUPER_ADMIN" } });
  await page.goto("/admin");
  await page.getByRole("button", { name: "Tenant: Northwind Instruments. Change" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Search tenants").fill("no such");
  await dialog.getByText("No tenant has “no such” in its name").waitFor();
  await dialog.getByLabel("Search tenants").fill("");
  await dialog
    .getByRole("list", { name: "Tenants" })
    .getByRole("link")
    .filter({ hasNotText: "your own" })
    .first()
    .click();
  await page.getByText("which is not your tenant").waitFor();
  expect(new URL(page.url()).searchParams.get("tenantId")).toMatch(/^[0-9a-f-]{36}$/);
  await page.getByRole("link", { name: "Leave this tenant" }).click();
  await page.getByText("which is not your tenant").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Tenant: Northwind Instruments. Change" }).waitFor();
});

test("an administrator who names another tenant in the address is told why that is refused", async () => {
  const { tenants } = await site.client("SUPER_ADMIN").get("/api/admin/tenants", tenantListReply);
  const other = tenants.find(({ name }) => name !== "Northwind Instruments")!;
  const page = await site.page({ as: { role: "ADMIN" } });
  await page.goto(`/admin?tenantId=${other.id}`);
  await page.getByText("You cannot act in this tenant").waitFor();
  await page.getByText("the SUPER_ADMIN role is required").waitFor();
});
