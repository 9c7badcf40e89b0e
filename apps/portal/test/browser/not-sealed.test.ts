import { runListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
let runId: string;
beforeAll(async () => {
  portal = await openSite("demo");
  const { runs } = await portal.client().get("/api/runs", runListReply);
  runId = runs.find(({ snapshotStatus }) => snapshotStatus === "CAPTURED")!.id;
});
afterAll(() => portal.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Shows the run as one that ended without a snapshot, or in an earlier release. */
async function showAs(page: Page, checkedAgainst: "DIGESTS" | "NONE"): Promise<void> {
  await page.route(/\/api\/runs(\?.*|\/[0-9a-f-]{36})?$/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replaceAll('"checkedAgainst":"SNAPSHOT"', `"checkedAgainst":"${checkedAgainst}"`),
    });
  });
}

test.each([
  ["DIGESTS", "Not sealed", /no snapshot: results are compared with/],
  ["NONE", "Not checked against a record", /a result that was changed since is not noticed/],
] as const)(
  "a run compared with %s says so in the list and on its page, at any width",
  async (kind, label, meaning) => {
    for (const options of [{}, PHONE, { colorScheme: "dark" as const }]) {
      const page = await portal.page(options);
      await showAs(page, kind);
      await page.goto("/cm/runs");
      const list = page.getByRole("list", { name: "Runs" });
      await list.getByText(label, { exact: true }).first().waitFor();
      await page.goto(`/cm/runs?run=${runId}`);
      await page.getByText(meaning).first().waitFor();
      await expectAccessible(page);
      await page.close();
    }
  },
);
