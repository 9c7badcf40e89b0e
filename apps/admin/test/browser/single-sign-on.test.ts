import { identityProviderListReply, tenantDomainListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let site: SiteTest;
beforeAll(async () => {
  site = await openSite("demo");
});
afterAll(() => site.close());

const PHONE_DARK = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;

test("providers and domains are made, changed, tried and removed by keyboard on a phone, and no secret is shown again", async () => {
  const page = await site.page({ as: { role: "ADMIN" }, ...PHONE_DARK, expectedMessages: /409/ });
  await page.goto("/admin/single-sign-on");
  await page.getByText("No provider yet").waitFor();
  await page.getByText("No domain yet").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New provider" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("/auth/v1/sso/callback").waitFor();
  await dialog.getByLabel("Name").fill("Company directory");
  await dialog.getByLabel("Issuer").fill("https://nowhere.invalid");
  await dialog.getByLabel("Client id").fill("assay");
  await dialog.getByLabel("Client secret").fill("only-here");
  await dialog.getByLabel("Second factor shown by").fill("mfa  phr ");
  await choose(dialog.getByLabel("Role"), "Member");
  await expectAccessible(page);
  await dialog.getByLabel("Client id").focus();
  await page.keyboard.press("Enter");
  const providers = page.getByRole("table", { name: "Providers" });
  await providers.getByText("Inactive").waitFor();
  await providers.getByText("https://nowhere.invalid").waitFor();
  expect(await page.content()).not.toContain("only-here");

  await openMenu(page, "Check");
  await dialog.getByText("Nobody could sign in there now").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await openMenu(page, "Change");
  expect(await dialog.getByLabel("Client secret").inputValue()).toBe("");
  expect(await dialog.getByLabel("Second factor shown by").inputValue()).toBe("mfa phr");
  await dialog.getByLabel("Second factor shown by").fill("mfa");
  await dialog.getByLabel("Name").fill("Head office");
  await page.keyboard.press("Enter");
  await providers.getByText("Head office").waitFor();
  await openMenu(page, "Activate");
  await dialog.getByRole("button", { name: "Activate the provider" }).click();
  await providers.getByText("Active", { exact: true }).waitFor();
  const { identityProviders } = await site
    .client("ADMIN")
    .get("/api/admin/identity-providers", identityProviderListReply);
  expect(identityProviders).toMatchObject([
    { name: "Head office", clientId: "assay", defaultRole: "MEMBER", secondFactors: ["mfa"] },
  ]);

  await page.getByRole("button", { name: "Add a domain" }).click();
  await dialog.getByLabel("Domain").fill("northwind.invalid");
  await page.keyboard.press("Enter");
  const domains = page.getByRole("table", { name: "Domains" });
  await domains.getByText("Not proved").waitFor();
  await domains.getByText("_assay.northwind.invalid").waitFor();
  await domains.getByText(/^assay-domain=/).waitFor();
  await expectAccessible(page);
  await domains.getByRole("button", { name: "Prove northwind.invalid" }).click();
  await dialog.getByRole("button", { name: "Look for the record" }).click();
  await dialog.getByText("set it, and try again when it is published").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await domains.getByRole("button", { name: "Remove northwind.invalid" }).click();
  await dialog.getByRole("button", { name: "Remove the domain" }).click();
  await page.getByText("No domain yet").waitFor();

  await openMenu(page, "Deactivate");
  await dialog.getByRole("button", { name: "Deactivate the provider" }).click();
  await providers.getByText("Inactive").waitFor();
  await openMenu(page, "Remove");
  await dialog.getByLabel(/^Type/).fill("Head office");
  await page.keyboard.press("Enter");
  await page.getByText("No provider yet").waitFor();
  expect((await site.client("ADMIN").get("/api/admin/domains", tenantDomainListReply)).domains).toEqual([]);
});

async function openMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a SCIM key is shown once and ended, and a group of the directory gives the role that is chosen", async () => {
  const page = await site.page({ as: { role: "ADMIN", tenant: 1 }, ...PHONE_DARK });
  await page.goto("/admin/single-sign-on");
  await page.getByText("No group yet").waitFor();
  await page.getByRole("button", { name: "New SCIM key" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Company directory");
  await page.keyboard.press("Enter");
  await dialog.getByText("/scim/v2").waitFor();
  await expectAccessible(page);
  const key = (await dialog.locator("code").first().textContent())!;
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const keys = page.getByRole("table", { name: "SCIM keys" });
  await keys.getByText("Active", { exact: true }).waitFor();
  expect(await page.content()).not.toContain(key);
  const askDirectory = () =>
    fetch(`${site.url}/scim/v2/Groups`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/scim+json" },
      body: JSON.stringify({
        schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
        displayName: "Auditors",
        members: [],
      }),
    });
  expect((await askDirectory()).status).toBe(201);
  await page.reload();
  const groups = page.getByRole("table", { name: "Groups" });
  await groups.getByText("Nothing", { exact: true }).waitFor();
  await groups.getByRole("button", { name: "Choose the role of Auditors" }).click();
  await choose(dialog.getByLabel("Role"), "Member");
  await dialog.getByRole("button", { name: "Save" }).click();
  await groups.getByText("Member", { exact: true }).waitFor();
  await expectAccessible(page);
  await keys.getByRole("button", { name: "Revoke Company directory" }).click();
  await dialog.getByLabel(/^Type/).fill("Company directory");
  await page.keyboard.press("Enter");
  await keys.getByText("Revoked").waitFor();
  expect((await askDirectory()).status).toBe(401);
});
