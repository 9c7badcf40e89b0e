import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { WAIT_MAX_MS } from "./open-browser.ts";
import { watchScrolling } from "./watch-page.ts";

/** Pages that wait for their next test: each takes memory. */
const KEPT_MAX = 4;

interface PageLook extends BrowserContextOptions {
  /** What runs in each document before the site's own scripts: who is signed in. */
  readonly session: { readonly store: (session: never) => void; readonly value: unknown } | null;
  /** Of a browser that has never been here, for what is measured or withheld at its first visit. */
  readonly fresh?: boolean;
}

export interface KeptPages {
  take(look: PageLook): Promise<Page>;
  /** Empties a page for the next test, or shuts it. */
  giveBack(page: Page): Promise<void>;
  close(): Promise<void>;
}

/**
 * Pages that one test after the other has for itself. To open a page of a new context takes three times the processor's
 * time of an address in an open one, and that time was half of these suites'.
 */
export function keepPages(browser: Browser, url: string): KeptPages {
  const idle: { key: string; page: Page }[] = [];
  const keys = new Map<Page, string | null>();

  async function open({ session, fresh, ...options }: PageLook): Promise<Page> {
    // A browser with windows lets a page copy when it is pressed; one without them is told to.
    const context = await browser.newContext({ permissions: ["clipboard-write"], ...options, baseURL: url });
    await watchScrolling(context);
    if (session) await context.addInitScript(session.store, session.value as never);
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MAX_MS);
    return page;
  }

  return {
    async take(look) {
      const { viewport, colorScheme, fresh, ...rest } = look;
      const key = fresh ? null : JSON.stringify({ ...rest, session: look.session?.value });
      const at = idle.findIndex((each) => each.key === key);
      const [kept] = at === -1 ? [] : idle.splice(at, 1);
      const page = kept?.page ?? (await open(look));
      keys.set(page, key);
      if (kept) {
        await page.setViewportSize(viewport!);
        await page.emulateMedia({ colorScheme: colorScheme ?? "light", reducedMotion: "reduce", media: null });
      }
      return page;
    },
    async giveBack(page) {
      const key = keys.get(page);
      keys.delete(page);
      const context = page.context();
      if (!key || page.isClosed() || context.pages().length > 1) return context.close();
      try {
        await empty(page, url);
      } catch {
        return context.close();
      }
      idle.push({ key, page });
      if (idle.length > KEPT_MAX) await idle.shift()!.page.context().close();
    },
    async close() {
      await Promise.all([...idle.map(({ page }) => page), ...keys.keys()].map((page) => page.context().close()));
    },
  };
}

/** Nothing of a test is left: what it listened to, what it answered for the service, and what the site stored. */
async function empty(page: Page, url: string): Promise<void> {
  const context: BrowserContext = page.context();
  page.removeAllListeners();
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  // A small answer of the same origin: in its process, with nothing of the site in it.
  await page.goto(`${url}/healthz`);
  await page.evaluate(() => sessionStorage.clear());
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: url, storageTypes: "all" });
  await session.detach();
}
