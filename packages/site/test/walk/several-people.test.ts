import { runListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importPack, importRun } from "../../../../apps/api/test/support/import-run.ts";
import { expectAccessible } from "../browser/expect-accessible.ts";
import { openWalk, PHONE, type Walk } from "./open-walk.ts";

let walk: Walk;
let runId: string;
beforeAll(async () => {
  walk = await openWalk(["Packs", "Signed", "Large"]);
  runId = (await walk.client().get("/api/runs", runListReply)).runs[0]!.id;
});
afterAll(() => walk.close());

const requirements = (page: Page) => page.getByRole("list", { name: "Requirements" });
const details = (page: Page) => page.getByRole("region", { name: "Assessment details" });
const runs = (page: Page) => page.getByRole("list", { name: "Runs" }).getByRole("listitem");

const signatures = (page: Page) => page.getByRole("list", { name: "Signatures" });

const VISITORS = {
  name: "Visitor rules",
  criteria: [{ id: 1, title: "Visitors", requirements: ["Visitors are accompanied.", "Visitors sign a book."] }],
};

test("of two packs each is chosen, run and named, and each run shows its own requirements", async () => {
  await importPack(walk.client("SUPER_ADMIN", "Packs"), VISITORS);
  const { page, look, press } = await walk.person({ tenant: "Packs" });
  for (const pack of ["Meridian Security Baseline, version 1", "Visitor rules, version 1"]) {
    await page.goto("/cm/runs");
    await press(page.getByRole("button", { name: "Start a run" }));
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Without evidence, every requirement is missing.").waitFor();
    await press(dialog.getByRole("combobox", { name: "Pack" }));
    await look();
    await press(page.getByRole("option", { name: pack }));
    await look();
    // Two runs of one minute are distinguished by their names.
    await dialog.getByLabel("Name").fill(`Run of ${pack}`);
    await press(dialog.getByRole("button", { name: "Start", exact: true }));
    const id = await page.waitForURL(/[?&]run=/).then(() => new URL(page.url()).searchParams.get("run")!);
    await walk.client("MEMBER", "Packs").finished(id);
    await page.getByRole("link", { name: "Open the verdicts" }).waitFor();
    await look();
  }
  await expect.poll(() => runs(page).filter({ hasText: "Visitor rules" }).count()).toBe(1);
  expect(await runs(page).filter({ hasText: "Meridian Security Baseline" }).count()).toBe(1);
  await press(page.getByRole("link", { name: "Open the verdicts" }));
  await requirements(page)
    .getByRole("link", { name: /Visitors sign a book/ })
    .waitFor();
  expect(await requirements(page).getByRole("link").count()).toBe(2);
  await look();
  await press(page.getByRole("combobox", { name: "Run" }));
  await look();
  await press(page.getByRole("option").nth(1));
  await page.getByRole("heading", { name: "Operations and backup" }).waitFor();
  await look();
});

test("two people review a run and sign it off, each seeing what the other did", async () => {
  const member = walk.client("MEMBER", "Signed");
  await member.settled(
    (await member.upload("backup.txt", "Backups of business data are taken every day at 22:00.")).id,
  );
  const { id } = await member.startRun();
  await member.finished(id);
  const anna = await walk.person({ tenant: "Signed" });
  await anna.page.goto(`/cm?run=${id}&requirement=3.1.a`);
  const quote = details(anna.page).getByRole("link", { name: /taken every day/ });
  await anna.press(quote);
  await anna.look();
  const decisions = anna.page.getByRole("region", { name: "Your review" });
  await anna.press(decisions.getByRole("button", { name: "Agree" }));
  await anna.page.getByText("1 of 25 reviewed").waitFor();
  await anna.look();
  await anna.press(decisions.getByRole("button", { name: "Change" }));
  await anna.look();
  await anna.page.getByRole("form", { name: "Change" }).getByLabel("Reason").fill("Said elsewhere.");
  await anna.press(anna.page.getByRole("form", { name: "Change" }).getByRole("button", { name: "Cancel" }));
  await anna.page.goto(`/cm/runs?run=${id}&tab=sign-off`);
  await sign(anna, "Sign as prepared");

  const ben = await walk.person({ tenant: "Signed", role: "ADMIN" });
  await ben.page.goto(`/cm/runs?run=${id}&tab=sign-off`);
  await signatures(ben.page).getByText("Said by Sign as prepared").waitFor();
  for (const act of ["Sign as reviewed", "Sign as approved"]) await sign(ben, act);
  await runs(ben.page).getByText("Approved").waitFor();
  await anna.page.reload();
  await signatures(anna.page).getByText("Said by Sign as approved").waitFor();
  await anna.look();
  await anna.page.goto(`/cm?run=${id}&requirement=3.1.a`);
  await anna.page.getByText("Its reviews are closed.").waitFor();
  expect(await decisions.count()).toBe(0);
  await anna.look();

  async function sign({ page, look, press }: typeof anna, act: string): Promise<void> {
    await press(page.getByRole("region", { name: "Sign-off" }).getByRole("button", { name: act, exact: true }));
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill(`Said by ${act}`);
    await look();
    await press(dialog.getByRole("button", { name: act, exact: true }));
    await dialog.waitFor({ state: "detached" });
    await look();
  }
});

