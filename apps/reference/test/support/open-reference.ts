import { fileURLToPath } from "node:url";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { CHROMIUM } from "../../../../packages/site/test/browser/chromium.ts";
import { serveReference } from "../../../api/test/support/serve-reference.ts";

const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-color-profile=srgb"];

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

export interface Reference {
  readonly url: string;
  /** A page that fails its test where it reports an error, breaks the policy or asks another host. */
  page(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** The built reference, served as the service does, and a browser. For a suite's `beforeAll`. */
export async function openReference(): Promise<Reference> {
  const served = await serveReference(DIST);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return {
    url: served.url,
    async page(options) {
      const context = await browser.newContext({ baseURL: served.url, reducedMotion: "reduce", ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(25_000);
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
      await browser.close();
      await served.close();
    },
  };
}
