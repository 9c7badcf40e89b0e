import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { openBrowser } from "../../../../../packages/site/test/browser/open-browser.ts";

/** A page without the service; the test fails where it asks for anything else, breaks its own policy or says an error. */
export async function openFromDisk(address: string, options: BrowserContextOptions): Promise<Page> {
  const page = await (await openBrowser()).newPage(options);
  const [asked, said]: [string[], string[]] = [[], []];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => said.push(message.text()));
  await page.goto(address);
  onTestFinished(async () => {
    await page.close();
    expect({ asked, said }).toEqual({ asked: [address], said: [] });
  });
  return page;
}
