import { afterAll, beforeAll, expect, test } from "vitest";
import { measureFirstLoad } from "../../../../packages/site/test/browser/measure-first-load.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import type { Place } from "../../src/app/places.ts";
import { findAddresses, SHARED_PLACES } from "./support/addresses.ts";
import { checkView } from "./support/check-view.ts";

const SCRIPT_BYTES_MAX = 110_000;
let site: SiteTest;
let addressOf: (place: Place) => string;
beforeAll(async () => {
  site = await openSite("demo", { SUPER_ADMIN_MODE: "true" });
  addressOf = await findAddresses(site);
});
afterAll(() => site.close());

test.each(SHARED_PLACES)("$path is accessible, needs no pointer, and fits a phone", async (place) => {
  // Where Tab leads past the last control depends on where it was before, in a page that was used.
  const page = await site.page({ as: { role: "SUPER_ADMIN" }, fresh: true });
  await checkView(page, addressOf(place));
});

test.each(["ADMIN", "SUPER_ADMIN"] as const)(
  "the first load of the home of %s is at most 110 kB of scripts, and nothing on it moves",
  async (role) => {
    const page = await site.page({ as: { role }, fresh: true });
    const { scriptBytes, files, shifted } = await measureFirstLoad(page, "/admin", async () => {
      await page.goto("/admin");
      await page.locator("main h1").waitFor();
    });
    expect(scriptBytes).toBeGreaterThan(40_000);
    expect(scriptBytes, files.join("\n")).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    expect(shifted).toBeLessThan(0.05);
  },
);
