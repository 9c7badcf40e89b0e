import type { BrowserContext, ConsoleMessage, Page } from "playwright-core";

/**
 * What is wrong with a page, as it comes about: errors, and what the browser's console gets as an error or a warning,
 * such as those of React's development build.
 */
export function watchPage(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !isOfBrowser(message)) problems.push(message.text());
  });
  return problems;
}

/** A refused request is the page's to show, and whether a file comes late is the machine's. */
const OF_BROWSER = /^Failed to load resource|was preloaded using link preload but not used/;

const isOfBrowser = (message: ConsoleMessage) => OF_BROWSER.test(message.text());

/** From now on, each page says by an error where its document can scroll: only areas in it may. */
export async function watchScrolling(context: BrowserContext): Promise<void> {
  await context.addInitScript(reportScrolling);
}

function reportScrolling(): void {
  if (!/^\/(cm|admin)(\/|$)/.test(location.pathname)) return;
  /** `dvh` follows a resize some frames late: what is higher is so in this many frames. */
  const FRAMES = 5;
  let asked = false;
  let seen = 0;
  const findHigher = () =>
    [document.documentElement, document.body, document.querySelector("astro-island > div")].find(
      (frame) => frame && frame.scrollHeight > document.documentElement.clientHeight,
    );
  const describeLowest = (bottom: number) =>
    [...document.querySelectorAll("body *")]
      .filter((element) => Math.abs(element.getBoundingClientRect().bottom - bottom) <= 1)
      .map((element) => element.outerHTML.slice(0, 200))
      .join(" ");
  const check = () => {
    asked = false;
    const higher = matchMedia("print").matches ? undefined : findHigher();
    seen = higher ? seen + 1 : 0;
    if (higher && seen < FRAMES) ask();
    if (higher && seen === FRAMES)
      console.error(
        `The document can scroll at ${location.pathname}${location.search}: <${higher.localName}> has ${higher.scrollHeight} px at a height of ${document.documentElement.clientHeight}: ${describeLowest(higher.scrollHeight)}`,
      );
  };
  // After the frame's own layout, so that the question costs none.
  const ask = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => setTimeout(check));
  };
  document.addEventListener("DOMContentLoaded", () => {
    new MutationObserver(ask).observe(document.body, { subtree: true, childList: true, attributes: true });
    addEventListener("resize", ask);
    ask();
  });
}
