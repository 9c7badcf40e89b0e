import { createHash } from "node:crypto";
import { documentListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropFiles } from "../browser/drop-files.ts";
import type { Observer } from "./observer/observe.ts";
import { openWalk, PHONE, type Walk } from "./open-walk.ts";

let walk: Walk;
beforeAll(async () => {
  walk = await openWalk(["Files", "Life", "Train"]);
});
afterAll(() => walk.close());

const requirements = (page: Page) => page.getByRole("list", { name: "Requirements" });
const row = (page: Page, id: string) =>
  requirements(page).getByRole("link", { name: new RegExp(` ${id.replaceAll(".", "\\.")} `) });
const details = (page: Page) => page.getByRole("region", { name: "Assessment details" });
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const text = (name: string, content: string) => ({ name, bytes: new TextEncoder().encode(content) });

test("a second and a third requirement show what the first one showed, each once", async () => {
  const { page, look, press, pressAll, wheel } = await walk.person();
  await page.goto("/cm");
  await look();
  for (const id of ["3.2", "1.4", "2.1.a"]) {
    await press(row(page, id));
    await page.getByRole("meter", { name: "Confidence" }).waitFor();
    await look();
    expect(param(page, "requirement")).toBe(id);
    expect(await details(page).getByRole("button", { name: "Propose an exception" }).count()).toBe(1);
    expect(await details(page).getByRole("heading", { level: 2 }).count()).toBe(1);
  }
  await press(details(page).getByRole("listitem").getByRole("link").first());
  await look();
  await wheel();
  await pressAll();
});

test("an edited file that is uploaded again is a new version of the first one, which is told from it and deleted", async () => {
  const { page, look, press } = await walk.person({ tenant: "Files" });
  const list = page.getByRole("list", { name: "Documents" }).getByRole("listitem");
  const upload = async (content: string, confirm: string) => {
    await dropFiles(page, "section[aria-label='Documents']", [text("backup-policy.txt", content)]);
    const button = page.getByRole("dialog").getByRole("button", { name: confirm, exact: true });
    await button.waitFor();
    await look();
    await press(button);
  };
  await page.goto("/cm/documents");
  await look();
  await upload("Backups of business data are taken every month.", "Upload");
  await list.getByText("Ready").waitFor();
  await look();
  await upload("Backups of business data are taken every day at 22:00.", "Upload as a new version");
  await list.getByText("Replaced by a newer version").waitFor();
  await expect.poll(() => list.count()).toBe(2);
  await look();
  const older = list.last();
  await press(older.getByRole("button", { name: /^Actions for/ }));
  await look();
  await press(page.getByRole("menuitem", { name: "Delete …" }));
  await look();
  await press(page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }));
  await expect.poll(() => list.count()).toBe(1);
  await look();
  await press(list.getByRole("link").first());
  await page.getByText("taken every day at 22:00").waitFor();
  await look();
  const { documents } = await walk.client("MEMBER", "Files").get("/api/documents", documentListReply);
  expect(documents).toHaveLength(1);
});

test("a document that a sync brought gets versions by a sync and by hand, which are compared; it retires, returns and is deleted", async () => {
  const client = walk.client("MEMBER", "Life");
  const sync = async (content: string) => {
    const place = { source: "office", path: "keys.txt" };
    await client.settled((await client.upload("keys.txt", content, place)).id);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const file = JSON.stringify({ path: place.path, sha256, bytes: content.length });
    const planned = await client.call("POST", "/api/sources/office/plan", {
      headers: { "Content-Type": "application/x-ndjson" },
      body: file,
    });
    const { planId } = JSON.parse((await planned.text()).split("\n")[0]!);
    expect((await client.sendJson("POST", "/api/sources/office/manifests", { planId })).status).toBe(200);
  };
  await sync("Keys are changed every year.");
  await sync("Keys are changed every month.");

  const { page, look, press } = await walk.person({ tenant: "Life" });
  const choose = async (of: string, item: string) => {
    await press(page.getByRole("button", { name: `Actions for ${of}` }).first());
    await press(page.getByRole("menuitem", { name: item }));
  };
  const list = page.getByRole("list", { name: "Documents" }).getByRole("listitem");
  await page.goto("/cm/documents?later=judged");
  await look();
  expect(await list.count()).toBe(1);
  await choose("keys.txt", "New version …");
  const dialog = page.getByRole("dialog");
  const buffer = Buffer.from("Keys are changed every week.");
  await dialog.getByLabel("File").setInputFiles({ name: "keys-by-hand.txt", mimeType: "text/plain", buffer });
  await look();
  await press(dialog.getByRole("button", { name: "Upload" }));
  await list.filter({ hasText: "keys-by-hand.txt" }).getByText("Ready").waitFor();
  await look();

  await choose("keys-by-hand.txt", "Versions");
  await page.getByRole("list", { name: "Differences" }).locator("ins").getByText("every week").waitFor();
  await look();
  await page.goBack();
  await choose("keys-by-hand.txt", "Retire");
  await look();
  await page.goto("/cm/documents");
  await list.filter({ hasText: "keys-by-hand.txt" }).getByText("Retired").waitFor();
  await look();
  await choose("keys-by-hand.txt", "Restore");
  await list.filter({ hasText: "keys-by-hand.txt" }).getByText("Retired").waitFor({ state: "detached" });
  await choose("keys-by-hand.txt", "Delete …");
  await dialog.getByLabel("Reason").fill("The keys were replaced by cards.");
  await look();
  await press(dialog.getByRole("button", { name: "Delete", exact: true }));
  await list.filter({ hasText: "keys-by-hand.txt" }).waitFor({ state: "detached" });
  await look();
});

