import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPortal, type PortalTest } from "../browser/support/open-portal.ts";
import { SHOTS } from "./views.ts";

const FOLDER = new URL("../../screenshots/", import.meta.url).pathname;
const LOOKS = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

let portal: PortalTest;
beforeAll(async () => {
  portal = await openPortal("demo");
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
