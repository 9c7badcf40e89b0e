import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { joinTenant, OWN_PASSWORD } from "../../../api/test/support/join-tenant.ts";
import { createTestClient } from "../../../api/test/support/test-client.ts";

const NEXT = "another one of my own";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

/** A page of somebody who has joined. */
async function joined(options: Parameters<SiteTest["page"]>[0] = {}) {
  const { email } = await joinTenant({ client: () => createTestClient(portal.url) }, portal.client("ADMIN"));
  const page = await portal.page({ ...options, as: null });
  const signIn = async (typed: string) => {
    await page.goto("/cm/sign-in?next=/cm/tasks");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(typed);
    await page.keyboard.press("Enter");
  };
  return { page, signIn };
}

/** As the service says it after an operator's reset, until the password is changed. */
async function markFirstPassword(page: Page): Promise<void> {
  let isFirst = true;
  await page.route("**/api/session", async (route) => {
    const reply = await route.fetch();
    const { session } = await reply.json();
    await route.fulfill({ response: reply, json: { session: { ...session, mustChangePassword: isFirst } } });
  });
  await page.route("**/api/session/password", async (route) => {
    const reply = await route.fetch();
    isFirst = !reply.ok();
    await route.fulfill({ response: reply });
  });
}

test("a first password leads to the change of it, by keyboard alone, and from there to the view that was asked for", async () => {
  const { page, signIn } = await joined();
  await markFirstPassword(page);
  await signIn(OWN_PASSWORD);
  await page.getByRole("heading", { name: "Choose your own password" }).waitFor();
  await expectAccessible(page);
  expect(await page.getByRole("navigation").count()).toBe(0);
  await page.keyboard.type("not that one");
  await page.keyboard.press("Tab");
  await page.keyboard.type(NEXT);
  await page.keyboard.press("Tab");
  await page.keyboard.type(`${NEXT}!`);
  await page.keyboard.press("Enter");
  await page.getByText("The passwords differ: type the new password again").waitFor();
  await page.getByLabel("New password again").fill(NEXT);
  await page.keyboard.press("Enter");
  await page.getByText("This is not your current password").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Password that you received").fill(OWN_PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/cm/tasks");
  await page.reload();
  await page.getByText("Northwind Instruments").waitFor();
});

test("the user's menu changes the password at any width, and the session continues with the new one alone", async () => {
  const { page, signIn } = await joined({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await signIn(OWN_PASSWORD);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Present password").fill(OWN_PASSWORD);
  await dialog.getByLabel("New password", { exact: true }).fill(OWN_PASSWORD);
  await dialog.getByLabel("New password again").fill(OWN_PASSWORD);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await dialog.getByText("The new password must differ from the current one").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("New password", { exact: true }).fill(NEXT);
  await dialog.getByLabel("New password again").fill(NEXT);
  await page.keyboard.press("Enter");
  await dialog.getByText("Your password is changed").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await dialog.waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("Northwind Instruments").waitFor();
  await signIn(OWN_PASSWORD);
  await page.getByText("Incorrect e-mail or password").waitFor();
  await signIn(NEXT);
  await page.getByText("Northwind Instruments").waitFor();
});

test("the user's menu lists where they are signed in, and ends the other sessions", async () => {
  const { page, signIn } = await joined();
  await signIn(OWN_PASSWORD);
  await page.getByRole("button", { name: "Account" }).waitFor();
  const other = await portal.page({ as: null });
  await other.goto("/cm/sign-in");
  await other
    .getByLabel("E-mail")
    .fill(await page.evaluate(() => JSON.parse(localStorage["assay.session"]).user.email));
  await other.getByLabel("Password").fill(OWN_PASSWORD);
  await other.keyboard.press("Enter");
  await other.getByRole("button", { name: "Account" }).waitFor();

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sessions" }).click();
  const dialog = page.getByRole("dialog", { name: "Where you are signed in" });
  await dialog.getByText("This session").waitFor();
  await dialog.getByText("Last used").first().waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "End all others" }).click();
  await dialog.getByRole("button", { name: "End all others" }).waitFor({ state: "detached" });
  expect(await dialog.getByRole("listitem").count()).toBe(1);
});
