import { tenantListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import type { Place } from "../../src/app/places.ts";
import { ALL, findAddresses } from "./support/addresses.ts";

/** With super-admin mode off. */
let site: SiteTest;
let addressOf: (place: Place) => string;
let otherTenant: string;
beforeAll(async () => {
  site = await openSite("demo");
  addressOf = await findAddresses(site);
  const { tenants } = await site.client("SUPER_ADMIN").get("/api/admin/tenants", tenantListReply);
  otherTenant = tenants.find(({ name }) => name !== "Northwind Instruments")!.id;
});
afterAll(() => site.close());

const EXPLAINED = /^This page is for (super )?administrators$/;

/** The view itself: its heading and no word of whom it is for. */
async function expectShown(page: Page): Promise<void> {
  await page.locator("main h1:not(.sr-only)").first().waitFor();
  expect(await page.getByText(EXPLAINED).count()).toBe(0);
}

test.each(ALL)("$path says to a member for whom it is", async (place) => {
  const page = await site.page({ as: { role: "MEMBER" } });
  await page.goto(addressOf(place));
  await page.getByText(EXPLAINED).waitFor();
  await page.getByText("You are signed in as member of Northwind Instruments.").waitFor();
});

test.each(ALL)("$path is shown to an administrator, or says that it is a super administrator's", async (place) => {
  const page = await site.page({ as: { role: "ADMIN" } });
  await page.goto(addressOf(place));
  if (place.least === "SUPER_ADMIN") await page.getByText("This page is for super administrators").waitFor();
  else await expectShown(page);
});

test.each(ALL)(
  "$path is shown to a super administrator in their own tenant, and refused in another one",
  async (place) => {
    const page = await site.page({ as: { role: "SUPER_ADMIN" } });
    await page.goto(addressOf(place));
    await expectShown(page);
    await page.goto(`${addressOf(place)}?tenantId=${otherTenant}`);
    await page.getByText("You cannot act in this tenant").waitFor();
    await page.getByText("super-admin mode is not enabled").waitFor();
  },
);

test("the choice of a tenant says that super-admin mode is off", async () => {
  const page = await site.page({ as: { role: "SUPER_ADMIN" } });
  await page.goto("/admin");
  await page.getByRole("button", { name: /^Tenant: / }).click();
  await page.getByRole("dialog").getByText("Super-admin mode is off").waitFor();
  await expectAccessible(page);
});

test("a tenant that does not exist is said to", async () => {
  const page = await site.page({ as: { role: "SUPER_ADMIN" } });
  await page.goto("/admin?tenantId=none");
  await page.getByText(/You cannot act in this tenant|There is no such tenant/).waitFor();
});
