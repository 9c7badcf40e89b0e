import { issuedLinkReply, runListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
let runId: string;
beforeAll(async () => {
  portal = await openSite("demo");
  runId = (await portal.client().get("/api/runs?status=COMPLETED", runListReply)).runs[0]!.id;
});
afterAll(() => portal.close());

async function makeLink(): Promise<{ id: string; path: string }> {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const body = { label: "R. Okafor, Audit LLP", capabilities: ["READ"], expiresAt };
  const response = await portal.client("ADMIN").sendJson("POST", `/api/runs/${runId}/links`, body);
  const { link, path } = issuedLinkReply.parse(await response.json());
  return { id: link.id, path };
}

/** What the page asked the service for and was refused. */
function watchRefusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith("/api/") && response.status() >= 400) refused.push(`${response.status()} ${pathname}`);
  });
  return refused;
}

/** Every address on the page stays in the auditor's view. */
async function expectNoWayOut(page: Page): Promise<void> {
  const hrefs = await page.locator("a[href]").evaluateAll((links) => links.map((each) => each.getAttribute("href")!));
  expect(hrefs.filter((href) => !/^(#|\/cm\/audit\?)/.test(href))).toEqual([]);
}

test("an administrator makes a link and sees its address once; an auditor opens it; the administrator revokes it", async () => {
  const admin = await portal.page({ as: { role: "ADMIN" } });
  await admin.goto(`/cm/runs?run=${runId}`);
  await admin.getByRole("button", { name: "New link" }).click();
  await admin.getByLabel("For whom").fill("Audit LLP");
  await admin.getByLabel("May comment").check();
  await choose(admin.getByLabel("Ends after"), "60 days");
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Create the link" }).click();
  const address = admin.getByRole("dialog").locator("code");
  await address.waitFor();
  const text = (await address.textContent())!;
  expect(text).toMatch(/^http:\/\/\S+\/cm\/audit#[\w-]{43}$/);
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "I have copied it" }).click();
  const rows = admin.getByRole("list", { name: "Auditors' links" });
  await rows.getByText("Not opened").waitFor();
  expect(await admin.content()).not.toContain(text.split("#")[1]!);

  const auditor = await portal.page({ as: null });
  await auditor.goto(text);
  await auditor.getByText("For Audit LLP, to read until").waitFor();
  expect(new URL(auditor.url()).hash).toBe("");
  await admin.reload();
  await rows.getByText("Open", { exact: true }).waitFor();
  await rows.getByRole("button", { name: "Revoke the link for Audit LLP" }).click();
  await admin.getByRole("button", { name: "Revoke", exact: true }).click();
  await rows.getByText("Revoked", { exact: true }).waitFor();
  await auditor.getByRole("tab", { name: "Evidence list" }).click();
  await auditor.getByRole("heading", { name: "This link has ended" }).waitFor();
  await expectAccessible(auditor);
  await auditor.reload();
  await auditor.getByRole("heading", { name: "No link is open" }).waitFor();
});

test("what the command line proposes fills the dialog, once, and nothing is created before the administrator says so", async () => {
  const admin = await portal.page({ as: { role: "ADMIN" } });
  await admin.goto(`/cm/runs?run=${runId}&link=new&for=Proposed+LLP&days=14&may=comment`);
  await admin.getByText("An address proposed this link").waitFor();
  expect(await admin.getByLabel("For whom").inputValue()).toBe("Proposed LLP");
  expect(await admin.getByLabel("May comment").isChecked()).toBe(true);
  expect(await admin.getByLabel("May ask for evidence").isChecked()).toBe(false);
  await admin.getByRole("combobox", { name: "Ends after" }).getByText("14 days").waitFor();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Cancel" }).click();
  await admin.waitForURL(`**/cm/runs?run=${runId}`);
  await admin.reload();
  await admin.getByRole("button", { name: "New link" }).waitFor();
  expect(await admin.getByRole("dialog").count()).toBe(0);
  expect(await admin.getByText("Proposed LLP").count()).toBe(0);
});

test("an auditor sees the verdicts, the passages in their documents, the evidence list and the reports, and no way out", async () => {
  const page = await portal.page({ as: null });
  const refused = watchRefusals(page);
  await page.goto((await makeLink()).path);
  await page.getByText("Northwind Instruments").waitFor();
  await page.getByRole("article", { name: "The run as a whole" }).waitFor();
  await expectAccessible(page);
  await expectNoWayOut(page);
  await page.getByRole("list", { name: "Requirements" }).getByRole("link", { name: /3\.2/ }).click();
  await page.getByRole("heading", { name: "Critical security patches are installed within 14 days" }).waitFor();
  await page.getByRole("link", { name: /Critical security patches are installed within 30 days/ }).click();
  await page.getByRole("button", { name: "Download the original" }).waitFor();
  await page.locator("mark, [data-cited], canvas").first().waitFor();
  await expectAccessible(page);
  await expectNoWayOut(page);
  await page.getByRole("tab", { name: "Evidence list" }).click();
  await page.getByRole("list", { name: "Documents judged" }).waitFor();
  await page
    .getByText(/^Cited by/)
    .first()
    .click();
  await page.getByRole("list", { name: "Requirements that cite it" }).getByRole("link").first().waitFor();
  await expectAccessible(page);
  await expectNoWayOut(page);
  await page.getByRole("list", { name: "Requirements that cite it" }).getByRole("link").first().click();
  await page.getByRole("tab", { name: "Verdicts", selected: true }).waitFor();
  await page.getByRole("tab", { name: "Sign-off" }).click();
  await page.getByRole("heading", { name: "Sign-off" }).first().waitFor();
  await expectAccessible(page);
  await expectNoWayOut(page);
  await page.getByRole("tab", { name: "Reports" }).click();
  const exports = page.getByRole("list", { name: "Exports" });
  await exports.getByText("Snapshot").waitFor();
  const download = page.waitForEvent("download");
  await exports
    .getByRole("button", { name: /^Download/ })
    .first()
    .click();
  expect((await download).suggestedFilename()).not.toBe("");
  await expectAccessible(page);
  await page.reload();
  await exports.getByText("Snapshot").waitFor();
  expect(refused).toEqual([]);
  for (const name of ["New run", "Account", "Search"]) expect(await page.getByRole("button", { name }).count()).toBe(0);
});

test("a link opens in one browser: another one is told to ask for it again, and members stay who they are", async () => {
  const { path } = await makeLink();
  const first = await portal.page();
  await first.goto(path);
  await first.getByText("For R. Okafor, Audit LLP").waitFor();
  await first.goto("/cm");
  await first.getByRole("link", { name: "Documents" }).first().waitFor();
  await first.goto("/cm/audit");
  await first.getByText("For R. Okafor, Audit LLP").waitFor();
  const second = await portal.page({ as: null });
  await second.goto(path);
  await second.getByRole("heading", { name: "This link was opened before" }).waitFor();
  await expectAccessible(second);
});
