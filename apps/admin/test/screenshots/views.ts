import type { Page } from "playwright-core";
import type { Shot } from "../../../../packages/site/test/browser/take-screenshots.ts";
import { PEOPLE_SHOTS } from "./people-views.ts";

const ADMIN = { role: "ADMIN" } as const;
const SUPER_ADMIN = { role: "SUPER_ADMIN" } as const;

export const SHOTS: readonly Shot[] = [
  {
    name: "home",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin");
      await page.getByRole("heading", { name: "The last 30 days" }).waitFor();
    },
  },
  {
    name: "runs",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin/runs");
      await page.getByRole("table", { name: "Runs" }).waitFor();
    },
  },
  {
    name: "run",
    as: SUPER_ADMIN,
    async open(page) {
      await page.goto("/admin/runs");
      await page.getByRole("table", { name: "Runs" }).getByRole("link").first().click();
      await page.getByRole("heading", { name: "Verdicts" }).waitFor();
    },
  },
  {
    name: "run-replay",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin/runs");
      await page.getByRole("table", { name: "Runs" }).getByRole("link").first().click();
      await page.getByRole("button", { name: "Replay and compare" }).click();
      await page.getByText("The replay and the live data are equal").scrollIntoViewIfNeeded();
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
  {
    name: "packs",
    as: SUPER_ADMIN,
    async open(page) {
      await page.goto("/admin/packs");
      await page.getByRole("table", { name: "Packs" }).waitFor();
    },
  },
  {
    name: "pack",
    as: SUPER_ADMIN,
    async open(page) {
      await page.goto("/admin/packs");
      await page.getByRole("link", { name: "Meridian Security Baseline" }).click();
      await page.getByRole("table", { name: "Versions" }).waitFor();
    },
  },
  {
    name: "pack-version",
    as: ADMIN,
    async open(page) {
      await page.goto("/admin/packs");
      await page.getByRole("link", { name: "Meridian Security Baseline" }).click();
      await page.getByRole("link", { name: "Version 1" }).click();
      await page.getByRole("table", { name: "Requirements" }).waitFor();
    },
  },
  {
    name: "import-problems",
    as: SUPER_ADMIN,
    async open(page) {
      await openImport(page, "rules.csv", BAD_CSV);
      await page.getByText("nothing was imported").waitFor();
    },
  },
  {
    name: "import-result",
    as: SUPER_ADMIN,
    async open(page) {
      await openImport(page, "catalog.json", JSON.stringify(CATALOGUE));
      await page.getByText("Nothing is stored yet.").waitFor();
    },
  },
  {
    name: "pack-changes",
    as: SUPER_ADMIN,
    async open(page) {
      await openImport(page, "rules.csv", GOOD_CSV);
      await page.getByRole("button", { name: "Import as a draft" }).click();
      await page.getByRole("tab", { name: "Changes" }).click();
      await page.getByRole("combobox", { name: "Compared with" }).click();
      await page.getByRole("option", { name: /^Version 1,/ }).click();
      await page.getByRole("region", { name: "1 requirement added" }).waitFor();
    },
  },
  {
    name: "bind-tenants",
    as: SUPER_ADMIN,
    async open(page) {
      await page.goto("/admin/packs");
      await page.getByRole("link", { name: "Meridian Security Baseline" }).click();
      await page.getByRole("link", { name: "Version 1" }).click();
      await page.getByRole("link", { name: "Bind tenants" }).click();
      await page.getByRole("checkbox", { checked: false }).first().check();
      await page.getByText("already: nothing changes").nth(1).waitFor();
    },
  },
  {
    name: "corpus",
    as: SUPER_ADMIN,
    async open(page) {
      await openIngestion(page);
      await page.goto("/admin/corpus");
      await page.getByRole("table", { name: "Submitted guidance" }).waitFor();
    },
  },
  {
    name: "add-guidance",
    as: SUPER_ADMIN,
    async open(page) {
      await page.goto("/admin/corpus?dialog=add");
      await page.getByRole("dialog").getByRole("tab", { name: "A file" }).click();
      await page.getByText("No archives").waitFor();
    },
  },
  {
    name: "ingestion",
    as: SUPER_ADMIN,
    async open(page) {
      await openIngestion(page);
      await page.getByRole("region", { name: "Passages" }).waitFor();
    },
  },
  {
    name: "activate-guidance",
    as: SUPER_ADMIN,
    async open(page) {
      await openIngestion(page);
      await page.getByRole("link", { name: /active/ }).click();
      await page.getByRole("region", { name: "What changes" }).waitFor();
    },
  },
  {
    name: "activations",
    as: SUPER_ADMIN,
    async open(page) {
      await openIngestion(page);
      await page.getByRole("link", { name: /active/ }).click();
      await page.getByRole("button", { name: "Activate" }).click();
      await page.getByRole("list", { name: "Activations" }).waitFor();
    },
  },
  {
    name: "engine",
    as: SUPER_ADMIN,
    async open(page) {
      await page.goto("/admin/engine");
      await page.getByRole("table", { name: "Engine versions" }).waitFor();
    },
  },
  {
    name: "engine-new",
    as: SUPER_ADMIN,
    async open(page) {
      await page.goto("/admin/engine/new");
      await page.getByLabel("Complete from, as a number").fill("0.85");
      await page.getByText("would change").waitFor();
    },
  },
  ...PEOPLE_SHOTS,
];

