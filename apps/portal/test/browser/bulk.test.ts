import { documentReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { line } from "./support/document-line.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

async function put(...names: string[]): Promise<string[]> {
  const client = portal.client();
  const ids: string[] = [];
  for (const name of names) {
    const { id } = await client.upload(name, `What ${name} says.`);
    await client.settled(id);
    ids.push(id);
  }
  return ids;
}

async function choosing(search: string): Promise<Page> {
  const page = await portal.page();
  await page.goto("/cm/documents");
  await page.getByLabel("Search by name").fill(search);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("toolbar", { name: "Chosen documents" }).waitFor();
  return page;
}

test("documents chosen one by one, as a range and all are changed at once, and what is not ticked stays", async () => {
  const ids = await put("bulk-1.txt", "bulk-2.txt", "bulk-3.txt", "bulk-4.txt");
  const page = await choosing("bulk-");
  await page.getByRole("checkbox", { name: "All 4 shown" }).check();
  await page.getByText("4 chosen").waitFor();
  await page.getByRole("checkbox", { name: "All 4 shown" }).uncheck();
  await page.getByRole("checkbox", { name: "Select bulk-4.txt" }).press(" ");
  await page.getByText("1 chosen").waitFor();
  await page.getByRole("checkbox", { name: "Select bulk-2.txt" }).click({ modifiers: ["Shift"] });
  await page.getByText("3 chosen").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Change …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Category" }).check();
  await dialog.getByLabel("New category").fill("Doors");
  await dialog.getByRole("checkbox", { name: "Expires on" }).check();
  await dialog.getByLabel("New expiry").fill("2999-01-01");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Change 3 documents" }).click();
  await dialog.getByText("3 of 3 documents changed.").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("0 chosen").waitFor();
  const facts = await Promise.all(ids.map((id) => portal.client().get(`/api/documents/${id}`, documentReply)));
  expect(facts.map(({ document }) => `${document.category} ${document.expiresAt} ${document.evidenceKind}`)).toEqual([
    expect.stringMatching(/^null null/),
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^Doors 2999-01-01/)),
  ]);
});

test("what cannot be retired says why while the others are, and the retirement is taken back", async () => {
  const ids = await put("shed-1.txt", "shed-2.txt");
  const client = portal.client();
  expect((await client.call("POST", `/api/documents/${ids[0]}/retire`)).status).toBe(200);
  const page = await choosing("shed-");
  await page.getByRole("checkbox", { name: "All 2 shown" }).check();
  await page.getByRole("button", { name: "Retire …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Retire 2 documents" }).click();
  await dialog.getByText("1 of 2 documents retired, 1 not possible.").waitFor();
  await dialog
    .getByRole("list", { name: "Not possible" })
    .getByText(/Cannot retire/)
    .waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await dialog.getByText("1 of 1 document restored.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await line(page, "shed-2.txt").getByText("Retired").waitFor({ state: "detached" });
  await line(page, "shed-1.txt").getByText("Retired").waitFor();
});

test("documents are deleted with a reason, of which none is asked twice, and what the service refuses is tried again", async () => {
  await put("yard-1.txt", "yard-2.txt");
  const page = await choosing("yard-");
  await page.getByRole("checkbox", { name: "All 2 shown" }).check();
  await page.getByRole("button", { name: "Delete …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete 2 documents" }).click();
  await dialog.getByText("Say why they are deleted").waitFor();
  await dialog.getByLabel("Reason").fill("The yard was sold.");
  const reasons: unknown[] = [];
  let refusals = 1;
  await page.route("**/api/documents/*", async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    reasons.push(route.request().postDataJSON());
    if (refusals-- > 0)
      return route.fulfill({
        status: 409,
        json: { error: "INVALID_STATE", message: "Cannot delete it now", requestId: crypto.randomUUID() },
      });
    return route.continue();
  });
  await dialog.getByRole("button", { name: "Delete 2 documents" }).click();
  await dialog.getByText("1 of 2 documents deleted, 1 not possible.").waitFor();
  await dialog.getByText("Cannot delete it now").waitFor();
  await dialog.getByRole("button", { name: "Try the rest again" }).click();
  await dialog.getByText("2 of 2 documents deleted.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("No document matches").waitFor();
  expect(reasons).toEqual(Array.from({ length: 3 }, () => ({ reason: "The yard was sold." })));
});
