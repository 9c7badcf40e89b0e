import { assessmentListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { COLLEAGUE, doubleReviews } from "./support/double-reviews.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const bar = (page: Page) => page.getByRole("region", { name: "Your review" });
const pane = (page: Page) => page.getByRole("region", { name: "Assessment details" });
const review = (page: Page) => pane(page).locator("dl > div", { hasText: "Review" }).locator("dd").first();
const rows = (page: Page) => page.getByRole("list", { name: "Requirements" }).getByRole("link");
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test("a verdict is agreed with one key, with what was opened and how long it was looked at; the next one follows", async () => {
  const page = await portal.page();
  const reviews = await doubleReviews(page, portal);
  await page.goto("/cm?requirement=3.2");
  await bar(page).getByText("0 of 1 cited passage opened").waitFor();
  await page.getByText("0 of 25 reviewed").waitFor();
  const figure = page.getByText(/^\d+ of 25 requirements$/);
  const complete = await figure.textContent();
  await pane(page)
    .getByRole("link", { name: /Critical security patches are installed within 30 days/ })
    .click();
  await bar(page).getByText("1 of 1 cited passage opened").waitFor();
  await page.keyboard.press("a");
  const said = page.getByRole("status").filter({ hasText: "3.2: agreed. 24 left. Next is 3.3" });
  await said.waitFor();
  expect(param(page, "requirement")).toBe("3.3");
  expect(await focusedName(page)).toBe("Assessment details");
  expect(reviews.sent).toMatchObject([{ requirementId: "3.2", decision: "AGREED" }]);
  expect(reviews.sent[0]!.openedChunkIds).toHaveLength(1);
  expect(reviews.sent[0]!.durationMs).toBeGreaterThan(0);
  await page.getByText("1 of 25 reviewed").waitFor();
  expect(await rows(page).filter({ hasText: "3.2" }).textContent()).toContain("Agreed");

  await said.getByRole("link", { name: "Back to 3.2" }).click();
  await pane(page).getByText("mira@example.com").waitFor();
  await pane(page).getByText("nobody has shown who reads this address (user 01900000-").first().waitFor();
  expect(await review(page).textContent()).toBe("Agreed");
  expect(await pane(page).locator("dd").first().textContent()).toBe("Partial");
  await pane(page).getByText("1 of 1 cited passage opened").waitFor();

  await page.keyboard.press("c");
  const form = page.getByRole("form", { name: "Change" });
  await form.getByRole("button", { name: "Change" }).click();
  await form.getByText("Choose a status").waitFor();
  await form.getByText("Say why").waitFor();
  await choose(form.getByLabel("Status that you find right"), "Missing");
  await choose(form.getByLabel("What is wrong with the verdict"), "The evidence is not current");
  await form.getByLabel("Reason").fill("The policy is of 2019.");
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("status").filter({ hasText: "3.2: changed to missing. 24 left" }).waitFor();
  expect(reviews.sent[1]).toMatchObject({
    decision: "CHANGED",
    status: "MISSING",
    reasonCode: "NOT_CURRENT",
    reason: "The policy is of 2019.",
  });
  await page.getByRole("link", { name: "Back to 3.2" }).click();
  await page.getByRole("heading", { name: "Earlier reviews in this run (1)" }).waitFor();
  expect(await review(page).textContent()).toBe("Changed to Missing");
  expect(await pane(page).locator("dd").first().textContent()).toBe("Partial");
  expect(await figure.textContent()).toBe(complete);
});

test("a quote that does not prove it is rejected by one press: the form opens with it, and the rest is the person's", async () => {
  const page = await portal.page({ ...PHONE, colorScheme: "dark" });
  const reviews = await doubleReviews(page, portal);
  await page.goto("/cm?requirement=3.2&panel=assessment");
  const reject = pane(page).getByRole("button", { name: "This quote does not prove it (quote 1)" });
  await reject.press("Enter");
  const form = page.getByRole("form", { name: "Change" });
  const rejected = form.getByRole("list", { name: "This quote does not prove it" });
  await rejected.getByText(/Critical security patches are installed within 30 days/).waitFor();
  expect(await reject.getAttribute("aria-pressed")).toBe("true");
  expect(await form.getByLabel("What is wrong with the verdict").textContent()).toContain("evidence");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox");
  await expectAccessible(page);
  expect(await fits(page)).toBe(true);
  await form.getByRole("button", { name: "Take out quote 1" }).click();
  expect(await reject.getAttribute("aria-pressed")).toBe("false");
  await reject.click();
  await choose(form.getByLabel("Status that you find right"), "Partial");
  await form.getByLabel("Reason").fill("It is about another system.");
  await form.getByRole("button", { name: "Change" }).click();
  const said = page.getByRole("status").filter({ hasText: "3.2: changed to partial" });
  await said.waitFor();
  expect(reviews.sent).toMatchObject([
    { decision: "CHANGED", status: "PARTIAL", reasonCode: "WRONG_EVIDENCE", rejectedCitations: [0] },
  ]);
  await said.getByRole("link", { name: "Back to 3.2" }).click();
  await pane(page).getByText("The reviewer says: this quote does not prove it.").waitFor();
  await pane(page)
    .getByText(/; rejects quote 1$/)
    .waitFor();
});

test("what is sent back names what to do, for whom and by when, and lists and address filter by review and by verdict", async () => {
  const page = await portal.page({ colorScheme: "dark" });
  const reviews = await doubleReviews(page, portal);
  await page.goto("/cm?requirement=1.4");
  await bar(page).waitFor();
  await page.keyboard.press("s");
  const form = page.getByRole("form", { name: "Send back" });
  await form.getByLabel("What has to be done").fill("Find the report of the audit.");
  await page.keyboard.press("Escape");
  await expect.poll(() => focusedName(page)).toContain("Send back");
  await page.keyboard.press("Enter");
  expect(await form.getByLabel("What has to be done").inputValue()).toBe("Find the report of the audit.");
  await choose(form.getByLabel("Assignee"), "ines@example.com");
  await form.getByLabel("Due date").fill("2030-01-31");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Send back" }).click();
  await page.getByText("1 of 25 reviewed, 1 sent back").waitFor();
  expect(reviews.sent).toMatchObject([
    { decision: "SENT_BACK", assigneeId: COLLEAGUE, dueDate: "2030-01-31", reason: "Find the report of the audit." },
  ]);
  await page.keyboard.press("a");
  await page.getByText("2 of 25 reviewed, 1 sent back").waitFor();
  const filter = page.getByRole("group", { name: "Review" });
  expect(await filter.getByRole("button").allTextContents()).toEqual(["Not reviewed23", "Agreed1", "Sent back1"]);
  await filter.getByRole("button", { name: "Sent back 1" }).click();
  await expect.poll(() => rows(page).allTextContents()).toEqual([expect.stringContaining("1.4")]);
  expect(param(page, "review")).toBe("SENT_BACK");
  await page.reload();
  await expect.poll(() => rows(page).count()).toBe(1);
  await page
    .getByRole("group", { name: "Status" })
    .getByRole("button", { name: /^Complete/ })
    .click();
  await page.getByText("No requirement matches").waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(10);
  await expectAccessible(page);
});

test("the queue goes by risk and says why, and keys go through it", async () => {
  const page = await portal.page();
  await doubleReviews(page, portal, { risks: { "3.2": "WEAK_COMPLETE", "2.1.a": "FLAGGED", "1.1": "CHANGED" } });
  await page.goto("/cm?requirement=2.1.a");
  await page.getByRole("button", { name: "By risk" }).click();
  await page.getByRole("heading", { name: "Complete, with weak support" }).waitFor();
  expect(param(page, "order")).toBe("risk");
  const titles = page.getByRole("list", { name: "Requirements" }).getByRole("heading");
  expect(await titles.allTextContents()).toEqual([
    "Complete, with weak support",
    "Flagged",
    "Changed since it was reviewed",
    "No known risk",
  ]);
  const at = (id: string) => expect.poll(() => param(page, "requirement")).toBe(id);
  await page.keyboard.press("j");
  await at("1.1");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await at("3.2");
  await page.keyboard.press("a");
  await at("2.1.a");
  await page.keyboard.press("k");
  await at("3.2");
  await page.keyboard.press("n");
  await at("2.1.a");
  await page.getByLabel("Search requirements").fill("");
  await page.getByLabel("Search requirements").pressSequentially("jack");
  await expect.poll(() => param(page, "q")).toBe("jack");
  await at("2.1.a");
  await page.getByText("1 of 25 reviewed").waitFor();

  await page.getByLabel("Search requirements").fill("");
  await page.getByLabel("Search requirements").blur();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.getByText("agree with the verdict").waitFor();
  await expectAccessible(page);
  await keys.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await page.getByRole("button", { name: "Keys" }).click();
  await keys.getByRole("checkbox").check();
  await at("2.1.a");
  await page.getByText("1 of 25 reviewed").waitFor();
});

test("what was agreed and has not changed is confirmed alone or all at once; what has changed says what", async () => {
  const page = await portal.page();
  const reviews = await doubleReviews(page, portal, {
    unchanged: ["1.1", "1.2", "1.3"],
    changed: {
      "3.2": [
        { change: "DOCUMENT", before: "policy-2025.pdf", after: "policy-2026.pdf" },
        { change: "QUOTE", before: "within 14 days", after: "within 30 days" },
      ],
    },
  });
  await page.goto("/cm?requirement=3.2");
  const changes = page.getByRole("list", { name: "What changed" });
  await expect
    .poll(() => changes.getByRole("listitem").allTextContents())
    .toEqual(["Documentpolicy-2025.pdf policy-2026.pdf", "Quotewithin 14 days within 30 days"]);
  await expectAccessible(page);
  await page.goto("/cm?requirement=1.1");
  const notice = page.getByRole("region", { name: "Earlier review" });
  await notice.getByText("Nothing changed since ines@example.com agreed on").waitFor();
  expect(await review(page).textContent()).toBe("To confirm");
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Confirm" }).click();
  await expect.poll(() => review(page).textContent()).toBe("Confirmed");
  await page.getByRole("button", { name: "Confirm 2 unchanged" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm 2 verdicts?" });
  await dialog.getByText("agreed on").first().waitFor();
  expect(await dialog.getByRole("list", { name: "To confirm" }).getByRole("listitem").allTextContents()).toEqual([
    expect.stringMatching(/^1\.2.*ines@example\.com agreed on/),
    expect.stringMatching(/^1\.3.*ines@example\.com agreed on/),
  ]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Confirm 2 verdicts" }).click();
  await page.getByText("3 of 25 reviewed").waitFor();
  expect(reviews.confirmed).toEqual([["1.1"], ["1.2", "1.3"]]);
});

test("a run that is signed while somebody reviews takes no more reviews, and says so", async () => {
  const page = await portal.page();
  const reviews = await doubleReviews(page, portal);
  await page.goto("/cm?requirement=3.2");
  await bar(page).waitFor();
  reviews.sign();
  await page.keyboard.press("a");
  await page.getByText("Reviews are closed.").waitFor();
  expect(await bar(page).count()).toBe(0);
  expect(param(page, "requirement")).toBe("3.2");
  await expectAccessible(page);
});

test("a viewer without the right sees reviews and no button, and no key decides", async () => {
  const page = await portal.page({ as: { role: "VIEWER" } });
  const reviews = await doubleReviews(page, portal, { unchanged: ["3.2"] });
  await page.goto("/cm?requirement=3.2");
  await page.getByText("Nothing changed since").waitFor();
  expect(await bar(page).count()).toBe(0);
  expect(await page.getByRole("button", { name: /Confirm/ }).count()).toBe(0);
  await page.keyboard.press("a");
  await page.keyboard.press("j");
  await expect.poll(() => param(page, "requirement")).toBe("3.3");
  expect(reviews.sent).toEqual([]);
});

test("what was not judged is judged by hand", async () => {
  const page = await portal.page(PHONE);
  const reviews = await doubleReviews(page, portal, { risks: { "3.2": "NOT_JUDGED" } });
  await page.route(/\/api\/runs\/[^/]+\/assessments/, async (route) => {
    const response = await route.fetch();
    const reply = assessmentListReply.parse(await response.json());
    for (const each of reply.assessments)
      if (each.requirementId === "3.2")
        Object.assign(each, { flags: ["NOT_JUDGED"], status: "MISSING", confidence: 0, citations: [] });
    await route.fulfill({ response, json: reply });
  });
  await page.goto("/cm?requirement=3.2");
  await bar(page).getByText("Nobody has judged it").waitFor();
  expect(await bar(page).getByRole("button", { name: "Agree" }).count()).toBe(0);
  await bar(page).getByRole("button", { name: "Judge" }).tap();
  const form = page.getByRole("form", { name: "Judge by hand" });
  await choose(form.getByLabel("Status that you find right"), "Complete");
  await form.getByLabel("Reason").fill("Seen at the site.");
  await expectAccessible(page);
  expect(await fits(page)).toBe(true);
  await form.getByRole("button", { name: "Store the judgement" }).tap();
  await page.getByRole("status").filter({ hasText: "3.2: changed to complete" }).waitFor();
  expect(reviews.sent).toMatchObject([{ status: "COMPLETE", reasonCode: "OTHER" }]);
});

test("on a phone and in dark the review is whole, in the order of reading, and a draft outlives a look at the evidence", async () => {
  const page = await portal.page({ ...PHONE, colorScheme: "dark" });
  await doubleReviews(page, portal);
  await page.goto("/cm?requirement=3.2");
  await bar(page).getByRole("button", { name: "Change" }).tap();
  const form = page.getByRole("form", { name: "Change" });
  await form.getByLabel("Reason").fill("Misread on page 6.");
  await page.getByRole("tab", { name: "Evidence" }).tap();
  await page.getByRole("tab", { name: "Assessment" }).tap();
  expect(await form.getByLabel("Reason").inputValue()).toBe("Misread on page 6.");
  await expectAccessible(page);
  expect(await fits(page)).toBe(true);
  await form.getByRole("button", { name: "Cancel" }).tap();
  const stops: string[] = [];
  await bar(page).getByRole("button", { name: "Agree" }).focus();
  for (let stop = 0; stop < 3; stop++) {
    stops.push(await focusedName(page));
    await page.keyboard.press("Tab");
  }
  expect(stops.map((stop) => stop.replace(/[acs]$/, ""))).toEqual(["Agree", "Change", "Send back"]);
  await page.getByRole("tab", { name: "Requirements" }).tap();
  await page.getByText("0 of 25 reviewed").waitFor();
  await expectAccessible(page);
  expect(await fits(page)).toBe(true);
});