test("a session that ends while a form is filled in leads back to the form, with what was typed", async () => {
  const { page, look, press } = await walk.person({ expectedMessages: /Invalid Refresh Token/ });
  await page.goto("/cm?requirement=3.3");
  await press(details(page).getByRole("button", { name: "Comment", exact: true }));
  const field = page.getByRole("textbox", { name: "Comment" });
  await field.fill("Who has seen the register of May?");
  await look();
  await endSession(page);
  await press(details(page).getByRole("button", { name: "Comment", exact: true }));
  await page.getByText("Your session has ended").waitFor();
  await look();
  await signInAgain(page, press);
  await expect.poll(() => field.inputValue()).toBe("Who has seen the register of May?");
  expect(param(page, "requirement")).toBe("3.3");
  await look();
  await press(details(page).getByRole("button", { name: "Comment", exact: true }));
  await details(page).getByRole("list", { name: "Comments" }).getByText("Who has seen the register of May?").waitFor();
  await look();
});

test("a session that ends while a dialog is filled in leads back to the view, and the dialog has what was typed", async () => {
  const { page, look, press } = await walk.person({ expectedMessages: /Invalid Refresh Token/ });
  await page.goto("/cm?requirement=3.3");
  const open = details(page).getByRole("button", { name: "Propose an exception" });
  const dialog = page.getByRole("dialog");
  await press(open);
  await dialog.getByLabel("Reason").fill("The register is kept on paper until June.");
  await dialog.getByLabel("Last day").fill("2027-06-30");
  await endSession(page);
  await press(dialog.getByRole("button", { name: "Propose", exact: true }));
  await signInAgain(page, press);
  await press(open);
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("The register is kept on paper until June.");
  expect(await dialog.getByLabel("Last day").inputValue()).toBe("2027-06-30");
  await look();
  await press(dialog.getByRole("button", { name: "Cancel" }));
  await press(open);
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("");
});

async function endSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("assay.session")!);
    localStorage.setItem("assay.session", JSON.stringify({ ...session, expires_at: 1 }));
  });
}

async function signInAgain(page: Page, press: Observer["press"]): Promise<void> {
  await page.getByText("Your session has ended").waitFor();
  const { email, password } = walk.site.user();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await press(page.getByRole("button", { name: "Sign in", exact: true }));
}

test("without the network what was read stays, what is sent waits, and both continue when it is back", async () => {
  const { page, look, press } = await walk.person({ tenant: "Train" });
  await page.goto("/cm");
  await look();
  await press(page.getByRole("link", { name: "Documents" }).first());
  await look();
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  await look();
  await dropFiles(page, "section[aria-label='Documents']", [text("notes.txt", "Keys are changed every year.")]);
  await press(page.getByRole("dialog").getByRole("button", { name: "Upload", exact: true }));
  await page.getByText("The connection was interrupted").waitFor();
  await look();
  await page.context().setOffline(false);
  await page.getByText("Uploaded.").waitFor();
  await page.getByRole("list", { name: "Documents" }).getByText("Ready").waitFor();
  await expect.poll(() => page.getByText("You are offline").count()).toBe(0);
  await look();
});

test("an address opens a passage for anyone who is sent it, and Back leads through what was seen", async () => {
  const { page, look, press } = await walk.person({ role: "VIEWER" });
  await page.goto("/cm?requirement=3.2&citation=0");
  await details(page).getByRole("heading", { level: 2 }).waitFor();
  await look();
  await press(row(page, "1.4"));
  await press(row(page, "2.1.a"));
  await press(page.getByRole("link", { name: "Runs" }).first());
  await look();
  for (const [path, id] of [
    ["/cm", "2.1.a"],
    ["/cm", "1.4"],
    ["/cm", "3.2"],
  ] as const) {
    await page.goBack();
    await expect.poll(() => param(page, "requirement")).toBe(id);
    expect(new URL(page.url()).pathname).toBe(path);
    await look();
  }
  expect(param(page, "citation")).toBe("0");
  await page.goForward();
  await expect.poll(() => param(page, "requirement")).toBe("1.4");
  await page.reload();
  await look();
  expect(await row(page, "1.4").getAttribute("aria-current")).toBe("true");
  const phone = await walk.person({ role: "VIEWER", ...PHONE });
  await phone.page.goto(page.url());
  await details(phone.page).getByRole("heading", { level: 2 }).waitFor();
  await phone.look();
});
