import { readFile } from "node:fs/promises";
import { erasedName, memberListReply, personExport } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinTenant } from "../../../../apps/api/test/support/join-tenant.ts";
import { createTestClient } from "../../../../apps/api/test/support/test-client.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let site: SiteTest;
beforeAll(async () => {
  site = await openSite("demo");
});
afterAll(() => site.close());

const join = () => joinTenant({ client: () => createTestClient(site.url) }, site.client("ADMIN"));

async function openMenu(page: Page, email: string): Promise<void> {
  await page.goto(`/admin/members?q=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: `More for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Remove" }).waitFor();
}

async function readDownload(page: Page, button: string): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("a super administrator exports a person's data and erases them, told what ends and what stays", async () => {
  const { email, userId } = await join();
  const page = await site.page({ as: { role: "SUPER_ADMIN" } });
  await openMenu(page, email);
  await page.getByRole("menuitem", { name: "Export their data" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Give it only to the person.").waitFor();
  await expectAccessible(page);
  const { name, text } = await readDownload(page, "Download their data");
  expect(name).toBe(`person-${userId}.json`);
  expect(personExport.parse(JSON.parse(text))).toMatchObject({ userId, account: { email } });
  await dialog.waitFor({ state: "detached" });

  await openMenu(page, email);
  await page.getByRole("menuitem", { name: "Erase the person…" }).click();
  for (const part of ["What ends", "What gets another name", "What stays, and why"])
    await dialog.getByRole("heading", { name: part }).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Reason").fill("Request 17");
  await dialog.getByLabel(/^Type/).fill(email);
  await page.keyboard.press("Enter");
  await dialog.getByText(erasedName(userId)).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("No member matches").waitFor();
  const { members } = await site.client("ADMIN").get("/api/admin/members?limit=200", memberListReply);
  expect(members.map((each) => each.email)).not.toContain(email);
});

test("the last administrator is not offered to be erased, oneself neither, and an administrator erases nobody", async () => {
  const page = await site.page({ as: { role: "SUPER_ADMIN" } });
  const admin = site.user("ADMIN").email;
  await openMenu(page, admin);
  await page.getByRole("menuitem", { name: "Erase the person…" }).click();
  await page.getByRole("dialog").getByText("This is the last administrator").waitFor();
  await page.goto(`/admin/members?q=super`);
  await page.getByRole("button", { name: `More for ${site.user("SUPER_ADMIN").email}` }).click();
  await page.getByRole("menuitem", { name: "Leave this tenant" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Erase the person…" }).count()).toBe(0);
  const { email } = await join();
  const other = await site.page({ as: { role: "ADMIN" } });
  await openMenu(other, email);
  expect(await other.getByRole("menuitem", { name: /Erase|Export/ }).count()).toBe(0);
});

test("anybody takes their own data from the menu of their account, also where the first attempt fails", async () => {
  const { email, password } = site.user("VIEWER");
  const page = await site.page({ as: null });
  await page.goto("/cm/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Account", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "My data" }).waitFor();
  await page.keyboard.type("My");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("It has nothing of other people, and no evidence.", { exact: false }).waitFor();
  await expectAccessible(page);
  const refused = { error: "FORBIDDEN", message: "The tenant is suspended", requestId: "test" };
  await page.route("**/api/session/person", (route) => route.fulfill({ status: 403, json: refused }));
  await dialog.getByRole("button", { name: "Download my data" }).click();
  await dialog.getByText("Nothing has been downloaded. The tenant is suspended.").waitFor();
  await page.unroute("**/api/session/person");
  const { name, text } = await readDownload(page, "Download my data");
  expect(name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  expect(personExport.parse(JSON.parse(text)).account).toMatchObject({ email });
  await dialog.getByText("The file was downloaded.").waitFor();
});
