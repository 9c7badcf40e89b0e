import { assessmentListReply, runListReply, taskListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("requirements stand under their criteria with true counts, and are found by text and by status", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  await page.getByRole("heading", { name: "Operations and backup" }).waitFor();
  const { runs } = await portal.client().get("/api/runs", runListReply);
  const { assessments } = await portal.client().get(`/api/runs/${runs[0]!.id}/assessments`, assessmentListReply);
  const missing = assessments.filter(({ status }) => status === "MISSING");
  await page.getByRole("button", { name: `Missing ${missing.length}` }).click();
  const rows = page.getByRole("list", { name: "Requirements" }).getByRole("link");
  await expect.poll(() => rows.count()).toBe(missing.length);
  expect(new URL(page.url()).searchParams.get("status")).toBe("MISSING");
  await page.getByRole("button", { name: "All" }).click();
  await page.keyboard.press("/");
  await page.keyboard.type("backup daily");
  await page.getByText("No requirement matches").waitFor();
  await page.getByLabel("Search requirements").fill("BACKUPS every day");
  await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining("Backups of business data")]);
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("BACKUPS every day");
  await page.reload();
  await expect.poll(() => rows.count()).toBe(1);
});

test("the keyboard moves through the requirements, across criteria, and Enter leads on to the assessment", async () => {
  const page = await portal.page();
  await page.goto("/cm?requirement=1.4");
  const current = page.locator("a[aria-current=true]", { hasText: "1.4" });
  await current.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focusedText(page)).toContain("2.1.a");
  await page.getByRole("heading", { name: "Passwords are at least 12 characters long." }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => focusedText(page)).toContain("1.3");
  await page.keyboard.press("End");
  await expect.poll(() => focusedText(page)).toContain("6.3");
  await page.keyboard.press("Home");
  await expect.poll(() => focusedText(page)).toContain("1.1");
  await expect.poll(() => new URL(page.url()).searchParams.get("requirement")).toBe("1.1");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Assessment details");
});

const focusedText = (page: Awaited<ReturnType<SiteTest["page"]>>) =>
  page.evaluate(() => document.activeElement?.textContent ?? "");

test("an address shows the same requirement, verdict, thresholds and quotes to anyone who opens it", async () => {
  const page = await portal.page({ as: { role: "VIEWER" } });
  await page.goto("/cm?requirement=3.2");
  await page.getByRole("heading", { name: "Critical security patches are installed within 14 days" }).waitFor();
  const meter = page.getByRole("meter", { name: "Confidence" });
  expect(await meter.getAttribute("aria-valuetext")).toBe("0.55; partial from 0.40, complete from 0.75");
  const quote = page.getByRole("link", { name: /Critical security patches are installed within 30 days/ });
  expect(await quote.textContent()).toContain("page 6");
  await quote.click();
  await expect.poll(() => new URL(page.url()).searchParams.get("citation")).toBe("0");
  await page.reload();
  await expect.poll(() => quote.getAttribute("aria-current")).toBe("true");
  await page.getByLabel("State of the task").waitFor();
  expect(await page.getByLabel("State of the task").isDisabled()).toBe(true);
});

test("each part of a requirement is shown with its verdict and its quote, which the keyboard opens", async () => {
  const page = await portal.page();
  await withParts(page);
  await page.goto("/cm?requirement=3.2");
  await page.getByRole("heading", { name: "Parts (1 of 3 met)" }).waitFor();
  const items = page.getByRole("listitem").filter({ hasText: /It is laid down|Nothing is said|Two passages/ });
  await expect.poll(() => items.count()).toBe(3);
  const [first, second, third] = await items.allTextContents();
  expect(first).toMatch(/critical patches are installed\s*Met\s*It is laid down/);
  expect(second).toMatch(/Not met\s*Nothing is said/);
  expect(third).toMatch(/Contradicted\s*Two passages/);
  const quote = items.first().getByRole("link");
  await quote.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).searchParams.get("citation")).toBe("0");
  await expect.poll(() => quote.getAttribute("aria-current")).toBe("true");
  expect(await items.nth(1).getByRole("link").count()).toBe(0);
  await expectAccessible(page);
});

