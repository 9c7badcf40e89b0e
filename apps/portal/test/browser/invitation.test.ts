import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { inviteTo, joinTenant, OWN_PASSWORD } from "../../../api/test/support/join-tenant.ts";
import { createTestClient } from "../../../api/test/support/test-client.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

test("an invited person sees who invites, chooses a password and is in; the link opens nothing any more", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const secret = await inviteTo(portal.client("ADMIN"), { email, role: "MEMBER" });
  const page = await portal.page({ as: null, expectedMessages: /401/ });
  await page.goto(`/cm/invitation#${secret}`);
  await page.getByRole("heading", { name: "Join Northwind Instruments" }).waitFor();
  expect(new URL(page.url()).hash).toBe("");
  await page.getByText(email).waitFor();
  await expectAccessible(page);
  await page.getByLabel("New password", { exact: true }).fill("a password of my own");
  await page.getByLabel("New password again").fill("a password of my own");
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").first().waitFor();
  await page.goto(`/cm/invitation#${secret}`);
  await page.getByRole("heading", { name: "This invitation has ended" }).waitFor();
});

test("a person with an account signs in first, and accepts for the invited address", async () => {
  const anyone = { client: () => createTestClient(portal.url) };
  const { email } = await joinTenant(anyone, portal.client("ADMIN", 1));
  const secret = await inviteTo(portal.client("ADMIN"), { email, role: "VIEWER" });
  const page = await portal.page({ as: null });
  await page.goto(`/cm/invitation#${secret}`);
  await page.getByRole("button", { name: "I have an account: sign in first" }).click();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(OWN_PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Accept" }).click();
  await page.getByRole("navigation").first().waitFor();
  await page.goto("/cm/invitation");
  await page.getByRole("heading", { name: "No invitation is open" }).waitFor();
});
