import type { Page } from "playwright-core";
import type { Shot } from "../../../../packages/site/test/browser/take-screenshots.ts";

const ADMIN = { role: "ADMIN" } as const;
const SUPER_ADMIN = { role: "SUPER_ADMIN" } as const;

export const SHOTS: readonly Shot[] = [
  {
    name: "home",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin");
      await page.getByRole("heading", { name: "Home" }).waitFor();
    },
  },
  {
    name: "no-access",
    as: { role: "MEMBER" },
    async open(page) {
      await page.goto("/admin");
      await page.getByText("This page is for administrators").waitFor();
    },
  },
  {
    name: "tenant-choice",
    as: SUPER_ADMIN,
    async open(page) {
      await page.goto("/admin");
      await page.getByRole("button", { name: /^Tenant: / }).click();
      await page.getByRole("dialog").getByText("your own").waitFor();
    },
  },
  {
    name: "other-tenant",
    as: SUPER_ADMIN,
    async open(page) {
      await page.goto("/admin");
      await page.getByRole("button", { name: /^Tenant: / }).click();
      await page.getByRole("list", { name: "Tenants" }).getByRole("link").filter({ hasNotText: "your own" }).click();
      await page.getByText("which is not your tenant").waitFor();
    },
  },
  {
    name: "trace",
    as: ADMIN,
    async open(page) {
      await openTrace(page);
    },
  },
];

/** The trace of the demo's run, by the portal's list of runs. */
async function openTrace(page: Page): Promise<void> {
  await page.goto("/cm/runs");
  const href = await page.getByRole("list", { name: "Runs" }).getByRole("link").first().getAttribute("href");
  const runId = new URL(href!, page.url()).searchParams.get("run");
  await page.goto(`/admin/traces/${runId}`);
  await page.locator("main h1").waitFor();
}
