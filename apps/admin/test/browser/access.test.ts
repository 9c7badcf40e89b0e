import type { Role } from "@assay/client";
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

/** Goes to an address as a link of the site does; that each can be loaded is another suite's. */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    history.pushState(null, "", href);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

/** Each place in turn, as a user of that role; a failure names the place. */
async function visitAll(role: Role, expectAt: (page: Page, place: Place) => Promise<void>): Promise<void> {
  const page = await site.page({ as: { role } });
  await page.goto(addressOf(ALL[0]!));
  for (const place of ALL) {
    await follow(page, addressOf(place));
    await expectAt(page, place).catch((cause: unknown) => {
      throw new Error(`${place.path} as ${role}`, { cause });
    });
  }
}

/** The view itself: its heading, and no word of whom it is for. */
async function expectShown(page: Page, { title }: Place): Promise<void> {
  await page.waitForFunction((text) => document.title.startsWith(text), title);
  await page.locator("main h1:not(.sr-only)").first().waitFor();
  expect(await page.getByText(EXPLAINED).count()).toBe(0);
}

async function expectExplained(page: Page, { title }: Place, whom: string): Promise<void> {
  await page.getByRole("heading", { name: title, exact: true }).waitFor();
  await page.getByText(`This page is for ${whom}`).waitFor();
}

test("every place says to a member for whom it is", async () => {
  await visitAll("MEMBER", async (page, place) => {
    await expectExplained(page, place, place.least === "SUPER_ADMIN" ? "super administrators" : "administrators");
    await page.getByText("You are signed in as member of Northwind Instruments.").waitFor();
  });
});

test("every place is shown to an administrator, or says that it is a super administrator's", async () => {
  await visitAll("ADMIN", (page, place) =>
    place.least === "SUPER_ADMIN" ? expectExplained(page, place, "super administrators") : expectShown(page, place),
  );
});

test("every place is shown to a super administrator in their own tenant", async () => {
  await visitAll("SUPER_ADMIN", expectShown);
});

test("no place is shown to a super administrator in another tenant", async () => {
  await visitAll("SUPER_ADMIN", async (page, place) => {
    await follow(page, `${addressOf(place)}?tenantId=${otherTenant}`);
    await page.getByText("You cannot act in this tenant").waitFor();
    await page.getByText("super-admin mode is not enabled").waitFor();
    await page.getByRole("heading", { name: place.title, exact: true }).waitFor();
  });
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
  await page.getByText(/You cannot act in this tenant|This tenant does not exist/).waitFor();
});

test("only one's own tenant can be bound", async () => {
  const bind = ALL.find(({ path }) => path.endsWith("/bind"))!;
  const page = await site.page({ as: { role: "SUPER_ADMIN" } });
  await page.goto(addressOf(bind));
  await page.getByText("Super-admin mode is off").waitFor();
  await page.getByText("nothing changes").waitFor();
  expect(await page.getByRole("checkbox", { disabled: false }).count()).toBe(1);
  expect(await page.getByRole("checkbox").count()).toBeGreaterThan(1);
});
