import { assessmentListReply, goldenSetReply, runListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let site: SiteTest;
beforeAll(async () => {
  site = await openSite("demo");
});
afterAll(() => site.close());

test("reviews as a measure say that there are none, then how far verdicts agree, and what an engine version says", async () => {
  const page = await site.page({ as: { role: "ADMIN" }, expectedMessages: /500/ });
  await page.route("**/api/admin/golden-set*", (route) => route.fulfill({ status: 500, json: { message: "Broken" } }));
  await page.goto("/admin/golden-set");
  await page.getByText("The reviews cannot be read").waitFor();
  await expectAccessible(page);
  await page.unroute("**/api/admin/golden-set*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No verdict has been agreed with or changed").waitFor();
  await expectAccessible(page);

  const reviewer = site.client("ADMIN");
  const { runs } = await reviewer.get("/api/runs", runListReply);
  const runId = runs.find(({ status }) => status === "COMPLETED")!.id;
  const { assessments } = await reviewer.get(`/api/runs/${runId}/assessments`, assessmentListReply);
  const of = (status: string) => assessments.findLast((each) => each.status === status)!.requirementId;
  const review = async (body: object) =>
    expect(
      (await reviewer.sendJson("POST", `/api/runs/${runId}/reviews`, { openedChunkIds: [], ...body })).status,
    ).toBe(201);
  await review({ requirementId: of("COMPLETE"), decision: "AGREED" });
  const changed = { decision: "CHANGED", reasonCode: "EVIDENCE_ELSEWHERE", reason: "In the register" };
  await review({ requirementId: of("MISSING"), ...changed, status: "PARTIAL" });
  const set = await reviewer.get("/api/admin/golden-set", goldenSetReply);
  const { wrong, of: said } = set.complete;

  await page.reload();
  const agreement = page.getByRole("table", { name: "Agreement" });
  await agreement.getByText(`${wrong} wrong of ${said}: below`).waitFor();
  expect(await agreement.getByRole("row").nth(1).textContent()).toContain(
    `Reviewed${set.reviewed}As the reviewer says${set.agreed} (`,
  );
  const differences = page.getByRole("table", { name: "Where the reviewer says otherwise" });
  const differing = differences.getByRole("row").filter({ has: page.getByText(of("MISSING"), { exact: true }) });
  expect(await differing.textContent()).toMatch(/SaidMissingRightPartial$/);
  await expectAccessible(page);

  await page.getByRole("combobox", { name: "Engine version" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: /, active$/ }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.waitForURL(/version=/);
  await expect.poll(() => agreement.getByRole("row").count()).toBe(3);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await expectAccessible(page);
});
