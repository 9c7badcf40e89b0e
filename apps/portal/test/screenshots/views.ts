import type { Page } from "playwright-core";

export interface Shot {
  readonly name: string;
  /** From a signed-in page of the demo's tenant to what is to be shown. */
  open(page: Page): Promise<void>;
  /** Nobody is signed in. */
  readonly signedOut?: boolean;
  /** The second tenant: documents, no run. */
  readonly otherTenant?: boolean;
}

const requirement = (page: Page, text: string) => page.getByRole("link", { name: text });

export const SHOTS: readonly Shot[] = [
  {
    name: "sign-in",
    signedOut: true,
    async open(page) {
      await page.goto("/cm/sign-in");
      await page.getByRole("button", { name: "Sign in" }).waitFor();
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
    name: "first-steps",
    otherTenant: true,
    async open(page) {
      await page.goto("/cm");
      await page.getByText("Three steps to your first assessment").waitFor();
    },
  },
];
