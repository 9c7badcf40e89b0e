import { documentListReply, runListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALL, findAddresses } from "../../../../apps/admin/test/browser/support/addresses.ts";
import { VIEWS } from "../../../../apps/portal/src/app/views.ts";
import { expectAccessible } from "../browser/expect-accessible.ts";
import { openWalk, PHONE, type Walk } from "./open-walk.ts";
import { tabThrough } from "./tab-through.ts";

const DESKTOP = { width: 1440, height: 900 };
/** The same window at a zoom of 200 %. */
const ZOOMED = { width: 720, height: 450 };

/** A theme that is chosen outdoes the system's. */
const THEME = /“Theme: /;

let walk: Walk;
let portalViews: readonly string[];
let consoleViews: readonly string[];
beforeAll(async () => {
  walk = await openWalk();
  const [run] = (await walk.client().get("/api/runs", runListReply)).runs;
  const { documents } = await walk.client().get("/api/documents?status=READY", documentListReply);
  portalViews = [
    ...Object.keys(VIEWS).flatMap((path) => (VIEWS[path]!.isOpen ? [] : [path === "/" ? "/cm" : `/cm${path}`])),
    "/cm?requirement=3.2&citation=0&panel=assessment",
    `/cm/documents?document=${documents[0]!.id}`,
    ...["overview", "evidence", "discussion", "sign-off", "steps"].map((tab) => `/cm/runs?run=${run!.id}&tab=${tab}`),
    "/cm/tasks?view=list",
  ];
  consoleViews = ALL.map(await findAddresses(walk.site));
});
afterAll(() => walk.close());

test("at 1440 and 720 px, light and dark, each view of the portal holds under the wheel and no control is dead", async () => {
  const person = await walk.person({ role: "ADMIN" });
  for (const address of portalViews) {
    await person.page.goto(address);
    await walkThrough(person);
    await expectHeader(person.page, "Assay, assessments", ZOOMED.width);
  }
});

test("on a phone, light and dark, each view of the portal fits and speaks of no keys", async () => {
  const { page, look, pressAll } = await walk.person({ role: "ADMIN", ...PHONE });
  for (const address of portalViews) {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(address);
    await look();
    await page.emulateMedia({ colorScheme: "dark" });
    await look();
    await expectAccessible(page);
    await expectHeader(page, "Assay, assessments", PHONE.viewport.width);
    expect(await page.locator("kbd:visible").count(), address).toBe(0);
    await pressAll(THEME);
  }
});

test("an administrator goes through the console, by keyboard too, at 1440, 720 and 390 px, light and dark", async () => {
  const person = await walk.person({ role: "SUPER_ADMIN" });
  for (const address of consoleViews) {
    // Before anything else is done: where Tab leads past the last control depends on where it was before.
    await person.page.setViewportSize(DESKTOP);
    await person.page.goto(address);
    await person.idle();
    await tabThrough(person.page);
    await walkThrough(person);
    await expectHeader(person.page, "Assay console, home", ZOOMED.width);
    await person.page.setViewportSize(PHONE.viewport);
    await person.look();
    await expectHeader(person.page, "Assay console, home", PHONE.viewport.width);
  }
});

/** What a person does with a view that is new: on a wide screen, then with a zoom of 200 %, which it is left at. */
async function walkThrough({ page, look, wheel, pressAll }: Awaited<ReturnType<Walk["person"]>>): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "light" });
  await look();
  await expectAccessible(page);
  await wheel();
  await pressAll(THEME);
  await page.emulateMedia({ colorScheme: "dark" });
  await look();
  await expectAccessible(page, ["color-contrast"]);
  await page.setViewportSize(ZOOMED);
  await look();
  await page.emulateMedia({ colorScheme: "light" });
  await look();
}

/** Where one is, whose data it is, and one's own menu stay in view. */
async function expectHeader(page: Page, home: string, width: number): Promise<void> {
  const header = page.getByRole("banner").first();
  for (const part of [
    header.getByRole("link", { name: home }),
    header.getByText("Northwind Instruments"),
    header.getByRole("button", { name: "Account" }),
  ]) {
    const { x, width: room } = (await part.boundingBox())!;
    expect(x, page.url()).toBeGreaterThanOrEqual(0);
    expect(room, page.url()).toBeGreaterThan(15);
    expect(x + room, page.url()).toBeLessThanOrEqual(width);
  }
}
