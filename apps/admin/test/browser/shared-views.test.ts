import { afterAll, beforeAll, test } from "vitest";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import type { Place } from "../../src/app/places.ts";
import { findAddresses, SHARED_PLACES } from "./support/addresses.ts";
import { checkView } from "./support/check-view.ts";

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
