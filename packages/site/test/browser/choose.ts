import type { Locator } from "playwright-core";

/** Opens a select and takes the option of that name. */
export async function choose(select: Locator, option: string | RegExp): Promise<void> {
  await select.click();
  await select
    .page()
    .getByRole("option", { name: option, exact: typeof option === "string" })
    .click();
}
