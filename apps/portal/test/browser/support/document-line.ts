import type { Locator, Page } from "playwright-core";

/** The line of a document in the list. */
export const line = (page: Page, name: string): Locator =>
  page
    .getByRole("list", { name: "Documents" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name }) });
