import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import type { Service } from "./make-large-run.ts";

const CHROMIUM = process.env.ASSAY_TEST_CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"];
const PAGE_TIMEOUT_MS = 120_000;
const SCROLL_MS = 4000;
const CHANGE_MS_MAX = 30_000;

export interface TraceFigures {
  readonly spans: number;
  /** From the request to the last byte. */
  readonly transferMs: number;
  /** From the last byte to the first rows on the screen. */
  readonly paintMs: number;
  /** From the press to the rows that pass. */
  readonly pillMs: number;
  readonly conditionMs: number;
  readonly searchMs: number;
  /** The longest frame while the list scrolls, and the longest that the page itself worked in one go. */
  readonly scrollFrameMs: number;
  readonly scrollTaskMs: number;
  readonly flameFrameMs: number;
  readonly heapMb: number;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** A page of anyone who administers the tenant. */
export async function openPage(browser: Browser, service: Service): Promise<Page> {
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1440, height: 900 } });
  const { email, token } = service.person("ADMIN");
  await context.addInitScript(
    (given) => {
      const { exp } = JSON.parse(atob(given.token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"))) as {
        exp: number;
      };
      const session = { access_token: given.token, refresh_token: "none", expires_at: exp, token_type: "bearer" };
      localStorage.setItem("assay.session", JSON.stringify({ ...session, user: { email: given.email } }));
    },
    { email, token },
  );
  const page = await context.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  return page;
}

export async function measureTrace(page: Page, runId: string): Promise<TraceFigures> {
  const cdp = await page.context().newCDPSession(page);
  await page.goto(`/admin/traces/${runId}`);
  await page.getByRole("treegrid").waitFor();
  const first = await page.evaluate((id) => {
    const at = (name: string) => performance.getEntriesByName(name).at(-1)!;
    const request = performance.getEntriesByType("resource").find(({ name }) => name.includes(`/traces/${id}`))!;
    const shown = at("trace-shown") as PerformanceMark;
    return {
      spans: Number(shown.detail),
      transferMs: at("trace-received").startTime - request.startTime,
      paintMs: shown.startTime - at("trace-received").startTime,
    };
  }, runId);
  const heapMb = await heapOf(cdp);
  const pillMs = await measureChange(page, () => page.getByRole("button", { name: /^Errors/ }).click());
  await measureChange(page, () => page.getByRole("button", { name: /^Errors/ }).click());
  const condition = page.getByLabel("Add a condition");
  await condition.fill("llm.tokens.in>3000");
  const conditionMs = await measureChange(page, () => condition.press("Enter"));
  await measureChange(page, () => page.getByRole("button", { name: "Clear" }).click());
  const search = page.getByLabel("Search spans");
  const searchMs = await measureChange(page, () => search.fill("MODEL_TIMEOUT"), "[role=search] [role=status]");
  await search.fill("");
  await page.getByRole("button", { name: "Open all rows" }).click();
  await settle(page);
  const scroll = await measureScroll(page, "[role=treegrid]");
  await page.getByRole("button", { name: "Flame", exact: true }).click();
  await settle(page);
  const flame = await measureScroll(page, "[role=group][aria-label^=Flame]");
  return {
    ...first,
    pillMs,
    conditionMs,
    searchMs,
    scrollFrameMs: scroll.frameMs,
    scrollTaskMs: scroll.taskMs,
    flameFrameMs: flame.frameMs,
    heapMb: Math.max(heapMb, await heapOf(cdp)),
  };
}

/** Until what was asked for before is on the screen. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1000 }))),
  );
}

/** From the first event of the act to the frame in which the list, or what `watched` names, is another one. */
async function measureChange(page: Page, act: () => Promise<void>, watched = "[role=treegrid]"): Promise<number> {
  await page.evaluate((selector) => {
    const state = window as unknown as { changed: Promise<number> };
    state.changed = new Promise((resolve) => {
      let began: number | undefined;
      const begin = () => {
        began ??= performance.now();
      };
      for (const event of ["pointerdown", "keydown", "input"])
        addEventListener(event, begin, { capture: true, once: true });
      const observer = new MutationObserver(() => {
        if (began === undefined) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began!)));
      });
      observer.observe(document.querySelector(selector)!, {
        attributes: selector === "[role=treegrid]",
        attributeFilter: selector === "[role=treegrid]" ? ["aria-rowcount"] : undefined!,
        childList: selector !== "[role=treegrid]",
        characterData: true,
        subtree: selector !== "[role=treegrid]",
      });
    });
  }, watched);
  await act();
  return page.evaluate((answerMaxMs) => {
    const { changed } = window as unknown as { changed: Promise<number> };
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`Nothing changed on the page within ${answerMaxMs} ms`)), answerMaxMs),
    );
    return Promise.race([changed, late]);
  }, CHANGE_MS_MAX);
}

/** Turns the wheel over an element for a while, and looks at every frame meanwhile. */
async function measureScroll(page: Page, selector: string): Promise<{ frameMs: number; taskMs: number }> {
  await page.locator(selector).hover();
  await page.evaluate(() => {
    const state = { frameMs: 0, taskMs: 0, over: false };
    Object.assign(window, { scrolled: state });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) state.taskMs = Math.max(state.taskMs, duration);
    }).observe({ type: "longtask" });
    let last = performance.now();
    const look = (now: number) => {
      state.frameMs = Math.max(state.frameMs, now - last);
      last = now;
      if (!state.over) requestAnimationFrame(look);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(look);
    });
  });
  const until = performance.now() + SCROLL_MS;
  for (let turn = 0; performance.now() < until; turn++) {
    await page.mouse.wheel(0, turn % 40 < 30 ? 600 : -900);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return page.evaluate(() => {
    const { scrolled } = window as unknown as { scrolled: { frameMs: number; taskMs: number; over: boolean } };
    scrolled.over = true;
    return { frameMs: scrolled.frameMs, taskMs: scrolled.taskMs };
  });
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.enable");
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize = 0 } = (await cdp.send("Runtime.getHeapUsage")) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  return (usedSize + backingStorageSize) / 1e6;
}

/** How long a page takes from its address to its heading and to the last answer that it asked for. */
export async function measurePage(
  page: Page,
  path: string,
): Promise<{ headingMs: number; settledMs: number; title: string }> {
  const startedAt = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  const headingMs = performance.now() - startedAt;
  await page.waitForLoadState("networkidle");
  // Half a second without a request is how the browser tells.
  const settledMs = Math.max(headingMs, performance.now() - startedAt - 500);
  return { headingMs, settledMs, title: (await page.getByRole("heading", { level: 1 }).first().textContent()) ?? "" };
}
