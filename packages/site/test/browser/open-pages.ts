import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { openBrowser, WAIT_MAX_MS } from "./open-browser.ts";

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

export interface PagesTest extends Served {
  /** A page that fails its test where it reports an error, breaks the policy or asks another host. */
  page(options?: BrowserContextOptions): Promise<Page>;
}

/** A browser before pages that need nothing but their host. For a suite's `beforeAll`. */
export async function openPages(served: Served): Promise<PagesTest> {
  const browser = await openBrowser();
  return {
    url: served.url,
    async page(options) {
      const context = await browser.newContext({ baseURL: served.url, reducedMotion: "reduce", ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MAX_MS);
      const problems: string[] = [];
      page.on("pageerror", ({ message }) => problems.push(message));
      page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      page.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== served.url) problems.push(`asked ${request.url()}`);
      });
      onTestFinished(async () => {
        await context.close();
        expect(problems).toEqual([]);
      });
      return page;
    },
    async close() {
      await served.close();
    },
  };
}