test("an auditor's link opens one run, with everything in it and no way out", async () => {
  const admin = await walk.person({ role: "ADMIN" });
  await admin.page.goto(`/cm/runs?run=${runId}`);
  await admin.press(admin.page.getByRole("button", { name: "New link" }));
  await admin.page.getByLabel("For whom").fill("Audit LLP");
  await admin.look();
  await admin.press(admin.page.getByRole("button", { name: "Create the link" }));
  const address = await admin.page.getByRole("dialog").locator("code").textContent();
  await admin.look();
  await admin.press(admin.page.getByRole("button", { name: "I have copied it" }));
  await admin.look();

  const { page, look, press, pressAll, wheel } = await walk.person({ role: null });
  await page.goto(address!);
  await page.getByText("For Audit LLP, to read until").waitFor();
  await look();
  await press(requirements(page).getByRole("link", { name: / 3\.2 / }));
  await press(details(page).getByRole("link", { name: /installed within 30 days/ }));
  await page.getByRole("button", { name: "Download the original" }).waitFor();
  for (const tab of ["Verdicts", "Evidence list", "Sign-off", "Reports"]) {
    if (tab !== "Verdicts") await press(page.getByRole("tab", { name: tab }));
    await page.getByRole("tabpanel", { name: tab }).waitFor();
    await look();
    await wheel();
    await pressAll();
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize(PHONE.viewport);
    await look();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    const hrefs = await page.locator("a[href]").evaluateAll((links) => links.map((each) => each.getAttribute("href")!));
    expect(hrefs.filter((href) => !/^(#|\/cm\/audit\?)/.test(href))).toEqual([]);
  }
});

test("1,800 requirements are listed, scrolled through, found and read as 25 are", async () => {
  const admin = walk.client("SUPER_ADMIN", "Large");
  const criteria = Array.from({ length: 36 }, (_, c) => ({
    id: c + 1,
    title: `Criterion ${c + 1}`,
    requirements: Array.from(
      { length: 50 },
      (__, r) => `Requirement ${r + 1} of criterion ${c + 1} asks for a control.`,
    ),
  }));
  const large = await importRun(admin, await importPack(admin, { name: "Large pack", criteria }));
  const { page, look, press, wheel } = await walk.person({ tenant: "Large" });
  await page.goto(`/cm?run=${large}`);
  await page.getByRole("button", { name: "All 1800" }).waitFor();
  await look();
  await wheel();
  await requirements(page).hover({ position: { x: 100, y: 100 } });
  await page.mouse.wheel(0, 500_000);
  await press(requirements(page).getByRole("link", { name: / 36\.50 / }));
  await details(page).getByRole("heading", { name: "Requirement 50 of criterion 36", exact: false }).waitFor();
  expect(await requirements(page).getByRole("listitem").count()).toBeLessThan(60);
  await look();
  await page.getByLabel("Search requirements").fill("1.7");
  await expect
    .poll(() =>
      requirements(page)
        .getByRole("link", { name: / 11\.7 / })
        .count(),
    )
    .toBe(1);
  await look();
  await page.getByLabel("Search requirements").fill("");
  await page.getByRole("button", { name: "All 1800" }).waitFor();
  await requirements(page).hover({ position: { x: 100, y: 100 } });
  await page.mouse.wheel(0, -500_000);
  await requirements(page)
    .getByRole("link", { name: / 1\.1 / })
    .waitFor();
  await look();
});
