import { createHash } from "node:crypto";
import { documentReply } from "@assay/contract";
import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropFiles } from "../../../../packages/site/test/browser/drop-files.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { demoEvidence } from "./support/demo-evidence.ts";
import { line } from "./support/document-line.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

const PANEL = "section[aria-label='Documents']";
const ARABIC = "سياسة أمن المعلومات.txt";
const LONG = `${"a very long name of a file ".repeat(8)}.txt`;

const upload = (page: Page, name: string) =>
  page.getByRole("region", { name: "Uploads" }).getByRole("listitem").filter({ hasText: name });
const text = (name: string, content: string) => ({ name, bytes: strToU8(content) });

async function openDocuments(options: Parameters<SiteTest["page"]>[0] = {}): Promise<Page> {
  const page = await portal.page(options);
  await page.goto("/cm/documents");
  await page.locator(PANEL).waitFor();
  return page;
}

async function sendFiles(page: Page, files: Parameters<typeof dropFiles>[2]): Promise<void> {
  await dropFiles(page, PANEL, files);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Upload/ })
    .click();
}

test("files of several formats and a ZIP, dropped at once, are sent with what is said of them and become READY", async () => {
  const page = await openDocuments();
  await page.getByText("No documents yet").waitFor();
  await expectAccessible(page);
  await dropFiles(
    page,
    PANEL,
    await Promise.all(
      [
        "information-security-policy.pdf",
        "access-control-standard.docx",
        "backup-and-recovery-register.xlsx",
        "incident-and-supplier-records.zip",
      ].map((name) => demoEvidence(`northwind/${name}`)),
    ),
  );
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Category").fill("Policies");
  await dialog.getByLabel("Effective from").fill("2026-02-01");
  await dialog.getByLabel("Expires on").fill("2026-01-01");
  await dialog.getByRole("button", { name: "Upload 4 files" }).click();
  await dialog.getByText("Must not be before the effective date").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Expires on").fill("2027-02-01");
  await dialog.getByRole("button", { name: "Upload 4 files" }).click();

  for (const name of ["policy.pdf", "standard.docx", "register.xlsx", "records.zip"])
    await line(page, name).getByText("Ready").waitFor({ timeout: 40_000 });
  await line(page, "policy.pdf").getByText("7 pages read").waitFor({ state: "attached" });
  await page.getByText("4 uploaded").waitFor();
  await expectAccessible(page);
  const { documents } = await (await portal.client().call("GET", "/api/documents?parentDocumentId=none")).json();
  for (const document of documents)
    expect(document).toMatchObject({ category: "Policies", effectiveDate: "2026-02-01", expiresAt: "2027-02-01" });
});

test("a ZIP opens as a tree with archives in it and with what was omitted and why", async () => {
  const page = await openDocuments();
  await page.getByRole("button", { name: "Show what is in incident-and-supplier-records.zip" }).click();
  await line(page, "incidents-2026.csv").waitFor();
  await page.getByText("photo-of-whiteboard.heic").waitFor();
  await page.getByText("Left out: format not supported").waitFor();
  await page.getByRole("button", { name: "Show what is in contracts.zip" }).click();
  await line(page, "tarnbrook-data-processing-agreement.txt").waitFor();
  await line(page, "incident-and-supplier-records.zip").getByRole("link").click();
  await page.getByRole("heading", { name: "Left out" }).waitFor();
  await expectAccessible(page);
});

test("bytes that are here already are said to be, and a wrong or empty file is refused with a reason", async () => {
  const page = await openDocuments();
  const policy = await demoEvidence("northwind/information-security-policy.pdf");
  await sendFiles(page, [
    { ...policy, name: "copy.pdf" },
    text("tool.exe", "MZ"),
    text("not-a-document.pdf", "These are only words."),
    { name: "empty.txt", bytes: new Uint8Array() },
  ]);
  await upload(page, "copy.pdf").getByText("already here as information-security-policy.pdf").waitFor();
  await upload(page, "tool.exe")
    .getByText(/Rejected: Cannot .*exe/)
    .waitFor();
  await upload(page, "not-a-document.pdf")
    .getByText(/Rejected: Cannot .*pdf/)
    .waitFor();
  await upload(page, "empty.txt").getByText("Rejected: file must not be empty").waitFor();
  await page.getByText("3 rejected, 1 already here").waitFor();
  const lines = page.getByRole("region", { name: "Uploads" }).getByRole("listitem");
  expect(await lines.evaluateAll((all) => all.map((each) => each.dataset.state))).toEqual([
    ...["REFUSED", "REFUSED", "REFUSED", "KNOWN"],
  ]);
  await expectAccessible(page);
  await upload(page, "copy.pdf").getByRole("link", { name: "Show it: copy.pdf" }).click();
  await page.getByRole("heading", { name: "information-security-policy.pdf" }).waitFor();
});

