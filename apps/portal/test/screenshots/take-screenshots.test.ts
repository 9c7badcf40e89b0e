import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { SHOTS } from "./views.ts";

const FOLDER = new URL("../../screenshots/", import.meta.url).pathname;
const LOOKS = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

describe.each(Object.entries(LOOKS))("%s", (look, options) => {
  test.each(SHOTS)("$name", async ({ name, open, signedOut, otherTenant }) => {
    const page = await portal.page({ ...options, as: signedOut ? null : { tenant: otherTenant ? 1 : 0 } });
    await open(page);
    await page.waitForLoadState("networkidle");
    const bytes = await page.screenshot({ path: join(FOLDER, `${name}-${look}.png`) });
    expect(bytes.length).toBeGreaterThan(0);
  });
});
