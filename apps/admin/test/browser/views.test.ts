import { tenantListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import type { Place } from "../../src/app/places.ts";
import { findAddresses, TENANT_PLACES } from "./support/addresses.ts";
import { checkView } from "./support/check-view.ts";

let site: SiteTest;
let addressOf: (place: Place) => string;
beforeAll(async () => {
  site = await openSite("demo", { SUPER_ADMIN_MODE: "true" });
  addressOf = await findAddresses(site);
});
afterAll(() => site.close());

test.each(TENANT_PLACES)("$path is accessible, needs no pointer, and fits a phone", async (place) => {
  // Where Tab leads past the last control depends on where it was before, in a page that was used.
  const page = await site.page({ as: { role: "ADMIN" }, fresh: true });
  await checkView(page, addressOf(place));
});

test("nobody passes who is not signed in, and the sign-in leads back", async () => {
  const page = await site.page({ as: null });
  const { email, password } = site.user("ADMIN");
  await page.goto("/admin?x=1");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  expect(new URL(page.url()).search).toBe("?x=1");
});

test("a super administrator chooses a tenant, every page says so, and leaves it again", async () => {
  const page = await site.page({ as: { role: "SUPER_ADMIN" } });
  await page.goto("/admin");
  await page.getByRole("button", { name: "Tenant: Northwind Instruments. Change" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Search tenants").fill("no such");
  await dialog.getByText("No tenant has “no such” in its name").waitFor();
  await dialog.getByLabel("Search tenants").fill("");
  await dialog
    .getByRole("list", { name: "Tenants" })
    .getByRole("link")
    .filter({ hasNotText: "your own" })
    .first()
    .click();
  await page.getByText("which is not your tenant").waitFor();
  expect(new URL(page.url()).searchParams.get("tenantId")).toMatch(/^[0-9a-f-]{36}$/);
  await page.getByRole("link", { name: "Leave this tenant" }).click();
  await page.getByText("which is not your tenant").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Tenant: Northwind Instruments. Change" }).waitFor();
});

test("an administrator who names another tenant in the address is told why that is refused", async () => {
  const { tenants } = await site.client("SUPER_ADMIN").get("/api/admin/tenants", tenantListReply);
  const other = tenants.find(({ name }) => name !== "Northwind Instruments")!;
  const page = await site.page({ as: { role: "ADMIN" } });
  await page.goto(`/admin?tenantId=${other.id}`);
  await page.getByText("You cannot act in this tenant").waitFor();
  await page.getByText("the SUPER_ADMIN role is required").waitFor();
});
