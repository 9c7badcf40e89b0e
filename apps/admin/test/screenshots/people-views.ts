import type { Page } from "playwright-core";
import type { Shot } from "../../../../packages/site/test/browser/take-screenshots.ts";

const ADMIN = { role: "ADMIN" } as const;
const SUPER_ADMIN = { role: "SUPER_ADMIN" } as const;

export const PEOPLE_SHOTS: readonly Shot[] = [
  view("tenants", "/tenants", SUPER_ADMIN),
  view("tenant-new", "/tenants?act=create", SUPER_ADMIN),
  view("members", "/members"),
  {
    name: "member-invited",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin/members?act=invite");
      await page.getByRole("dialog").getByLabel("E-mail").fill(`nora.${Date.now()}@northwind.example`);
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      await page.getByText("Copy the link now").waitFor();
    },
  },
  {
    name: "member-remove",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin/members");
      await page.getByRole("button", { name: "More for viewer@northwind.example" }).click();
      await page.getByRole("menuitem", { name: "Remove" }).click();
      await page.getByText("What stays:").waitFor();
    },
  },
  {
    name: "api-keys",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin/api-keys?act=create");
      await page.getByRole("dialog").getByLabel("Name").fill("Nightly upload");
      await page.getByRole("button", { name: "Create the key" }).click();
      await page.getByRole("button", { name: "I have copied it" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
  },
  view("api-key-new", "/api-keys?act=create"),
  view("golden-set", "/golden-set"),
  view("settings", "/settings"),
  view("failed-documents", "/failed-documents"),
  view("audit", "/audit"),
  view("audit-entry", "/audit?entry=40"),
  {
    name: "audit-verification",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin/audit?tab=verification");
      await page.getByRole("button", { name: "Verify now" }).click();
      await page.getByText("The audit log is intact").waitFor();
    },
  },
  {
    name: "access-records",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin/runs");
      await page.getByRole("table", { name: "Runs" }).getByRole("link").first().click();
      await page.getByRole("button", { name: "Replay and compare" }).click();
      await page.getByText("The replay and the live data are equal").waitFor();
      await page.getByRole("link", { name: "Who read it", exact: true }).click();
      await page.getByRole("table", { name: "access records" }).waitFor();
    },
  },
  {
    name: "run-story",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin/audit?action=run.completed");
      await openStory(page);
    },
  },
];

function view(name: string, path: string, as: Shot["as"] = ADMIN): Shot {
  return {
    name,
    ...(as === undefined ? {} : { as }),
    async open(page) {
      await page.goto(`/admin${path}`);
      await page.locator("main h1").first().waitFor();
    },
  };
}

/** By the entry of the run's end, which is in the log on every screen. */
async function openStory(page: Page): Promise<void> {
  await page.getByRole("table", { name: "Audit log" }).getByRole("link").first().click();
  await page.getByRole("link", { name: "its story" }).click();
  await page.getByRole("heading", { name: "Result" }).waitFor();
}
