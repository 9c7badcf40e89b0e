import type { Locator, Page } from "playwright-core";
import { type AxNode, findRepeated } from "./find-repeated.ts";
import { inspectLayout } from "./inspect-layout.ts";
import { listControls } from "./list-controls.ts";
import { watchEffects } from "./watch-effects.ts";
import { wheelPanes } from "./wheel-panes.ts";

export interface Observer {
  /** What was found to be wrong so far, each with where. */
  faults(): readonly string[];
  /** Waits until the page is idle: nothing is awaited from the service and nothing changes. */
  idle(): Promise<void>;
  /** Judges what the page shows once it is idle. */
  look(): Promise<void>;
  /** Presses a control as a person does; it is dead where that changes nothing and asks for nothing. */
  press(control: Locator): Promise<void>;
  /**
   * Presses each control in view by keyboard, bringing the page back after each, but for those that match `without`. Of
   * those that the rows of a list have alike, the first.
   */
  pressAll(without?: RegExp): Promise<void>;
  /** Turns the wheel over every pane: the document stays where it is. */
  wheel(): Promise<void>;
}

/** An effect may come later than the page is idle: React shows what it has loaded up to 300 ms after it has. */
const PATIENCE_MS = 10_000;
const FRAMES_MAX = 20;

/**
 * Watches a page, from before its first document on. Only a control that is dead is waited for as long as `patienceMs`.
 * What is in `pressed` has been pressed elsewhere: `pressAll` leaves it out.
 */
export async function observe(
  page: Page,
  { patienceMs = PATIENCE_MS, pressed = new Set<string>() } = {},
): Promise<Observer> {
  const faults: string[] = [];
  const requests = watchRequests(page);
  await page.addInitScript(watchEffects);
  const cdp = await page.context().newCDPSession(page);
  const add = (found: readonly string[]) => {
    const { pathname, search } = new URL(page.url());
    const { width } = page.viewportSize() ?? { width: 0 };
    for (const fault of found) faults.push(`${pathname}${search} at ${width} px: ${fault}`);
  };

  async function idle(): Promise<void> {
    for (;;) {
      if (page.isClosed()) throw new Error("Cannot wait until the page is idle: it is closed");
      await requests.settled();
      const asked = requests.count();
      // A document that another replaces takes the wait with it.
      const whole = await page
        .evaluate(() => window.walk.idle())
        .then(
          () => true,
          () => false,
        );
      if (whole && requests.count() === asked && requests.open() === 0) return;
    }
  }

  /** Whether an act, of a page that is idle, had any effect. */
  async function hasEffect(act: () => Promise<unknown>): Promise<boolean> {
    await idle();
    const before = { effects: await page.evaluate(() => window.walk.effects), others: requests.count() };
    await act();
    await idle();
    const isChanged = async () =>
      requests.count() > before.others || (await page.evaluate(() => window.walk.effects)) !== before.effects;
    if (await isChanged()) return true;
    await page
      .waitForFunction((effects) => window.walk.effects !== effects, before.effects, { timeout: patienceMs })
      .catch(() => undefined);
    return isChanged();
  }

  /** A window of a new size says so some frames before the page is laid out in it: only what stays is a fault. */
  const layoutFaults = async () => {
    let found = await page.evaluate(inspectLayout);
    for (let frame = 0; found.length > 0 && frame < FRAMES_MAX; frame += 1) {
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      found = await page.evaluate(inspectLayout);
    }
    return found;
  };
  return {
    faults: () => [...faults],
    idle,
    async look() {
      await idle();
      const { nodes } = (await cdp.send("Accessibility.getFullAXTree")) as { nodes: readonly AxNode[] };
      add([...(await layoutFaults()), ...findRepeated(nodes)]);
    },
    async press(control) {
      // To point at a control and to put the focus on it are no effects of a press.
      await control.hover();
      await control.focus();
      const name = await control.evaluate((element) => element.ariaLabel ?? element.textContent);
      if (!(await hasEffect(() => control.click()))) add([`Does nothing when pressed: “${name?.trim()}”`]);
    },
    async pressAll(without) {
      await idle();
      const address = page.url();
      const list = () => page.evaluate(listControls);
      const shown = await list();
      add(shown.deadLinks.map((name) => `A link that leads nowhere: ${name}`));
      for (const [n, key] of shown.keys.entries()) {
        if (pressed.has(shown.kinds[n]!) || without?.test(key)) continue;
        pressed.add(shown.kinds[n]!);
        const at = (await list()).keys.indexOf(key);
        // What another press took away is not in view.
        if (at === -1) continue;
        const control = page.locator(`[data-walk="${at}"]`);
        await control.focus();
        const by = /^(checkbox|radio|switch)/.test(key) ? "Space" : "Enter";
        if (!(await hasEffect(() => page.keyboard.press(by)))) add([`Does nothing when pressed: ${key}`]);
        if (key.startsWith("combobox")) await closeOptions();
        await bringBack(address, shown.keys);
      }

      /** Options take no control out of view, and come after the request for what shows them. */
      async function closeOptions(): Promise<void> {
        const opened = page.locator("button[role=combobox][aria-expanded=true]");
        await opened.waitFor();
        await page.keyboard.press("Escape");
        await opened.waitFor({ state: "detached" });
      }

      async function bringBack(to: string, keys: readonly string[]): Promise<void> {
        const isBack = async () => {
          await idle();
          return page.url() === to && (await list()).keys.join() === keys.join();
        };
        if (await isBack()) return;
        if (page.url() === to) await page.keyboard.press("Escape");
        else await page.goBack();
        if (await isBack()) return;
        await page.goto(to);
        await idle();
      }
    },
    async wheel() {
      await idle();
      add(await wheelPanes(page));
      await idle();
    },
  };
}

interface Requests {
  /** Of requests, downloads, new pages and file choosers since the page was opened. */
  count(): number;
  open(): number;
  settled(): Promise<void>;
}

function watchRequests(page: Page): Requests {
  const open = new Set<unknown>();
  let count = 0;
  let waiting: (() => void)[] = [];
  const note = () => {
    count += 1;
  };
  page.on("request", (request) => {
    note();
    // The page itself counts what it fetches: one whose body nobody reads never ends, and a stream not for long.
    if (request.resourceType() !== "fetch" && request.resourceType() !== "eventsource") open.add(request);
  });
  const end = (request: unknown) => {
    open.delete(request);
    if (open.size > 0) return;
    for (const go of waiting) go();
    waiting = [];
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  for (const event of ["download", "popup", "filechooser", "dialog"] as const) page.on(event as "download", note);
  return {
    count: () => count,
    open: () => open.size,
    settled: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
