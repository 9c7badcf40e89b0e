import { runListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type CallGate, startCallGate } from "../../../../apps/api/test/support/call-gate.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

const REFUSED_WORD = "unreadable-by-models";

let portal: SiteTest;
/** Shut, it holds a run at its assessments. */
let gate: CallGate;
beforeAll(async () => {
  gate = await startCallGate();
  portal = await openSite("demo", { TEST_ASSESS_GATE: gate.url, TEST_REFUSED_WORD: REFUSED_WORD });
});
afterEach(() => gate.open());
afterAll(async () => {
  await portal.close();
  await gate.close();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const progress = (page: Page) => page.getByRole("region", { name: "Progress" });
const rows = (page: Page) => page.getByRole("list", { name: "Runs" }).getByRole("listitem");
const shownRun = (page: Page) => new URL(page.url()).searchParams.get("run");

async function startRun(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Start a run" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }).click();
  await progress(page).waitFor();
  return shownRun(page)!;
}

test("a run is started after a look at what it judges, and is watched to its end, over a reload", async () => {
  const page = await portal.page();
  await page.goto("/cm/runs?start=1");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Evidence: 11 documents").waitFor();
  await dialog.getByText("Meridian Security Baseline").waitFor();
  await expect.poll(() => dialog.getByLabel("Name").evaluate((field) => field === document.activeElement)).toBe(true);
  await dialog.getByText("1 document would be left out").click();
  await dialog.getByText("No text to read").waitFor();
  await dialog.getByText("What would be judged").click();
  await dialog.getByText("information-security-policy.pdf").waitFor();
  await dialog.getByLabel("Name").fill("Spring review");
  await expectAccessible(page);
  gate.shut();
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await progress(page).getByText("Estimating the time left").waitFor();
  await progress(page).getByText("Assess requirements").waitFor();
  gate.pass(10);
  await progress(page)
    .getByText(/About .* left/)
    .waitFor();
  await expectAccessible(page);

  await page.reload();
  await progress(page)
    .getByText(/About .* left/)
    .waitFor();
  const criteria = progress(page).getByRole("list", { name: "Criteria" }).getByRole("listitem");
  await expect.poll(() => criteria.allTextContents()).toContainEqual(expect.stringMatching(/complete.*[1-9] of \d/));
  expect(await progress(page).getByText("Live updates stopped").count()).toBe(0);

  gate.open();
  const run = await portal.client().finished(shownRun(page)!);
  await page.getByRole("heading", { name: "Exports" }).waitFor();
  const counts = `${run.completeCount} complete, ${run.partialCount} partial, ${run.missingCount} missing`;
  await rows(page).first().getByText(counts).waitFor();
  await page.getByRole("tab", { name: "Steps and versions" }).click();
  await page.getByRole("list", { name: "Steps" }).getByText("25 requirements").last().waitFor();
  await page.getByRole("heading", { name: "Spring review" }).waitFor();
  await page.getByText(`Started by ${portal.user().email}`).waitFor();
  await page.getByRole("link", { name: "Open the verdicts" }).click();
  await page.getByRole("link", { name: /2\.1\.a/ }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/cm?run=${run.id}`);
});

test("the evidence of a run is found by name, kind and citations, and leads to the requirements that cite it", async () => {
  const { runs } = await portal.client().get("/api/runs", runListReply);
  const runId = runs.find(({ status }) => status === "COMPLETED")!.id;
  const page = await portal.page();
  await page.goto(`/cm/runs?run=${runId}`);
  await page.getByRole("tab", { name: "Overview" }).focus();
  await page.keyboard.press("ArrowRight");
  const evidence = page.getByRole("region", { name: "Evidence of the run" });
  await evidence.getByText("11 documents judged and 3 left out").waitFor();
  const judged = evidence.getByRole("list", { name: "Documents judged" }).getByRole("listitem");
  await judged.first().waitFor();
  await expectAccessible(page);

  await evidence.getByLabel("Search by name").fill("SECURITY-policy");
  await expect.poll(() => judged.count()).toBe(1);
  expect(new URL(page.url()).searchParams.get("q")).toBe("SECURITY-policy");
  const policy = evidence.getByRole("listitem").filter({ hasText: "information-security-policy.pdf" });
  await policy.getByText(/^Rule/).waitFor();
  await policy.getByText(/^Cited by \d+ requirements?$/).click();
  const citing = policy.getByRole("list", { name: "Requirements that cite it" }).getByRole("link");
  await citing.first().waitFor();
  await expectAccessible(page);
  await evidence.getByLabel("Search by name").fill("no such document");
  await evidence.getByRole("button", { name: "Clear the filters" }).click();
  await expect.poll(() => judged.count()).toBeGreaterThan(5);

  await evidence.getByRole("button", { name: "Left out 3" }).click();
  const leftOut = evidence.getByRole("listitem").filter({ hasText: "signed-certificate-scan.pdf" });
  await leftOut.getByText("No text to read").waitFor();
  await expectAccessible(page);
  await page.reload();
  await leftOut.waitFor();
  await evidence.getByRole("button", { name: "Judged 11" }).click();
  await policy.getByText(/^Cited by/).click();
  await citing.first().click();
  await page.getByRole("region", { name: "Assessment details" }).waitFor();
  expect(new URL(page.url()).searchParams.get("citation")).not.toBeNull();
});

test("who starts a run while another continues is led to that one", async () => {
  const page = await portal.page();
  await page.goto("/cm/runs?start=1");
  const start = page.getByRole("dialog").getByRole("button", { name: "Start", exact: true });
  await start.waitFor();
  gate.shut();
  const { id } = await portal.client().startRun();
  await start.click();
  await progress(page).waitFor();
  expect(shownRun(page)).toBe(id);
  await page.getByRole("button", { name: "Run in progress" }).waitFor();
  gate.open();
  await portal.client().finished(id);
});

test("without its stream of events a run is followed by looking, and that is said", async () => {
  const page = await portal.page();
  await page.route("**/api/runs/*/events", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/cm/runs");
  gate.shut();
  const id = await startRun(page);
  await progress(page).getByText("Live updates stopped").waitFor();
  gate.pass(3);
  await progress(page)
    .getByText(/[1-9]\d* of 25/)
    .waitFor();
  gate.open();
  expect((await portal.client().finished(id)).status).toBe("COMPLETED");
  await page.getByRole("heading", { name: "Exports" }).waitFor();
});

test("a run continues being shown when the network comes back", async () => {
  const page = await portal.page();
  await page.goto("/cm/runs");
  gate.shut();
  const id = await startRun(page);
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  await page.context().setOffline(false);
  gate.open();
  await portal.client().finished(id);
  await page.getByRole("heading", { name: "Exports" }).waitFor();
});

test("a failed run says why, which requirement failed, and what comes next", async () => {
  const client = portal.client();
  const { id: documentId } = await client.upload(
    "passwords.md",
    `Passwords are at least 12 characters long. ${REFUSED_WORD}`,
  );
  await client.settled(documentId);
  const { id } = await client.startRun();
  const { status, failureReason } = await client.finished(id);
  expect(status).toBe("FAILED");
  const page = await portal.page();
  await page.goto("/cm/runs?status=FAILED");
  await rows(page).getByText(failureReason!).waitFor();
  expect(await rows(page).count()).toBe(1);
  await rows(page).getByRole("link").click();
  const why = page.getByRole("region", { name: "Why it failed" });
  await why.getByText(failureReason!).waitFor();
  await why.getByText("The language model rejected the request").waitFor();
  await expectAccessible(page);
  const [requirementId] = (await client
    .call("GET", `/api/runs/${id}/assessments?status=FAILED`)
    .then((reply) => reply.json())
    .then(({ assessments }) => assessments.map((each: { requirementId: string }) => each.requirementId))) as [string];
  await why.getByRole("link", { name: requirementId, exact: true }).click();
  await page.getByRole("region", { name: "Assessment details" }).getByText("Failed").first().waitFor();
  expect((await client.call("DELETE", `/api/documents/${documentId}`)).status).toBe(204);

  await page.goto(`/cm/runs?run=${id}`);
  await why
    .getByText(/^A run that continues it asks again for \d+ that failed\. The \d+ other verdicts are taken over/)
    .waitFor();
  await why.getByRole("button", { name: /^Continue: \d+ requirements? left$/ }).click();
  await expect.poll(() => shownRun(page)).not.toBe(id);
  await page.getByRole("link", { name: "a previous run" }).waitFor();
  expect((await client.finished(shownRun(page)!)).status).toBe("COMPLETED");
});

test("a run is cancelled with a reason, which everybody can read, and on a phone too", async () => {
  const page = await portal.page(PHONE);
  await page.goto("/cm/runs?start=1");
  gate.shut();
  await page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }).click();
  await progress(page).getByRole("button", { name: "Cancel the run" }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Cancel the run" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel("Reason").fill("The new policy is missing");
  await expectAccessible(page);
  await confirm.click();
  const why = page.getByRole("region", { name: "Why it failed" });
  await why.getByText(/^Cancelled by .*: The new policy is missing$/).waitFor();
  await why.getByRole("button", { name: /^Continue: / }).waitFor();
  await expectAccessible(page);
  expect((await portal.client().finished(shownRun(page)!)).status).toBe("FAILED");
});

test("a viewer sees the runs and why no button starts one", async () => {
  const page = await portal.page({ as: { role: "VIEWER" } });
  await page.goto(`/cm/runs?start=1`);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Starting a run needs the Member role").waitFor();
  expect(await dialog.getByRole("button", { name: "Start", exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Starting a run needs the Member role").waitFor();
  await rows(page).last().getByRole("link").click();
  await page.getByRole("heading", { name: "Exports" }).waitFor();
});

test("a tenant without runs is told what one does", async () => {
  const page = await portal.page({ as: { tenant: 1 } });
  await page.goto("/cm/runs");
  await page.getByText("No runs yet").waitFor();
  await expectAccessible(page);
});

test("runs that cannot be read show the request's id and come with another try", async () => {
  const page = await portal.page();
  const body = JSON.stringify({ error: "INTERNAL_ERROR", message: "Something failed", requestId: "the-request" });
  await page.route("**/api/runs?*", (route) => route.fulfill({ status: 500, body }));
  await page.goto("/cm/runs");
  await page.getByText("the-request").waitFor();
  await expectAccessible(page);
  await page.unroute("**/api/runs?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await rows(page).first().waitFor();
});

test("on a phone the history leads to a run and back", async () => {
  const page = await portal.page(PHONE);
  await page.goto("/cm/runs");
  await rows(page).last().getByRole("link").tap();
  await page.getByRole("heading", { name: "Exports" }).waitFor();
  await expectAccessible(page);
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: innerWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
  await page.getByRole("button", { name: "Back to the history" }).tap();
  await rows(page).last().waitFor();
  await expectAccessible(page);
});
