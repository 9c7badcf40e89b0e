import { adminRunListReply, packListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { measureFirstLoad } from "../../../../packages/site/test/browser/measure-first-load.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { PLACES, type Place } from "../../src/app/places.ts";

const SCRIPT_BYTES_MAX = 110_000;
const ALL = Object.values(PLACES) as readonly Place[];

let site: SiteTest;
/** What stands in for the parts of addresses. */
let params: Readonly<Record<string, string>>;
beforeAll(async () => {
  site = await openSite("demo", { SUPER_ADMIN_MODE: "true" });
  const admin = site.client("SUPER_ADMIN");
  const { runs } = await admin.get("/api/admin/runs", adminRunListReply);
  const { packs } = await admin.get("/api/admin/packs", packListReply);
  params = { runId: runs[0]!.id, packId: packs[0]!.id };
});
afterAll(() => site.close());

function addressOf({ path }: Place): string {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    if (!params[name]) throw new Error(`Cannot open '${path}' as the suite has no '${name}': make one in beforeAll`);
    return params[name];
  });
  return `/admin${filled === "/" ? "" : filled}`;
}

/** The view has what it shows: nothing of it loads any more, and nothing of it failed. */
async function open(page: Page, place: Place): Promise<void> {
  await page.goto(addressOf(place));
  await page.locator("main h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.locator("main [role=status][aria-label^=Loading]").count()).toBe(0);
  expect(await page.locator("main [role=alert]:not(:empty)").allTextContents()).toEqual([]);
}

test.each(ALL)(
  "$path: axe finds nothing in light or dark, no key is held, and it fits a phone and a zoom of 200 %",
  async (place) => {
    const page = await site.page({ as: { role: "SUPER_ADMIN" }, colorScheme: "light" });
    await open(page, place);
    expect(await page.getByText("This page is for").count()).toBe(0);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.keyboard.press("Tab");
    expect(await focused(page)).toContain("Skip to the content");
    await page.keyboard.press("Enter");
    const seen = new Set<string>();
    for (let now = "main"; now !== "" && !seen.has(now); now = await focused(page)) {
      seen.add(now);
      await page.keyboard.press("Tab");
    }
    // Past the view's last control the focus leaves the view: nothing holds it.
    expect(await page.locator("main :focus").count()).toBe(0);
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 720, height: 450 },
    ]) {
      await page.setViewportSize(viewport);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider, `${viewport.width} px`).toBeLessThanOrEqual(0);
    }
  },
);

test.each(ALL)(
  "$path says to a member for whom it is, and to an administrator what a super administrator sees",
  async (place) => {
    const member = await site.page({ as: { role: "MEMBER" } });
    await member.goto(addressOf(place));
    await member.getByText(/^This page is for (super )?administrators$/).waitFor();
    if (place.least !== "SUPER_ADMIN") return;
    const admin = await site.page({ as: { role: "ADMIN" } });
    await admin.goto(addressOf(place));
    await admin.getByText("This page is for super administrators").waitFor();
  },
);

/** The control that has the focus, told apart from others of the same name; empty for none. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "";
    const all = [...document.querySelectorAll("*")];
    return `${all.indexOf(element)} ${element.textContent}`;
  });
}

test.each(["ADMIN", "SUPER_ADMIN"] as const)(
  "the first load of the home of %s is at most 110 kB of scripts, and nothing on it moves",
  async (role) => {
    const page = await site.page({ as: { role } });
    const { scriptBytes, files, shifted } = await measureFirstLoad(page, "/admin", async () => {
      await page.goto("/admin");
      await page.locator("main h1").waitFor();
    });
    expect(scriptBytes).toBeGreaterThan(40_000);
    expect(scriptBytes, files.join("\n")).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    expect(shifted).toBeLessThan(0.05);
  },
);

test("with super-admin mode off the choice says so, and no other tenant is entered", async () => {
  const off = await openSite("empty");
  try {
    const page = await off.page({ as: { role: "SUPER_ADMIN" } });
    await page.goto("/admin");
    await page.getByRole("button", { name: /^Tenant: / }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Super-admin mode is off").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("link").filter({ hasNotText: "your own" }).first().click();
    await page.getByText("You cannot act in this tenant").waitFor();
    await page.getByText("super-admin mode is not enabled").waitFor();
    await expectAccessible(page);
  } finally {
    await off.close();
  }
});
