import type { Page } from "playwright-core";

export interface FirstLoad {
  /** Bytes of scripts as they were sent. */
  readonly scriptBytes: number;
  /** Every address below the site's base that was asked for. */
  readonly files: readonly string[];
  /** The sum of the layout's shifts. */
  readonly shifted: number;
}

/** What the site below `base` sends until `open` has shown a view and the network is quiet. */
export async function measureFirstLoad(page: Page, base: string, open: () => Promise<void>): Promise<FirstLoad> {
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (!new URL(response.url()).pathname.startsWith(base)) return;
    const size = response.request().sizes();
    sizes.set(
      response.url(),
      size.then(({ responseBodySize }) => responseBodySize),
    );
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await open();
  await page.waitForLoadState("networkidle");
  const scripts = await Promise.all([...sizes].filter(([url]) => /\.m?js$/.test(url)).map(([, size]) => size));
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  return {
    scriptBytes: scripts.reduce((sum, size) => sum + size, 0),
    files: [...sizes.keys()],
    shifted: shifts.reduce((sum, value) => sum + value, 0),
  };
}
