import type { Page } from "playwright-core";
import type { Shot } from "../../../../packages/site/test/browser/take-screenshots.ts";

const requirement = (page: Page, text: string) => page.getByRole("link", { name: text });

/** Opens the first passage that a verdict cites from a document. */
async function openCitation(page: Page, requirementId: string, document: string): Promise<void> {
  await page.goto(`/cm?requirement=${requirementId}`);
  const tab = page.getByRole("tab", { name: "Assessment" });
  await tab.or(page.getByRole("meter")).first().waitFor();
  if (await tab.isVisible()) await tab.click();
  await page.getByRole("region", { name: "Assessment details" }).getByRole("link", { name: document }).first().click();
}

async function openNewestRun(page: Page): Promise<void> {
  await page.goto("/cm/runs");
  await page.getByRole("list", { name: "Runs" }).getByRole("link").first().click();
}

/** Opens a requirement with the decision below its assessment. */
async function openReview(page: Page, requirementId: string): Promise<void> {
  await page.goto(`/cm?requirement=${requirementId}&panel=assessment`);
  await page.getByRole("region", { name: "Your review" }).waitFor();
}

export const SHOTS: readonly Shot[] = [
  {
    name: "sign-in",
    as: null,
    async open(page) {
      await page.goto("/cm/sign-in");
      await page.getByRole("button", { name: "Sign in" }).waitFor();
    },
  },
  {
    name: "sign-in-empty",
    as: null,
    async open(page) {
      await page.route("**/.well-known/assay-deployment.json", (route) =>
        route.fulfill({ json: { empty: true, maintenance: null } }),
      );
      await page.goto("/cm/sign-in");
      await page.getByText("npm run tenant:create").waitFor();
      await page.getByRole("button", { name: "Forgot your password?" }).click();
      await page.getByText("Ask an administrator").waitFor();
    },
  },
  {
    name: "first-password",
    async open(page) {
      await page.route("**/api/session", async (route) => {
        const answer = await route.fetch();
        const { session } = await answer.json();
        await route.fulfill({ json: { session: { ...session, mustChangePassword: true } } });
      });
      await page.goto("/cm");
      await page.getByLabel("New password again").fill("another");
      await page.getByLabel("New password", { exact: true }).fill("a password of my own");
      await page.getByLabel("Password that you received").fill("first");
      await page.keyboard.press("Enter");
      await page.getByText("The passwords differ").waitFor();
    },
  },
  {
    name: "change-password",
    async open(page) {
      await page.goto("/cm");
      await page.getByRole("button", { name: "Account" }).click();
      await page.getByRole("menuitem", { name: "Change password" }).click();
      await page.getByLabel("New password again").waitFor();
    },
  },
  {
    name: "assessments",
    async open(page) {
      await page.goto("/cm");
      await requirement(page, "Backups of business data").first().waitFor();
    },
  },
  {
    name: "assessment",
    async open(page) {
      await page.goto("/cm?requirement=3.2");
      await page
        .getByRole("heading", { name: "Reasoning" })
        .or(page.getByRole("tab", { name: "Assessment" }))
        .first()
        .waitFor();
      const tab = page.getByRole("tab", { name: "Assessment" });
      if (await tab.isVisible()) await tab.click();
      await page.getByRole("meter").waitFor();
      await page.getByRole("link", { name: "All tasks" }).waitFor();
    },
  },
  {
    name: "review",
    async open(page) {
      await openReview(page, "1.1");
      await page.keyboard.press("a");
      await page.getByRole("link", { name: "Back to 1.1" }).click();
      await page.getByRole("region", { name: "Assessment details" }).getByText("Agreed").first().waitFor();
    },
  },
  {
    name: "review-queue",
    async open(page) {
      await page.goto("/cm?order=risk&requirement=2.1.a&panel=requirements");
      await page.getByRole("heading", { name: "No known risk" }).waitFor();
    },
  },
  {
    name: "review-change",
    async open(page) {
      await openReview(page, "3.2");
      await page.keyboard.press("c");
      await page.getByRole("form", { name: "Change" }).getByRole("button", { name: "Change" }).click();
      await page.getByText("Choose a status").waitFor();
    },
  },
  {
    name: "review-send-back",
    async open(page) {
      await openReview(page, "3.2");
      await page.keyboard.press("s");
      await page.getByRole("form", { name: "Send back" }).getByLabel("What has to be done").fill("Add the report.");
    },
  },
  {
    name: "keys",
    async open(page) {
      await page.goto("/cm");
      await requirement(page, "Backups of business data").first().waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
    },
  },
  {
    name: "first-steps",
    as: { tenant: 1 },
    async open(page) {
      await page.goto("/cm");
      await page.getByText("Three steps to your first assessment").waitFor();
    },
  },
  {
    name: "evidence-pdf",
    async open(page) {
      await openCitation(page, "1.1", "information-security-policy.pdf");
      await page.locator(".pdf-cited").first().waitFor();
    },
  },
  {
    name: "evidence-sheet",
    async open(page) {
      await openCitation(page, "3.1.c", "backup-and-recovery-register.xlsx");
      await page.locator("mark.cited").first().waitFor();
    },
  },
  {
    name: "evidence-section",
    async open(page) {
      await openCitation(page, "2.1.a", "access-control-standard.docx");
      await page.locator("mark.cited").first().waitFor();
    },
  },
  {
    name: "documents",
    async open(page) {
      await page.goto("/cm/documents");
      await page.getByRole("button", { name: "Show what is in incident-and-supplier-records.zip" }).click();
      await page.getByText("photo-of-whiteboard.heic").waitFor();
    },
  },
  {
    name: "search",
    async open(page) {
      await page.goto("/cm");
      await page.getByRole("button", { name: "Search evidence" }).click();
      await page.getByRole("combobox", { name: "Search evidence" }).fill("how are passwords chosen");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "search-nothing",
    async open(page) {
      await page.goto("/cm");
      await page.getByRole("button", { name: "Search evidence" }).click();
      await page.getByRole("combobox", { name: "Search evidence" }).fill("§§§");
      await page.getByText("Nothing found").waitFor();
    },
  },
  {
    name: "document-failed",
    async open(page) {
      await page.goto("/cm/documents");
      await page
        .getByRole("list", { name: "Documents" })
        .getByRole("link", { name: "signed-certificate-scan.pdf" })
        .click();
      await page.getByText("Ask whoever runs the service").waitFor();
      await page.getByText("Details", { exact: true }).click();
    },
  },
  {
    name: "upload",
    async open(page) {
      await page.goto("/cm/documents");
      await page.getByRole("button", { name: "Upload" }).click();
      await page.getByLabel("Files").setInputFiles(
        ["Policy 2026.pdf", "سياسة أمن المعلومات.docx"].map((name) => ({
          name,
          mimeType: "application/octet-stream",
          buffer: Buffer.alloc(30_000),
        })),
      );
      await page.getByRole("button", { name: "Upload 2 files" }).waitFor();
    },
  },
  {
    name: "delete",
    async open(page) {
      await page.goto("/cm/documents");
      await page.getByRole("button", { name: "Actions for incident-and-supplier-records.zip" }).click();
      await page.getByRole("menuitem", { name: "Delete …" }).click();
      await page.getByText("What stays").waitFor();
    },
  },
  {
    name: "runs",
    async open(page) {
      await page.goto("/cm/runs");
      await page
        .getByRole("heading", { name: "Evidence since then" })
        .or(page.getByRole("list", { name: "Runs" }))
        .first()
        .waitFor();
    },
  },
  {
    name: "run",
    async open(page) {
      await openNewestRun(page);
      await page.getByRole("heading", { name: "Exports" }).waitFor();
    },
  },
  {
    name: "run-evidence",
    async open(page) {
      await openNewestRun(page);
      await page.getByRole("tab", { name: "Evidence" }).click();
      await page
        .getByText(/^Cited by/)
        .first()
        .click();
      await page.getByRole("list", { name: "Requirements that cite it" }).getByRole("link").first().waitFor();
    },
  },
  {
    name: "start-run",
    async open(page) {
      await page.goto("/cm/runs?start=1");
      await page.getByText("Evidence: ").waitFor();
    },
  },
  {
    name: "tasks-board",
    async open(page) {
      await page.goto("/cm/tasks");
      await page.getByRole("link", { name: "Verdict of 3.2" }).waitFor();
    },
  },
  {
    name: "tasks-list",
    async open(page) {
      await page.goto("/cm/tasks?view=list");
      await page.getByRole("link", { name: "Verdict of 3.2" }).waitFor();
    },
  },
  {
    name: "compare-runs",
    // The demo has one run.
    async open(page) {
      await page.goto("/cm/runs?start=1");
      await page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }).click();
      await page.getByRole("heading", { name: "Exports" }).waitFor({ timeout: 60_000 });
      await page.getByRole("link", { name: "Compare" }).click();
      await page.getByRole("heading", { name: "What came out" }).waitFor();
    },
  },
];
