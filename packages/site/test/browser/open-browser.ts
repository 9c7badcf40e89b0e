import { type Browser, chromium } from "playwright-core";
import { CHROMIUM, FLAGS } from "./chromium.ts";

/** What a page of the suites waits at most; a busy machine takes its time, and what is wrong fails anyway. */
export const WAIT_MAX_MS = 90_000;

let browser: Promise<Browser> | undefined;

/** The browser of this worker, which ends with it: files share it, and each page has a context of its own. */
export function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return browser;
}
