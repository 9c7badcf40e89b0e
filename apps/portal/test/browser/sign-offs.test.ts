import { readFile } from "node:fs/promises";
import { verifySignOffs } from "@assay/client/verify";
import { checkpointKeysReply, runListReply } from "@assay/contract";
import type { Download, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
let runId: string;
beforeAll(async () => {
  portal = await openSite("demo");
  const { runs } = await portal.client().get("/api/runs", runListReply);
  runId = runs.find(({ snapshotStatus }) => snapshotStatus === "CAPTURED")!.id;
});
afterAll(() => portal.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const open = async (page: Page) => page.goto(`/cm/runs?run=${runId}&tab=sign-off`);
const panel = (page: Page) => page.getByRole("region", { name: "Sign-off" });
const step = (page: Page, at: number) => panel(page).getByRole("list", { name: "Signatures" }).locator("> li").nth(at);
const press = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true }).click();
const marks = (page: Page) => page.getByText(/^Signed as (Prepared|Reviewed|Approved)$/).count();

/** Writes the words that are signed and confirms, with the keyboard alone. */
async function confirm(page: Page, act: string, statement: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect.poll(() => dialog.getByRole("textbox").evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type(statement);
  const button = dialog.getByRole("button", { name: act, exact: true });
  for (let at = 0; at < 4 && !(await button.evaluate((each) => each === document.activeElement)); at++)
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
}

test("one person prepares, another declines, then reviews and approves; both see why, and a stranger can verify it", async () => {
  const [anna, ben] = [await portal.page(), await portal.page({ as: { role: "ADMIN" } })];
  await open(anna);
  await step(anna, 1).getByText("Not signed yet", { exact: true }).waitFor();
  await expectAccessible(anna);
  await press(anna, "Sign as prepared");
  await anna
    .getByRole("dialog")
    .getByText(/requirements are not reviewed/)
    .waitFor();
  await expectAccessible(anna);
  await confirm(anna, "Sign as prepared", "The evidence is complete");
  await step(anna, 0).getByText(portal.user("MEMBER").email).waitFor();
  await step(anna, 0).getByText("The evidence is complete").waitFor();
  await step(anna, 0).getByText("0 of 25 reviewed", { exact: true }).waitFor();
  await step(anna, 1).getByText("You signed this run as prepared, so another person signs here.").waitFor();
  expect(
    await panel(anna)
      .getByRole("button", { name: /^Sign as|^Decline/ })
      .count(),
  ).toBe(0);
  await anna.getByRole("list", { name: "Runs" }).getByText("Prepared").waitFor();
  await expectAccessible(anna);

  await open(ben);
  await press(ben, "Decline");
  await confirm(ben, "Decline", "Nobody has reviewed it");
  await step(ben, 0).getByRole("button", { name: "Sign as prepared" }).waitFor();

  await anna.reload();
  await press(anna, "Sign as prepared");
  await confirm(anna, "Sign as prepared", "Looked at together");
  await ben.reload();
  for (const role of ["reviewed", "approved"]) {
    await press(ben, `Sign as ${role}`);
    await confirm(ben, `Sign as ${role}`, `I have looked at it: ${role}`);
  }
  await step(ben, 2).getByText("I have looked at it: approved").waitFor();
  await ben.getByText("History: 5 acts").click();
  const history = ben.getByRole("list", { name: "History of the sign-off" }).locator("> li");
  await history.nth(0).getByText("ended by act 2").waitFor();
  await history.nth(1).getByText("Declined to sign as reviewed").waitFor();
  await expectAccessible(ben);

  const saved = new Promise<Download>((resolve) => ben.once("download", resolve));
  await press(ben, "Download signatures");
  const file = JSON.parse(await readFile((await (await saved).path())!, "utf8"));
  const { keys } = await portal.client().get("/.well-known/assay-checkpoint-keys.json", checkpointKeysReply);
  const snapshot = await portal.client().call("GET", `/api/runs/${runId}/snapshot`);
  const snapshotHash = snapshot.headers.get("ETag")!.replaceAll('"', "");
  await snapshot.body?.cancel();
  expect(await verifySignOffs(file.signOffs, keys, { snapshotHash })).toMatchObject({
    ...{ valid: true, signedAs: "APPROVED", runId },
  });

  await anna.reload();
  expect(await panel(anna).getByRole("button", { name: "Withdraw the signature as approved" }).count()).toBe(0);
  await anna.goto(`/cm?run=${runId}`);
  await anna.getByText("Its reviews are closed.").waitFor();
  await anna
    .getByRole("combobox", { name: "Run" })
    .getByText(/· Approved$/)
    .waitFor();
  expect(await marks(anna)).toBeGreaterThan(0);
  await anna.getByRole("link", { name: "See the signatures" }).click();
  await panel(anna).waitFor();

  await press(ben, "Withdraw the signature as reviewed");
  await ben.getByRole("dialog").getByText("The signature as approved ends with it.").waitFor();
  await confirm(ben, "Withdraw", "A document was missing");
  await step(ben, 1).getByRole("button", { name: "Sign as reviewed" }).waitFor();
  await ben.getByText("History: 6 acts").waitFor();
});

test("who signs at the same time as another is told so, and sees what they did", async () => {
  const ben = await portal.page({ as: { role: "ADMIN" } });
  await open(ben);
  await press(ben, "Withdraw the signature as prepared");
  await confirm(ben, "Withdraw", "Once more");
  const anna = await portal.page();
  await open(anna);
  await press(anna, "Sign as prepared");
  const body = { role: "PREPARED", statement: "I was first" };
  await portal.client("ADMIN").sendJson("POST", `/api/runs/${runId}/sign-offs`, body);
  const dialog = anna.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Me too");
  await dialog.getByRole("button", { name: "Sign as prepared" }).click();
  await dialog.getByText(/it is signed as PREPARED already/).waitFor();
  await anna.keyboard.press("Escape");
  await step(anna, 0).getByText("I was first").waitFor();
  await step(anna, 1).getByRole("button", { name: "Sign as reviewed" }).waitFor();
});

test("a viewer reads it on a phone in the dark, and signs nothing", async () => {
  const page = await portal.page({ as: { role: "VIEWER" }, ...PHONE, colorScheme: "dark" });
  await open(page);
  await step(page, 0).getByText("I was first").waitFor();
  await step(page, 1).getByText("Signing needs the role Member.").waitFor();
  expect(
    await panel(page)
      .getByRole("button", { name: /^Sign as|^Decline|^Withdraw/ })
      .count(),
  ).toBe(0);
  const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width).toBeLessThanOrEqual(room!);
  await expectAccessible(page);
});

test("printed it is alone, whole and dark on white", async () => {
  const page = await portal.page({ colorScheme: "dark" });
  await open(page);
  await step(page, 0).getByText("I was first").waitFor();
  await page.emulateMedia({ media: "print" });
  await page.getByRole("heading", { name: /^Sign-off of/ }).waitFor();
  expect(await page.getByRole("list", { name: "Runs" }).isVisible()).toBe(false);
  expect(await page.getByRole("tab").first().isVisible()).toBe(false);
  expect(await panel(page).getByRole("button").first().isVisible()).toBe(false);
  await panel(page)
    .getByRole("list", { name: "History of the sign-off" })
    .getByText("Nobody has reviewed it")
    .waitFor();
  const { color, clipped } = await panel(page).evaluate((section) => {
    const ancestors: Element[] = [];
    for (let each = section.parentElement; each; each = each.parentElement) ancestors.push(each);
    return {
      color: getComputedStyle(section).color,
      clipped: ancestors
        .filter((each) => !/visible/.test(getComputedStyle(each).overflowY))
        .map(({ tagName }) => tagName),
    };
  });
  expect({ color, clipped }).toEqual({ color: "rgb(23, 24, 29)", clipped: [] });
});