test("a document that cannot be read says why and what to do, and can be deleted after a look at what that removes", async () => {
  const page = await openDocuments();
  await sendFiles(page, [await demoEvidence("northwind/signed-certificate-scan.pdf")]);
  await line(page, "signed-certificate-scan.pdf").getByText("Failed").waitFor();
  await line(page, "signed-certificate-scan.pdf").getByRole("link").click();
  await page.getByText("Ask whoever runs the service").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Actions for signed-certificate-scan.pdf" }).click();
  await page.getByRole("menuitem", { name: "Delete …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("In runs that cite it, a citation keeps its text").waitFor();
  await dialog.getByLabel("Reason").fill("Scanned upside down.");
  await expectAccessible(page);
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === "DELETE" && !request.url().includes("dryRun")),
    dialog.getByRole("button", { name: "Delete", exact: true }).click(),
  ]);
  expect(sent.postDataJSON()).toEqual({ reason: "Scanned upside down." });
  await line(page, "signed-certificate-scan.pdf").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Your evidence" }).waitFor();
});

test("title, category and dates of a document are corrected, and a date before the other is refused", async () => {
  const client = portal.client();
  const { id } = await client.upload("rules-v7.txt", "Rules of the house, version seven.", { category: "Rules" });
  await client.settled(id);
  const page = await openDocuments();
  await page.getByRole("button", { name: "Actions for rules-v7.txt" }).click();
  await page.getByRole("menuitem", { name: "Edit …" }).click();
  const dialog = page.getByRole("dialog");
  await expect.poll(() => dialog.getByLabel("Title").evaluate((field) => field === document.activeElement)).toBe(true);
  await dialog.getByLabel("Title").fill("House rules");
  await dialog.getByLabel("Category").fill("");
  await dialog.getByLabel("Effective from").fill("2026-02-01");
  await dialog.getByLabel("Expires on").fill("2026-01-01");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Must not be before the effective date").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Expires on").fill("2027-01-01");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await line(page, "House rules").waitFor();
  const { document: edited } = await client.get(`/api/documents/${id}`, documentReply);
  expect(edited).toMatchObject({
    title: "House rules",
    category: null,
    effectiveDate: "2026-02-01",
    expiresAt: "2027-01-01",
  });
  await page.getByLabel("Search by name").fill("house r");
  await line(page, "House rules").waitFor();
});

test("a document without a title is called by its first heading, in the list and where it is open, with its file next to it", async () => {
  const client = portal.client();
  const { id } = await client.upload("kh-2026-v3.md", "# Key handling\n\nKeys are handed out against a signature.");
  await client.settled(id);
  const page = await openDocuments();
  const row = line(page, "Key handling");
  await row.getByText("kh-2026-v3.md").waitFor();
  await row.getByRole("button", { name: "Actions for Key handling" }).waitFor();
  await page.getByLabel("Search by name").fill("key hand");
  await row.getByRole("link").click();
  await page.getByRole("heading", { name: "Key handling" }).first().waitFor();
  await page.getByText("Details", { exact: true }).click();
  await page.getByRole("definition").filter({ hasText: "kh-2026-v3.md" }).waitFor();
});