/** The trace of the demo's run, by the portal's list of runs. */
async function openTrace(page: Page): Promise<void> {
  await page.goto("/cm/runs");
  const href = await page.getByRole("list", { name: "Runs" }).getByRole("link").first().getAttribute("href");
  const runId = new URL(href!, page.url()).searchParams.get("run");
  await page.goto(`/admin/traces/${runId}`);
  await page.locator("main h1").waitFor();
}

const BAD_CSV = [
  "criterionId,criterionTitle,requirementId,title",
  "1,Backup,1.1,Backups are taken every day.",
  "1,Backups,1.1,Backups are encrypted at rest.",
  "x,Visitors,2 1,",
  "2,Visitors,2.2",
].join("\n");

const GOOD_CSV = [
  "criterionId,criterionTitle,requirementId,title,subcheckLabel",
  "1,Governance,1.1,An information security policy is approved by top management and published.,",
  "1,Governance,1.2,The information security policy is reviewed at least annually.,",
  "7,Suppliers,7.1,Suppliers are assessed before a contract is signed.,",
].join("\n");

const CATALOGUE = {
  catalog: {
    metadata: { title: "Catalogue" },
    groups: ["Access control", "Awareness and training"].map((title, group) => ({
      id: `g${group}`,
      title,
      controls: [
        ...Array.from({ length: 8 }, (_, at) => ({
          id: `g${group}-${at}`,
          title: "Policy and procedures",
          props: [{ name: "label", value: `G${group}-${at}a.` }],
          parts: [{ name: "statement", prose: "The organisation writes, reviews and approves it each year." }],
        })),
        { id: `g${group}-old`, title: "Gone", props: [{ name: "status", value: "withdrawn" }] },
      ],
    })),
  },
};

async function openImport(page: Page, name: string, text: string): Promise<void> {
  await page.goto("/admin/packs");
  await page.getByRole("link", { name: "Meridian Security Baseline" }).click();
  await page.getByRole("link", { name: "Import a version" }).click();
  await page.getByLabel("File", { exact: true }).setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
}

/** Submits a file, again each time. */
async function openIngestion(page: Page): Promise<void> {
  const sentences = "Backups of business data are taken every day and kept for a year. ";
  const text = ["Backup", "Encryption", "Visitors"].map((title) => `# ${title}\n\n${sentences.repeat(6)}`).join("\n\n");
  await page.goto("/admin/corpus?dialog=add");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Pack" }).click();
  await page.getByRole("option", { name: "Meridian Security Baseline" }).click();
  await dialog.getByRole("tab", { name: "A file" }).click();
  const file = { name: "guidance-of-the-regulator.md", mimeType: "", buffer: Buffer.from(text) };
  await dialog.getByLabel("File", { exact: true }).setInputFiles(file);
  await dialog.getByRole("button", { name: "Upload the file" }).click();
  await page.getByRole("region", { name: "Passages" }).getByText("Encryption", { exact: true }).waitFor();
}
