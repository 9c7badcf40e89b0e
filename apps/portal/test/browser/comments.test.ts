import { type Comment, commentListReply, commentReply, runListReply, taskListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
let runId: string;
beforeAll(async () => {
  portal = await openSite("demo");
  runId = (await portal.client().get("/api/runs", runListReply)).runs[0]!.id;
});
afterAll(() => portal.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const at = (requirementId: string) => `/cm?run=${runId}&requirement=${requirementId}`;
const items = (page: Page) => page.getByRole("list", { name: "Comments" }).getByRole("listitem");
const field = (page: Page) => page.getByRole("textbox", { name: "Comment" });

async function add(role: "MEMBER" | "ADMIN", body: object): Promise<Comment> {
  const response = await portal.client(role).sendJson("POST", `/api/runs/${runId}/comments`, body);
  return commentReply.parse(await response.json()).comment;
}
async function fits(page: Page): Promise<void> {
  const { scroll, width } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: innerWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(width);
}

test("by keyboard alone a member is mentioned, sees it in the header, and finds the comment unread", async () => {
  const { email } = portal.user("ADMIN");
  const page = await portal.page();
  await page.goto(at("3.2"));
  await page.getByRole("button", { name: "Comment", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => field(page).evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type(`Look, @${email.slice(0, 3)}`);
  const options = page.getByRole("listbox", { name: "Members to mention" }).getByRole("option");
  const wanted = options.and(page.getByRole("option", { name: email, exact: true }));
  await wanted.waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => options.count()).toBe(0);
  // A caret that comes back to the name opens nothing: only another name does.
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  expect(await options.count()).toBe(0);
  await page.keyboard.press("Backspace");
  await wanted.waitFor();
  while ((await wanted.getAttribute("aria-selected")) !== "true") await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await field(page).inputValue()).toBe(`Look, @${email} `);
  await page.keyboard.type("please");
  await page.keyboard.press("Control+Enter");
  await items(page)
    .filter({ hasText: `Look, @${email} please` })
    .waitFor();
  expect(await field(page).inputValue()).toBe("");

  const admin = await portal.page({ as: { role: "ADMIN" }, colorScheme: "dark" });
  await admin.goto("/cm");
  await admin.getByRole("link", { name: "Mentions, 1 unread" }).click();
  await admin.getByRole("heading", { name: "Mentions" }).waitFor();
  await expectAccessible(admin);
  await admin.getByRole("link", { name: "Requirement 3.2" }).click();
  await items(admin).filter({ hasText: "Unread" }).first().waitFor();
  await admin.getByRole("link", { name: "Mentions", exact: true }).waitFor();
});

test("what others wrote is marked in the list of requirements until it is read", async () => {
  await add("ADMIN", { requirementId: "3.5", text: "Have a look" });
  const page = await portal.page();
  await page.goto(at("3.2"));
  const beside = await portal.page();
  await beside.goto("/cm/runs");
  await beside.getByRole("list", { name: "Runs" }).getByText("unread comment").waitFor();
  const row = page.locator('a[href*="requirement=3.5"]').filter({ hasText: "unread comment" });
  await row.waitFor();
  await row.click();
  await items(page).filter({ hasText: "Have a look" }).waitFor();
  await expect.poll(() => row.count()).toBe(0);
});

test("evidence is asked for, and the answer closes the request", async () => {
  const page = await portal.page();
  await page.goto(`/cm/runs?run=${runId}&tab=discussion`);
  await field(page).fill("The minutes of March, please");
  await page.getByLabel("Ask for evidence").check();
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  const request = items(page).filter({ hasText: "The minutes of March" });
  await request.getByText("Evidence asked for").waitFor();
  await expectAccessible(page);
  await request.getByRole("button", { name: "Answer" }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.type("In the archive");
  await page.keyboard.press("Control+Enter");
  await request.getByText("Evidence request, answered").waitFor();
  await items(page).filter({ hasText: "Answers a request" }).waitFor();
  expect(await request.getByRole("button", { name: "Answer" }).count()).toBe(0);
});

test("hostile text is shown as it is, and nothing of it is done", async () => {
  const text = `<img src=x onerror="document.title='hit'"><script>document.title='hit'</script> [x](javascript:alert(1)) \u202Egpj.exe\n<b>end</b>`;
  await add("MEMBER", { requirementId: "6.3", text });
  const page = await portal.page(PHONE);
  await page.goto(at("6.3"));
  const item = items(page).filter({ hasText: "onerror" });
  await item.waitFor();
  expect(await item.locator("p").last().textContent()).toBe(text);
  expect(await item.locator("img, script, a, b").count()).toBe(0);
  expect(await page.title()).not.toContain("hit");
  await add("MEMBER", { requirementId: "6.3", text: "W".repeat(4000) });
  await page.reload();
  await items(page).filter({ hasText: "WWWW" }).waitFor();
  await fits(page);
  await expectAccessible(page);
});

test("an administrator redacts a comment after a question; a member is not offered it, and a viewer writes nothing", async () => {
  const { id } = await add("MEMBER", { requirementId: "6.1.i", text: "A name that must go" });
  const page = await portal.page({ as: { role: "ADMIN" } });
  await page.goto(at("6.1.i"));
  const item = page.locator(`[data-comment="${id}"]`);
  await item.getByRole("button", { name: /^Redact/ }).click();
  const dialog = page.getByRole("dialog", { name: "Redact this comment?" });
  await dialog.getByText("A name that must go").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Redact" }).click();
  await item.getByText("Redacted by an administrator").waitFor();
  const { comments } = await portal.client().get(`/api/runs/${runId}/comments?requirementId=6.1.i`, commentListReply);
  expect(comments).toMatchObject([{ id, text: null }]);
  const member = await portal.page();
  await member.goto(at("6.1.i"));
  await member.locator(`[data-comment="${id}"]`).waitFor();
  expect(await member.getByRole("button", { name: /^Redact/ }).count()).toBe(0);
  const viewer = await portal.page({ as: { role: "VIEWER" }, colorScheme: "dark" });
  await viewer.goto(at("6.1.i"));
  await viewer.getByText("Commenting needs the Member role").waitFor();
  await expectAccessible(viewer);
});

test("a task is given to somebody and gets a date by keyboard, and is found among mine and the overdue ones", async () => {
  const { email } = portal.user("MEMBER");
  const page = await portal.page();
  await page.goto("/cm/tasks?view=list");
  const rows = page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
  const first = rows.first();
  const taskId = (await first.getAttribute("data-task"))!;
  await choose(first.getByRole("combobox", { name: /^Assignee of/ }), email);
  const of = async () =>
    (await portal.client().get("/api/tasks?limit=200", taskListReply)).tasks.find(({ id }) => id === taskId);
  await expect.poll(async () => (await of())?.assigneeName).toBe(email);
  const date = first.getByLabel(/^Due date of/);
  await date.fill("2020-02-29");
  await date.press("Enter");
  await first.getByText("Overdue").waitFor();
  expect((await of())?.dueDate).toBe("2020-02-29");
  await expectAccessible(page);
  for (const filter of ["Mine", "Overdue"]) await page.getByRole("button", { name: filter, exact: true }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole("button", { name: "Overdue", exact: true }).click();
  await page.getByRole("button", { name: "Unassigned", exact: true }).click();
  await expect.poll(() => page.locator(`[data-task="${taskId}"]`).count()).toBe(0);
  const phone = await portal.page({ ...PHONE, colorScheme: "dark" });
  await phone.goto("/cm/tasks?assignee=me");
  await phone.locator(`[data-task="${taskId}"]`).waitFor();
  await fits(phone);
  await expectAccessible(phone);
});
