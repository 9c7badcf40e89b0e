import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openBrowser } from "../browser/open-browser.ts";
import { type Observer, observe } from "./observer/observe.ts";

const HOST = "http://made.test";

let context: BrowserContext;
let looked: { page: Page; observer: Observer };
beforeAll(async () => {
  context = await (await openBrowser()).newContext({ viewport: { width: 900, height: 600 } });
  looked = await openPage();
});
afterAll(() => context.close());

async function openPage() {
  const page = await context.newPage();
  return { page, observer: await observe(page, { patienceMs: 200 }) };
}

/** Shows a page of this body. */
async function show(page: Page, body: string): Promise<void> {
  await page.unrouteAll();
  await page.route(`${HOST}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html>${body}` }),
  );
  await page.goto(`${HOST}/view`);
}

/** A page of its own, whose controls are pressed. */
async function openMade(body: string): Promise<{ page: Page; observer: Observer }> {
  const made = await openPage();
  onTestFinished(() => made.page.close());
  await show(made.page, body);
  return made;
}

async function look(body: string): Promise<string[]> {
  const { page, observer } = looked;
  const before = observer.faults().length;
  await show(page, `<title>${before}</title><body style="margin: 0; font: 16px monospace">${body}`);
  await observer.look();
  return textsOf(observer).slice(before);
}

const textsOf = (observer: Observer) => observer.faults().map((fault) => fault.replace(/^.*? px: /, ""));

describe("the document", () => {
  test("may not scroll, by what is visually hidden either", async () => {
    const hidden = (positioned: string) =>
      `<main style="height: 100vh; overflow: hidden; ${positioned}"><div style="height: 100%; overflow: auto; ${positioned}">
         <p style="height: 1500px">Long</p><span style="position: absolute; width: 1px; height: 1px">said</span></div></main>`;
    expect(await look(hidden(""))).toEqual([expect.stringMatching(/^The document scrolls: it is 15\d\d px high/)]);
    expect(await look(hidden("position: relative"))).toEqual([]);
  });

  test("may not be wider than its window", async () => {
    expect(await look(`<div style="width: 1000px">Wide</div>`)).toEqual([
      "The document scrolls: it is 1000 px wide in a window of 900 px",
    ]);
  });

  test("stays where it is under the wheel", async () => {
    const { observer } = await openMade(
      `<section aria-label="List" style="height: 300px">Short</section><p style="height: 900px">Below</p>`,
    );
    await observer.wheel();
    expect(observer.faults()).toContainEqual(
      expect.stringContaining("The wheel over <section> “List” moves the document"),
    );
  });

  test("has no clipped part that was scrolled and that nobody can scroll back", async () => {
    expect(
      await look(`<main style="height: 200px; overflow: hidden"><h1>Title</h1><p style="height: 900px">Long</p>
        <a id="end" href="/elsewhere">End</a></main><script>document.querySelector("#end").focus()</script>`),
    ).toEqual([expect.stringMatching(/^Scrolled out of sight, with no way back: <main>/)]);
  });
});

describe("headings and controls", () => {
  const block = `<section><h3>Exceptions</h3><button>Propose an exception</button></section>`;

  test("are there once in a place", async () => {
    expect(await look(block)).toEqual([]);
    expect(await look(block + block)).toEqual([
      "2 times: heading “Exceptions”",
      "2 times: button “Propose an exception”",
    ]);
  });

  test("may be there again in another named place", async () => {
    const named = (name: string) => block.replace("<section>", `<section aria-label="${name}">`);
    expect(await look(named("Requirement 1") + named("Requirement 2"))).toEqual([]);
  });

  test("of the rows of a list are distinguished by their names", async () => {
    const rows = (name: (row: number) => string) =>
      `<ul aria-label="Files">${[1, 2].map((row) => `<li>File ${row} <button aria-label="${name(row)}">x</button></li>`).join("")}</ul>`;
    expect(await look(rows((row) => `Delete file ${row}`))).toEqual([]);
    expect(await look(rows(() => "Delete"))).toEqual(["2 times: button “Delete” in list “Files”"]);
  });

  test("that are links of rows may lead to the same address under the same name, and to no other", async () => {
    const rows = (...hrefs: string[]) =>
      `<ul>${hrefs.map((href) => `<li><a href="${href}">Run</a></li>`).join("")}</ul>`;
    expect(await look(rows("/a", "/a"))).toEqual([]);
    expect(await look(rows("/a", "/b"))).toEqual(["2 times: link “Run”"]);
    expect(await look(`<p><a href="/a">Run</a> <a href="/a">Run</a></p>`)).toEqual(["2 times: link “Run”"]);
  });

  test("of one field, such as the parts of a date, are the browser's", async () => {
    const field = (name: string) => `<li><input type="date" aria-label="${name}"></li>`;
    expect(await look(`<ul aria-label="Tasks">${field("Due date of 1") + field("Due date of 2")}</ul>`)).toEqual([]);
  });

  test("that nobody perceives do not count", async () => {
    expect(await look(`${block}<div hidden>${block}</div><div inert>${block}</div>`)).toEqual([]);
  });
});