test("a dropped folder is taken with the folders in it", async () => {
  const page = await openDocuments();
  await dropFiles(page, PANEL, [
    text("evidence/rules.md", "# Rules"),
    text("evidence/deep/er/list.csv", "a,b"),
    text("single.txt", "One file beside it."),
  ]);
  const chosen = page.getByRole("dialog").getByRole("list", { name: "Chosen files" }).getByRole("listitem");
  await chosen.nth(2).waitFor();
  expect((await chosen.allTextContents()).map((each) => each.replace(/[\d,.]+ k?B$/, "")).sort()).toEqual([
    "list.csv",
    "rules.md",
    "single.txt",
  ]);
  await page.getByRole("button", { name: "Leave out single.txt" }).click();
  await page.getByRole("button", { name: "Upload 2 files" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a document is retired from its menu, says so in the list, and is restored", async () => {
  const page = await openDocuments();
  await sendFiles(page, [text("leavers.txt", "Access of leavers is removed on their last day.")]);
  await line(page, "leavers.txt").getByText("Ready").waitFor();
  const choose = async (item: string) => {
    await page.getByRole("button", { name: "Actions for leavers.txt" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Retire");
  await line(page, "leavers.txt").getByText("Retired").waitFor();
  await expectAccessible(page);
  await choose("Restore");
  await line(page, "leavers.txt").getByText("Retired").waitFor({ state: "detached" });
});

test("a new version is chosen in a document's menu, and the row says that it is read and then that it replaced the old one", async () => {
  const client = portal.client();
  const old = await client.upload("visitors-2025.txt", "Visitors show a passport.", { category: "Rules" });
  await client.settled(old.id);
  const page = await openDocuments();
  await page.getByRole("button", { name: "Actions for visitors-2025.txt" }).click();
  await page.getByRole("menuitem", { name: "New version …" }).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await dialog
    .getByLabel("File")
    .setInputFiles({ name: "visitors-2026.txt", mimeType: "text/plain", buffer: Buffer.from("Visitors are led.") });
  await dialog.getByLabel("Expires on").fill("2027-01-31");
  await dialog.getByRole("button", { name: "Upload" }).click();
  await upload(page, "visitors-2026.txt").getByText("replaces the earlier version once it is read").waitFor();
  await line(page, "visitors-2026.txt").getByText("Ready").waitFor();
  await line(page, "visitors-2025.txt").getByText("Replaced by a newer version").waitFor();
  await expectAccessible(page);
  const { document: replaced } = await client.get(`/api/documents/${old.id}`, documentReply);
  const { document: next } = await client.get(`/api/documents/${replaced.supersededById}`, documentReply);
  expect(next).toMatchObject({
    originalFilename: "visitors-2026.txt",
    replacesDocumentId: old.id,
    category: "Rules",
    expiresAt: "2027-01-31",
  });
  await page.getByRole("button", { name: "Actions for visitors-2025.txt" }).click();
  await page.getByRole("menuitem", { name: "Restore" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "New version …" }).count()).toBe(0);
});

test("while a new version is read, the row of the old one says so", async () => {
  const client = portal.client();
  const old = await client.upload("cleaning-v1.txt", "Desks are cleared each evening.");
  await client.settled(old.id);
  const page = await openDocuments();
  await page.route("**/api/documents?*", async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const each of body.documents) {
      if (each.id === old.id) each.supersededById = null;
      if (each.replacesDocumentId === old.id) each.status = "EXTRACTED";
    }
    await route.fulfill({ response, json: body });
  });
  await dropFiles(page, `[data-document="${old.id}"]`, [text("cleaning-v2.txt", "Desks are cleared at noon.")]);
  const dialog = page.getByRole("dialog", { name: "New version" });
  await dialog.getByText("cleaning-v1.txt").waitFor();
  await dialog.getByRole("button", { name: "Upload" }).click();
  await line(page, "cleaning-v1.txt").getByText("New version is being read").waitFor();
  await expectAccessible(page);
  await page.unroute("**/api/documents?*");
  await line(page, "cleaning-v1.txt").getByText("Replaced by a newer version").waitFor();
});

test("bytes that are another document are refused as a new version, with a link to it; several files are an upload", async () => {
  const client = portal.client();
  const [old, other] = [
    await client.upload("gates.txt", "Gates close at eight."),
    await client.upload("fences.txt", "Fences are two metres high."),
  ];
  for (const { id } of [old, other]) await client.settled(id);
  const page = await openDocuments();
  const row = `[data-document="${old.id}"]`;
  await dropFiles(page, row, [text("gates-2.txt", "Fences are two metres high.")]);
  await page.getByRole("dialog").getByRole("button", { name: "Upload" }).click();
  await upload(page, "gates-2.txt").getByText("these bytes are another document").waitFor();
  await expectAccessible(page);
  await upload(page, "gates-2.txt").getByRole("link", { name: "Show it: gates-2.txt" }).click();
  await page.getByRole("heading", { name: "fences.txt" }).waitFor();
  await dropFiles(page, row, [text("a.txt", "One."), text("b.txt", "Two.")]);
  await page.getByRole("dialog").getByRole("button", { name: "Upload 2 files" }).waitFor();
});

test("deleting an archive names everything that goes with it", async () => {
  const client = portal.client();
  const bytes = zipSync({ "one.txt": strToU8("Visitors sign the book."), "two.txt": strToU8("Doors close at night.") });
  const { id } = await client.upload("box.zip", bytes);
  await client.settled(id);
  const page = await openDocuments();
  await page.getByRole("button", { name: "Actions for box.zip" }).click();
  await page.getByRole("menuitem", { name: "Delete …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("one.txt").waitFor();
  await dialog.getByText("two.txt").waitFor();
  await dialog.getByRole("button", { name: "Delete 3 documents" }).click();
  await line(page, "box.zip").waitFor({ state: "detached" });
  const names = async () => {
    const { documents } = await (await client.call("GET", "/api/documents?q=.txt&limit=200")).json();
    return documents.map((each: { originalFilename: string }) => each.originalFilename);
  };
  // The list may be drawn again, without the line for a moment, while the service still deletes.
  await expect.poll(names).not.toContain("one.txt");
});

test("an upload that the network breaks off continues by itself when the network is back, and the list follows", async () => {
  const page = await openDocuments();
  await line(page, "information-security-policy.pdf").waitFor();
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  await sendFiles(page, [text("notes-from-the-train.txt", "Keys are changed every year by the security officer.")]);
  await upload(page, "notes-from-the-train.txt").getByText("The connection was interrupted").waitFor();
  await page.context().setOffline(false);
  await upload(page, "notes-from-the-train.txt").getByText("Uploaded.").waitFor();
  await line(page, "notes-from-the-train.txt").getByText("Ready").waitFor();
});

test("a file over 16 MiB that the network breaks off continues at the part where it was, and arrives whole", async () => {
  const page = await openDocuments();
  const PART = 8_388_608;
  const begins: number[] = [];
  let isBroken = false;
  await page.route("**/api/uploads/*", async (route) => {
    const offset = Number(route.request().headers()["upload-offset"]);
    if (route.request().method() !== "PATCH") return route.continue();
    begins.push(offset);
    if (isBroken || offset === 0) return route.continue();
    isBroken = true;
    await page.context().setOffline(true);
    return route.abort();
  });
  const buffer = Buffer.from("Logs are kept for ninety days.\n".padEnd(17_000_000, "-"));
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByLabel("Files").setInputFiles({ name: "logs-of-a-year.txt", mimeType: "text/plain", buffer });
  await page.getByRole("dialog").getByRole("button", { name: "Upload", exact: true }).click();
  await upload(page, "logs-of-a-year.txt").getByText("The connection was interrupted").waitFor();
  await page.context().setOffline(false);
  await upload(page, "logs-of-a-year.txt").getByText("Uploaded.").waitFor();
  expect(begins.filter((offset) => offset === 0)).toHaveLength(1);
  expect(begins.at(-1)).toBe(2 * PART);
  const client = portal.client();
  const { documents } = await (await client.call("GET", "/api/documents?q=logs-of-a-year")).json();
  const sha256Hash = createHash("sha256").update(buffer).digest("hex");
  expect(documents).toMatchObject([{ sizeBytes: buffer.length, sha256Hash }]);
});

test("a large upload shows how far it is, and is cancelled and sent again", async () => {
  const page = await openDocuments();
  const session = await page.context().newCDPSession(page);
  const throttle = (bytesPerSecond: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await throttle(400_000);
  const words = "Backups are restored as a test every ninety days. ".repeat(40_000);
  await page.getByRole("button", { name: "Upload" }).click();
  await page
    .getByLabel("Files")
    .setInputFiles({ name: "large.txt", mimeType: "text/plain", buffer: Buffer.from(words) });
  await page.getByRole("dialog").getByRole("button", { name: "Upload", exact: true }).click();
  const bar = page.getByRole("progressbar", { name: "Sending large.txt" });
  await expect
    .poll(async () => Number(await bar.getAttribute("aria-valuenow")), { timeout: 15_000 })
    .toBeGreaterThan(5);
  expect(Number(await bar.getAttribute("aria-valuenow"))).toBeLessThan(100);
  await page.getByRole("button", { name: "Cancel large.txt" }).click();
  await upload(page, "large.txt").getByText("Cancelled").waitFor();
  await throttle(-1);
  await session.detach();
  await page.getByRole("button", { name: "Send large.txt again" }).click();
  await upload(page, "large.txt").getByText("Uploaded.").waitFor();
});

test("a file over 16 MiB that is cancelled between its parts gives up its room, and is sent again from the start", async () => {
  const page = await openDocuments();
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route("**/api/uploads/*", async (route) => {
    const request = route.request();
    if (request.method() === "GET") return route.continue();
    asked.push([request.method(), request.headers()["upload-offset"]].filter(Boolean).join(" "));
    if (asked.length !== 2) return route.continue();
    held.resolve();
  });
  const buffer = Buffer.from("Doors are checked every night.\n".padEnd(17_000_000, "-"));
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByLabel("Files").setInputFiles({ name: "doors-of-a-year.txt", mimeType: "text/plain", buffer });
  await page.getByRole("dialog").getByRole("button", { name: "Upload", exact: true }).click();
  await held.promise;
  const givenUp = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Cancel doors-of-a-year.txt" }).click();
  await upload(page, "doors-of-a-year.txt").getByText("Cancelled").waitFor();
  expect((await givenUp).status()).toBe(204);
  await page.getByRole("button", { name: "Send doors-of-a-year.txt again" }).click();
  await upload(page, "doors-of-a-year.txt").getByText("Uploaded.").waitFor();
  const PART = 8_388_608;
  const parts = [0, PART, 2 * PART].map((offset) => `PATCH ${offset}`);
  expect(asked).toEqual([...parts.slice(0, 2), "DELETE", ...parts]);
});

test("right-to-left and long names keep to their place, found by search, on a phone too", async () => {
  const client = portal.client();
  for (const name of [ARABIC, LONG]) await client.settled((await client.upload(name, `Content of ${name.length}`)).id);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    const page = await openDocuments({ viewport });
    await page.getByLabel("Search by name").fill("أمن");
    await line(page, ARABIC).waitFor();
    await page.getByLabel("Search by name").fill("long name");
    await line(page, LONG.slice(0, 30)).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.getByLabel("Search by name").fill("nothing has this name");
    await page.getByText("No document matches").waitFor();
  }
});

test("who may only read is offered no upload and no deletion", async () => {
  const page = await openDocuments({ as: { role: "VIEWER" } });
  await line(page, "information-security-policy.pdf").waitFor();
  expect(await page.getByRole("button", { name: "Upload" }).count()).toBe(0);
  await page.getByRole("button", { name: "Actions for information-security-policy.pdf" }).click();
  await page.getByRole("menuitem", { name: "Download" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Delete …" }).count()).toBe(0);
});

test("the original is downloaded under its name, byte for byte", async () => {
  const page = await openDocuments();
  await page.getByRole("button", { name: "Actions for access-control-standard.docx" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("access-control-standard.docx");
  const chunks: Uint8Array[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const { bytes } = await demoEvidence("northwind/access-control-standard.docx");
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test("a file of a name that is here is a new version of that document, unless one says that it is another", async () => {
  const page = await openDocuments();
  await sendFiles(page, [text("leavers.md", "# Leavers\n\nAccounts of leavers are closed on the same day.\n")]);
  await upload(page, "leavers.md").getByText("Uploaded.").waitFor();
  await line(page, "Leavers").getByText("Ready").waitFor();

  await dropFiles(page, PANEL, [text("leavers.md", "# Leavers\n\nThis page was withdrawn.\n")]);
  const dialog = page.getByRole("dialog");
  const choice = dialog.getByRole("combobox", { name: "A document of this name is here" });
  await choice.getByText(/^New version of Leavers/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Upload as a new version", exact: true }).click();
  await upload(page, "leavers.md").getByText("Uploaded: it replaces the earlier version").waitFor();
  await page.getByText("Leavers (2)").waitFor({ state: "detached" });

  await dropFiles(page, PANEL, [text("leavers.md", "# Leavers\n\nThose of another site.\n")]);
  await choice.click();
  await page.getByRole("option", { name: "Another document; both count as evidence" }).click();
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await upload(page, "leavers.md").getByText("Uploaded.").waitFor();
  await page.getByText("Leavers (2)").waitFor();

  const many = Array.from({ length: 11 }, (_, at) => text(`site-${at}.md`, `# Site ${at}\n\nIts doors are locked.\n`));
  await dropFiles(page, PANEL, [text("leavers.md", "# Leavers\n\nThose of all sites.\n"), ...many]);
  await choice.getByText(/^New version of Leavers/).waitFor();
  await dialog.getByRole("button", { name: "Upload 12 files, 1 as a new version" }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
});
