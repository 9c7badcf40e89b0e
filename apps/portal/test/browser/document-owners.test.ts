import { documentReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { line } from "./support/document-line.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

const names = (page: Page) => page.getByRole("list", { name: "Documents" }).getByRole("link").allTextContents();

async function member(): Promise<string> {
  const response = await portal.client().call("GET", "/api/session");
  return (await response.json()).session.actorId;
}

async function put(name: string, facts: object): Promise<string> {
  const client = portal.client();
  const { id } = await client.upload(name, `What ${name} says.`);
  await client.settled(id);
  expect((await client.sendJson("PATCH", `/api/documents/${id}`, facts)).status).toBe(200);
  return id;
}

test("an owner and a day of review are set in the dialog, stand in the list and in the details, and are taken away", async () => {
  const id = await put("rota.txt", { evidenceKind: "RECORD" });
  const page = await portal.page({ viewport: { width: 1920, height: 1000 } });
  await page.goto("/cm/documents");
  const edit = async () => {
    await page.getByRole("button", { name: "Actions for rota.txt" }).click();
    await page.getByRole("menuitem", { name: "Edit …" }).click();
    return page.getByRole("dialog");
  };
  let dialog = await edit();
  await choose(dialog.getByRole("combobox", { name: "Owner" }), `${portal.user().email} (you)`);
  await dialog.getByLabel("Review by").fill("2026-01-15");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await line(page, "rota.txt").getByText("Review due Jan 15, 2026").waitFor();
  await line(page, "rota.txt").getByText(portal.user().email).waitFor();
  await page.getByRole("link", { name: "Review due 1" }).waitFor();
  await expectAccessible(page);
  const client = portal.client();
  const { document } = await client.get(`/api/documents/${id}`, documentReply);
  expect(document).toMatchObject({ ownerId: await member(), reviewBy: "2026-01-15", evidenceKind: "RECORD" });

  await line(page, "rota.txt").getByRole("link").click();
  await page.getByText("Details", { exact: true }).click();
  await page.getByRole("definition").filter({ hasText: portal.user().email }).waitFor();
  await page.getByRole("definition").filter({ hasText: "Jan 15, 2026, which is due" }).waitFor();

  dialog = await edit();
  await choose(dialog.getByRole("combobox", { name: "Owner" }), "Nobody");
  await dialog.getByLabel("Review by").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await line(page, "rota.txt").getByText("Review due").waitFor({ state: "detached" });
  const { document: cleared } = await client.get(`/api/documents/${id}`, documentReply);
  expect(cleared).toMatchObject({ ownerId: null, reviewBy: null });
});

test("the list is filtered by owner, kind, days and later runs, sorted, counted, and the address keeps all of it", async () => {
  const me = await member();
  await put("alarm-log.txt", { evidenceKind: "RECORD", ownerId: me, reviewBy: "2026-02-01", expiresAt: "2999-01-01" });
  await put("alarm-rule.txt", { evidenceKind: "DESIGN", ownerId: me, reviewBy: "2999-02-01", expiresAt: "2026-03-01" });
  const gone = await put("alarm-old.txt", { evidenceKind: "DESIGN", expiresAt: "2998-01-01" });
  expect((await portal.client().call("POST", `/api/documents/${gone}/retire`)).status).toBe(200);
  const page = await portal.page();
  await page.goto("/cm/documents");
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Search by name").fill("alarm");
  await page.getByText("3 documents", { exact: true }).waitFor();
  const filters = page.getByRole("search", { name: "Filters" });
  await choose(filters.getByRole("combobox", { name: "Owner" }), "Mine");
  await page.getByText("2 documents", { exact: true }).waitFor();
  await choose(filters.getByRole("combobox", { name: "Order" }), "First to expire");
  await expect.poll(() => names(page)).toEqual(["alarm-rule.txt", "alarm-log.txt"]);
  await choose(filters.getByRole("combobox", { name: "Order" }), "First to review");
  await expect.poll(() => names(page)).toEqual(["alarm-log.txt", "alarm-rule.txt"]);
  await filters.getByRole("button", { name: "Review due" }).click();
  await page.getByText("1 document", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Filters (3)" }).waitFor();
  await expectAccessible(page);
  await page.reload();
  await filters.getByRole("button", { name: "Review due", pressed: true }).waitFor();
  await page.getByText("1 document", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Search by name").fill("alarm");
  await choose(filters.getByRole("combobox", { name: "Later runs" }), "Replaced or retired");
  await expect.poll(() => names(page)).toEqual(["alarm-old.txt"]);
  await choose(filters.getByRole("combobox", { name: "Later runs" }), "In later runs or not");
  await choose(filters.getByRole("combobox", { name: "Kind of evidence" }), "Record");
  await expect.poll(() => names(page)).toEqual(["alarm-log.txt"]);
  await choose(filters.getByRole("combobox", { name: "Kind of evidence" }), "Any kind");
  await filters.getByRole("button", { name: "Expired" }).click();
  await expect.poll(() => names(page)).toEqual(["alarm-rule.txt"]);
  await filters.getByLabel("Expires before").fill("2998-06-01");
  await expect.poll(async () => (await names(page)).toSorted()).toEqual(["alarm-old.txt", "alarm-rule.txt"]);
  await choose(filters.getByRole("combobox", { name: "Kind of evidence" }), "Record");
  await page.getByText("No document matches").waitFor();
});
