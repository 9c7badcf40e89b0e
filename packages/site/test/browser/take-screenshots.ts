import { join } from "node:path";
import type { Role } from "@assay/client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSite, type SiteTest } from "./open-site.ts";

const LOOKS = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

export interface Shot {
  readonly name: string;
  /** Who looks at what; null for nobody who is signed in. */
  readonly as?: { readonly role?: Role; readonly tenant?: number } | null;
  /** From a page of the demo's tenants to what is to be shown. */
  open(page: Page): Promise<void>;
}

/** Takes an image of each shot in each look, into `folder`. */
export function takeScreenshots(folder: URL, shots: readonly Shot[], env: Readonly<Record<string, string>> = {}): void {
  let site: SiteTest;
  beforeAll(async () => {
    site = await openSite("demo", env);
  });
  afterAll(() => site.close());

  describe.each(Object.entries(LOOKS))("%s", (look, options) => {
    test.each(shots)("$name", async ({ name, as, open }) => {
      const page = await site.page({ ...options, ...(as === undefined ? {} : { as }) });
      await open(page);
      await page.waitForLoadState("networkidle");
      const bytes = await page.screenshot({ path: join(folder.pathname, `${name}-${look}.png`) });
      expect(bytes.length).toBeGreaterThan(0);
    });
  });
}