test("the parts of a requirement fit a phone", async () => {
  const page = await portal.page({ ...PHONE, colorScheme: "dark" });
  await withParts(page);
  await page.goto("/cm?requirement=3.2&panel=assessment");
  await page.getByRole("heading", { name: "Parts (1 of 3 met)" }).waitFor();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

/** The assessments of the demo as an assessor that judges by parts gives them. */
async function withParts(page: Awaited<ReturnType<SiteTest["page"]>>) {
  await page.route(/\/api\/runs\/[^/]+\/assessments/, async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    for (const assessment of reply.assessments)
      if (assessment.requirementId === "3.2")
        assessment.parts = [
          { part: "critical patches are installed", verdict: "MET", why: "It is laid down in P1.", citations: [0] },
          {
            part: "within 14 days of their release by the maker of the software",
            verdict: "NOT_MET",
            why: "Nothing is said of it.",
            citations: [],
          },
          { part: "an exception is recorded", verdict: "CONTRADICTED", why: "Two passages differ.", citations: [] },
        ];
    await route.fulfill({ response, json: reply });
  });
}

test("a verdict that is not what was sealed is not shown, and the run says how many there are", async () => {
  const page = await portal.page();
  await page.route(/\/api\/runs\/[^/]+\/assessments/, async (route) => {
    const response = await route.fetch();
    const { assessments, ...rest } = await response.json();
    const damaged = assessments.map((each: { id: string; requirementId: string }) =>
      each.requirementId === "3.2" ? { id: each.id, damaged: true } : each,
    );
    await route.fulfill({ response, json: { ...rest, assessments: damaged } });
  });
  await page.goto("/cm?requirement=3.2");
  const notice = page.getByRole("alert").filter({ hasText: "1 verdict is damaged and not shown" });
  await notice.waitFor();
  const row = page.locator("a[aria-current=true]", { hasText: "3.2" });
  await row.waitFor();
  expect(await row.textContent()).not.toMatch(/partial/i);
  await expectAccessible(page);
});

test("a member moves the task of a requirement, and it stays moved", async () => {
  const page = await portal.page();
  await page.goto("/cm?requirement=3.2");
  await choose(page.getByLabel("State of the task"), "In progress");
  const statuses = async () =>
    (await portal.client().get("/api/tasks?limit=200", taskListReply)).tasks
      .filter(({ requirementId }) => requirementId === "3.2")
      .map(({ status }) => status);
  await expect.poll(statuses).toEqual(["IN_PROGRESS"]);
  await page.reload();
  await expect.poll(() => page.getByLabel("State of the task").textContent()).toBe("In progress");
});

test("the panels take the width that they are given and keep it", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  const panel = page.getByRole("region", { name: "Requirements" });
  const edge = page.getByRole("separator", { name: "Width of Requirements" });
  const width = async () => Math.round((await panel.boundingBox())!.width);
  const before = await width();
  const { x, y, height } = (await edge.boundingBox())!;
  await page.mouse.move(x, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + height / 2, { steps: 4 });
  await page.mouse.up();
  const after = await width();
  expect(Math.abs(after - before - 120)).toBeLessThan(8);
  await page.reload();
  await expect.poll(width).toBe(after);
  await edge.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(width).toBeLessThan(after);
});

test("on a phone the panels are tabs, and a chosen requirement brings its assessment to the front", async () => {
  const page = await portal.page(PHONE);
  await page.goto("/cm");
  await page.getByRole("link", { name: /2\.1\.a/ }).tap();
  await page.getByRole("meter").waitFor();
  expect(await page.getByRole("tab", { name: "Assessment" }).getAttribute("aria-selected")).toBe("true");
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Requirements" }).tap();
  await page.getByRole("link", { name: /2\.1\.b/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: /2\.1\.b/ }).tap();
  await page.getByRole("heading", { name: /^Multi-factor/ }).waitFor();
  await page.getByRole("listitem").getByRole("link").first().tap();
  await expect.poll(() => page.getByRole("tab", { name: "Evidence" }).getAttribute("aria-selected")).toBe("true");
  await page.getByRole("button", { name: /Close/ }).tap();
  await page.getByRole("heading", { name: /^Multi-factor/ }).waitFor();
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: innerWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
});

test("the chosen theme outdoes the system's and is kept", async () => {
  const page = await portal.page({ colorScheme: "light" });
  await page.goto("/cm");
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByRole("button", { name: "Theme: system. Change to light" }).click();
  await page.getByRole("button", { name: "Theme: light. Change to dark" }).click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await page.getByRole("button", { name: "Theme: dark. Change to system" }).waitFor();
  expect(await background()).toBe(dark);
});

test("a chosen requirement is a step for Back, and a walk by keys is one", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  const requirement = () => new URL(page.url()).searchParams.get("requirement");
  const rows = page.getByRole("list", { name: "Requirements" }).getByRole("link");
  await rows.nth(0).click();
  await expect.poll(requirement).not.toBeNull();
  const first = requirement();
  await rows.nth(2).click();
  await expect.poll(requirement).not.toBe(first);
  const third = requirement();
  // Keys so quick after each other as nobody types them, whatever the machine is busy with.
  await rows.nth(2).evaluate((row) => {
    for (let press = 0; press < 3; press++)
      row.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
  });
  await expect.poll(requirement).not.toBe(third);
  await page.goBack();
  await expect.poll(requirement).toBe(third);
  await page.goBack();
  await expect.poll(requirement).toBe(first);
  await page.locator("a[aria-current]").first().waitFor();
});