describe("a text", () => {
  const row = (columns: string, ...cells: string[]) =>
    `<li style="display: grid; grid-template-columns: ${columns}; width: 800px">${cells
      .map((cell) => `<span style="overflow: hidden; text-overflow: ellipsis; white-space: nowrap">${cell}</span>`)
      .join("")}</li>`;
  const LONG = "information-security-policy-of-the-year-2026.pdf";

  test("is not cut while its row has free width", async () => {
    expect(await look(`<ul>${row("200px 200px 1fr", LONG, "", "Ready")}</ul>`)).toEqual([
      expect.stringMatching(/^Cut although its row has \d+ px free: <span> “information-security/),
    ]);
    expect(await look(`<ul>${row("auto auto 1fr", LONG, "", "Ready")}</ul>`)).toEqual([]);
  });

  test("may be cut where the columns next to it are in use, by another row too", async () => {
    const columns = "200px 300px 260px";
    const wide = row(columns, "short.pdf", "Policies and procedures of IT", "Reading, page 12 of 31 ...");
    expect(await look(`<ul>${row(columns, LONG, "", "")}${wide}</ul>`)).toEqual([]);
    expect(await look(`<ul>${row(columns, LONG, "", "")}</ul>`)).toHaveLength(1);
  });

  test("may be cut where it fills its row", async () => {
    expect(await look(`<ul>${row("100%", LONG.repeat(3))}</ul>`)).toEqual([]);
  });
});

describe("a control", () => {
  const LIVE = `<button onclick="this.after('Done')">Live</button>`;
  const pressAll = async (body: string, without?: RegExp) => {
    const { observer } = await openMade(body);
    await observer.pressAll(without);
    return textsOf(observer);
  };

  test("that does nothing is dead, by keyboard and by pointer", async () => {
    expect(await pressAll(`<main>${LIVE}<button>Dead</button></main>`)).toEqual([
      "Does nothing when pressed: button “Dead” in main",
    ]);
    const { page, observer } = await openMade(`${LIVE}<button>Dead</button>`);
    await observer.press(page.getByRole("button", { name: "Live" }));
    expect(observer.faults()).toEqual([]);
    await observer.press(page.getByRole("button", { name: "Dead" }));
    expect(observer.faults()).toEqual([expect.stringContaining("Does nothing when pressed: “Dead”")]);
  });

  test("lives by a request, an address, the focus, a field or a download alone", async () => {
    expect(
      await pressAll(`<button onclick="fetch('/api')">Request</button>
        <button onclick="history.pushState(null, '', '?a=1')">Address</button>
        <button onclick="document.querySelector('#field').focus()">Focus</button><input id="field" aria-label="Field">
        <label><input type="checkbox"> Field</label>
        <a id="file" download="a.txt" href="data:text/plain,a" hidden></a>
        <button onclick="document.querySelector('#file').click()">Download</button>`),
    ).toEqual([]);
  });

  test("is pressed once, with the page brought back after it", async () => {
    const { page, observer } =
      await openMade(`<button onclick="document.querySelector('dialog').showModal()">Open</button>
      <button>Dead</button><dialog>Text <button onclick="document.title = 'pressed'">Inside</button></dialog>`);
    await observer.pressAll();
    await observer.pressAll();
    expect(observer.faults()).toEqual([expect.stringContaining("button “Dead”")]);
    expect(await page.locator("dialog[open]").count()).toBe(0);
    expect(await page.title()).not.toBe("pressed");
  });

  test("that the rows of a list have alike is pressed once, and each of another name", async () => {
    const row = (name: string) => `<li><button>Actions for ${name}</button> <button>${name}</button></li>`;
    expect(await pressAll(`<ul aria-label="Files">${["First", "Second"].map(row).join("")}</ul>`)).toEqual([
      "Does nothing when pressed: button “Actions for First” in Files",
      "Does nothing when pressed: button “First” in Files",
      "Does nothing when pressed: button “Second” in Files",
    ]);
  });

  test("that is off, chosen, out of view or omitted is not judged", async () => {
    const off = `<button disabled>Off</button><button aria-disabled="true">Busy</button>
      <button role="tab" aria-selected="true">Chosen</button><button hidden>Hidden</button>
      <p style="height: 2000px">Long</p><button>Below</button><button style="position: fixed; top: 0">Left out</button>`;
    expect(await pressAll(off, /Left out/)).toEqual([]);
  });

  test("that is a link leads somewhere", async () => {
    expect(await pressAll(`<a href="/there">Link</a><a>No address</a><a href="#">Hash</a>`)).toEqual([
      "A link that leads nowhere: No address",
      "A link that leads nowhere: Hash",
    ]);
  });
});

test("a page is idle once what it asked for is shown", async () => {
  const { page, observer } = await openMade("<main></main>");
  await page.route(`${HOST}/api`, (route) => route.fulfill({ json: { text: "Shown" } }));
  await page.evaluate(() => {
    void fetch("/api")
      .then((response) => response.json())
      .then(({ text }) => requestAnimationFrame(() => document.querySelector("main")!.append(text)));
  });
  await observer.idle();
  expect(await page.textContent("main")).toBe("Shown");
});
