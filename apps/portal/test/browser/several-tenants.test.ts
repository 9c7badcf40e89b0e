import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { accept, inviteTo, joinTenant, OWN_PASSWORD } from "../../../api/test/support/join-tenant.ts";
import { createTestClient } from "../../../api/test/support/test-client.ts";

const [FIRST, SECOND] = ["Northwind Instruments", "Harbour Clinic"];

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

/** A page of somebody who is a member of two tenants, signed in to the first. */
async function openPage() {
  const anyone = { client: (token?: string) => createTestClient(portal.url, token) };
  const { email, client } = await joinTenant(anyone, portal.client("ADMIN"));
  const secret = await inviteTo(portal.client("ADMIN", 1), { email, role: "VIEWER" });
  expect((await accept(client, { secret })).status).toBe(200);
  const page = await portal.page({ as: null, expectedMessages: /403/ });
  await page.goto("/cm/sign-in");
  const signIn = async () => {
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(OWN_PASSWORD);
    await page.keyboard.press("Enter");
  };
  await signIn();
  await page.getByRole("banner").getByText(FIRST).waitFor();
  return { page, signIn };
}

type Page = Awaited<ReturnType<typeof openPage>>["page"];
const change = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Change tenant" }).click();
  await page.getByRole("button", { name: `Go to ${name}` }).click();
};

test("the account's menu changes the tenant, a second tab follows, and the next sign-in is in the tenant chosen last", async () => {
  const { page, signIn } = await openPage();
  const other = await page.context().newPage();
  await other.goto("/cm/documents");
  await other.getByRole("banner").getByText(FIRST).waitFor();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Change tenant" }).click();
  await page.getByRole("dialog").getByText("You are here").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Go to ${SECOND}` }).click();
  await page.getByRole("banner").getByText(SECOND).waitFor();
  await other.getByRole("banner").getByText(SECOND).waitFor();
  expect(new URL(other.url()).pathname).toBe("/cm");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("**/cm/sign-in*");
  await signIn();
  await page.getByRole("banner").getByText(SECOND).waitFor();
  await change(page, FIRST);
  await page.getByRole("banner").getByText(FIRST).waitFor();
});

test("a tab that did not hear of the change does nothing in the new tenant: it loads again", async () => {
  const { page } = await openPage();
  const other = await page.context().newPage();
  await other.addInitScript(() => {
    BroadcastChannel.prototype.postMessage = () => undefined;
    Object.defineProperty(BroadcastChannel.prototype, "onmessage", { set() {} });
  });
  await other.goto("/cm/documents");
  await other.getByRole("banner").getByText(FIRST).waitFor();
  await change(page, SECOND);
  await page.getByRole("banner").getByText(SECOND).waitFor();
  expect(await other.getByRole("banner").getByText(FIRST).count()).toBe(1);
  await other.getByRole("navigation", { name: "Places" }).first().getByRole("link", { name: "Tasks" }).click();
  await other.getByRole("banner").getByText(SECOND).waitFor();
});

test("who is in one tenant sees its name in the menu, and no change", async () => {
  const page = await portal.page({ as: { role: "ADMIN" } });
  await page.goto("/cm");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menu").getByText(FIRST).waitFor();
  expect(await page.getByRole("menuitem", { name: "Change tenant" }).count()).toBe(0);
});
