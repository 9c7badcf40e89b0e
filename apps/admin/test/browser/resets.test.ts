import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinTenant } from "../../../../apps/api/test/support/join-tenant.ts";
import { createTestClient } from "../../../../apps/api/test/support/test-client.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

const NEXT = "another one of my own";

let site: SiteTest;
beforeAll(async () => {
  site = await openSite("demo");
});
afterAll(() => site.close());

const rowOf = (page: Page, email: string) =>
  page.getByRole("row").filter({ has: page.getByText(email, { exact: true }) });

test("one administrator begins a reset, another one confirms it, and the person chooses a password, by keyboard", async () => {
  const assay = { client: (token?: string) => createTestClient(site.url, token) };
  const admin = site.client("ADMIN");
  const ada = await joinTenant(assay, admin);
  const page = await site.page({ as: { role: "ADMIN" } });
  await page.goto(`/admin/members?q=${encodeURIComponent(ada.email)}`);
  await rowOf(page, ada.email)
    .getByRole("button", { name: /^More for/ })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Reset" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("A link goes to their proved address").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Begin the reset" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  const resets = page.getByRole("list", { name: "Resets" });
  await resets.getByText("Another administrator must confirm").waitFor();
  expect(await resets.getByRole("button", { name: /^Confirm/ }).count()).toBe(0);
  await expectAccessible(page);

  const other = await site.page({ as: { role: "SUPER_ADMIN" } });
  await other.goto("/admin/members");
  await other.getByRole("button", { name: `Confirm the reset of ${ada.email}` }).press("Enter");
  const handed = other.getByRole("dialog", { name: `New password for ${ada.email}` });
  await handed.waitFor();
  await expectAccessible(other);
  const [path] = /\/cm\/reset#[\w-]{43}/.exec((await handed.textContent())!)!;
  await page.reload();
  await resets.getByText("Link to hand over").waitFor();

  const person = await site.page({ as: null, viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await person.goto(path);
  await person.getByText(ada.email).waitFor();
  expect(person.url()).not.toContain("#");
  await expectAccessible(person);
  await person.keyboard.type(NEXT);
  await person.keyboard.press("Tab");
  await person.keyboard.type(NEXT);
  await person.keyboard.press("Enter");
  await person.getByRole("heading", { name: "Sign in to Assay" }).waitFor();
  await person.getByLabel("E-mail").fill(ada.email);
  await person.getByLabel("Password").fill(NEXT);
  await person.keyboard.press("Enter");
  await person.getByRole("navigation").first().waitFor();
  await person.goto(path);
  await person.getByText("This link has ended").waitFor();
});
