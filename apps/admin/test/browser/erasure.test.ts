import { readFile } from "node:fs/promises";
import {
  deletionCertificate,
  deletionStatement,
  erasureListReply,
  FRESH_AUTHENTICATION_REQUIRED,
  tenantHoldListReply,
  tenantReply,
} from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClient, type TestClient } from "../../../../apps/api/test/support/test-client.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

const SUPER_ADMIN = { as: { role: "SUPER_ADMIN" } } as const;

let site: SiteTest;
let root: TestClient;
beforeAll(async () => {
  site = await openSite("demo");
  root = site.client("SUPER_ADMIN");
});
afterAll(() => site.close());

async function makeTenant(name: string, status: "ACTIVE" | "INACTIVE"): Promise<string> {
  const { id } = tenantReply.parse(await (await root.sendJson("POST", "/api/admin/tenants", { name })).json()).tenant;
  if (status === "INACTIVE") await root.sendJson("PATCH", `/api/admin/tenants/${id}`, { status });
  return id;
}

/** By keyboard: the menu of a tenant's row, and one of its items by its first letters. */
async function chooseByKeyboard(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${name}` }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: item }).waitFor();
  await page.keyboard.type(item.slice(0, 4));
  await expect
    .poll(() => page.getByRole("menuitem", { name: item }).evaluate((it) => it === document.activeElement))
    .toBe(true);
  await page.keyboard.press("Enter");
}

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: button, exact: true }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("a tenant is held, and its hold ended with a reason, by keyboard", async () => {
  const tenantId = await makeTenant("Held Foods", "INACTIVE");
  const page = await site.page(SUPER_ADMIN);
  await page.goto("/admin/tenants");
  const dialog = page.getByRole("dialog");
  await chooseByKeyboard(page, "Held Foods", "Holds");
  await dialog.getByText("It has none, and never had one.").waitFor();
  await dialog.getByRole("button", { name: "Place a hold" }).press("Enter");
  await dialog.getByLabel("Reason").fill("Lawsuit 12");
  await dialog.getByRole("button", { name: "Place the hold" }).press("Enter");
  await dialog.getByRole("list", { name: "Holds" }).getByText("Active").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await chooseByKeyboard(page, "Held Foods", "Erase…");
  await dialog.getByText("It is under 1 hold").waitFor();
  await dialog.getByText("Lawsuit 12").waitFor();
  await dialog.getByRole("button", { name: "See its holds" }).press("Enter");
  await dialog.getByRole("button", { name: "End the hold: Lawsuit 12" }).press("Enter");
  await dialog.getByLabel("Reason").fill("The judgment is final");
  await dialog.getByRole("button", { name: "End the hold" }).press("Enter");
  await dialog.getByText("The judgment is final").waitFor();
  const { holds } = await root.get(`/api/admin/tenants/${tenantId}/holds`, tenantHoldListReply);
  expect(holds).toMatchObject([{ reason: "Lawsuit 12", endReason: "The judgment is final" }]);
  await page.keyboard.press("Escape");
  await page.goto("/admin/deployment/log?action=tenant.hold_ended");
  await page.getByRole("table", { name: "Entries" }).getByText("Hold of a tenant ended").waitFor();
});

test("a tenant is suspended and erased, and its certificate says what it does not cover", async () => {
  const tenantId = await makeTenant("Pilot Foods", "ACTIVE");
  const page = await site.page(SUPER_ADMIN);
  await page.goto("/admin/tenants");
  const dialog = page.getByRole("dialog");
  await chooseByKeyboard(page, "Pilot Foods", "Erase…");
  await dialog.getByText("Only a suspended tenant can be erased").waitFor();
  await dialog.getByRole("button", { name: "Suspend it" }).press("Enter");
  await dialog.getByLabel(/^Type/).fill("Pilot Foods");
  await page.keyboard.press("Enter");
  await page
    .getByRole("row", { name: /Pilot Foods/ })
    .getByText("Suspended")
    .waitFor();

  await chooseByKeyboard(page, "Pilot Foods", "Erase…");
  await dialog.getByRole("heading", { name: "What is deleted" }).waitFor();
  await dialog.getByRole("heading", { name: "What stays" }).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Reason").fill("The contract has ended");
  await dialog.getByLabel(/^Type/).fill("Pilot");
  await page.keyboard.press("Enter");
  await dialog.getByText("This is not “Pilot Foods”").waitFor();
  await dialog.getByLabel(/^Type/).fill("Pilot Foods");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Erased tenants" }).waitFor();

  await page.getByRole("button", { name: "Certificate of Pilot Foods" }).press("Enter");
  await dialog.getByRole("heading", { name: "What it does not cover" }).waitFor();
  await expectAccessible(page);
  const certificate = await download(page, "Download");
  expect(certificate.name).toBe(`deletion-${tenantId}.json`);
  const { payload, keyId } = deletionCertificate.parse(JSON.parse(certificate.text));
  const statement = deletionStatement.parse(JSON.parse(payload));
  expect(statement.tenant).toMatchObject({ id: tenantId, name: "Pilot Foods" });
  expect(await dialog.getByRole("listitem").allTextContents()).toEqual(statement.notCovered.other);
  expect((await download(page, "Download the keys")).text).toContain(keyId);

  await page.goto("/admin/audit?action=tenant.erasure_started");
  await page.getByRole("table", { name: "Audit log" }).getByText("Erasure of a tenant started").first().waitFor();
});

test("the page shows how far an erasure is, and gives the certificate once it is there", async () => {
  const running = {
    ...{ id: "01900000-0000-7000-8000-000000000001", tenantId: "01900000-0000-7000-8000-000000000002" },
    ...{ tenantName: "Slow Foods", requestedBy: "system", requestedAt: new Date().toISOString() },
    ...{ files: 12, rows: 3400, finishedAt: null },
  };
  let isFinished = false;
  const page = await site.page(SUPER_ADMIN);
  await page.route(/\/api\/admin\/erasures(\?|$)/, (route) => {
    const erasure = isFinished ? { ...running, rows: 9000, finishedAt: new Date().toISOString() } : running;
    return route.fulfill({ json: erasureListReply.parse({ erasures: [erasure], nextCursor: null }) });
  });
  await page.goto("/admin/deployment/erasures");
  const row = page.getByRole("row", { name: /Slow Foods/ });
  await row.getByText("12 files and 3,400 rows deleted so far").waitFor();
  await row.getByText("by the operator").waitFor();
  expect(await row.getByRole("button", { name: "Certificate of Slow Foods" }).count()).toBe(0);
  isFinished = true;
  await row.getByRole("button", { name: "Certificate of Slow Foods" }).waitFor();
});

test("a tenant that somebody resumed meanwhile is not erased, and the dialog says why", async () => {
  const tenantId = await makeTenant("Back Again", "INACTIVE");
  const page = await site.page(SUPER_ADMIN);
  await page.goto(`/admin/deployment?act=erase&on=${tenantId}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The contract has ended");
  await root.sendJson("PATCH", `/api/admin/tenants/${tenantId}`, { status: "ACTIVE" });
  await dialog.getByLabel(/^Type/).fill("Back Again");
  await dialog.getByRole("button", { name: "Erase the tenant" }).click();
  await dialog.getByText("Nothing has been deleted. Cannot erase the tenant because it is active").waitFor();
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("The contract has ended");
});

test("what would be deleted is asked for again where the service is away, and one's own tenant is not offered", async () => {
  const tenantId = await makeTenant("Away", "INACTIVE");
  const page = await site.page(SUPER_ADMIN);
  await page.route(`**/api/admin/tenants/${tenantId}/erasure`, (route) =>
    route.fulfill({ status: 404, json: { error: "NOT_FOUND", message: "Cannot find it", requestId: "test" } }),
  );
  await page.goto(`/admin/tenants?act=erase&on=${tenantId}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("What would be deleted cannot be counted").waitFor();
  await page.unroute(`**/api/admin/tenants/${tenantId}/erasure`);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByRole("heading", { name: "What is deleted" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More for Northwind Instruments" }).click();
  await page.getByText("Your own tenant cannot be suspended or erased").waitFor();
  expect(await page.getByRole("menuitem", { name: "Erase…" }).count()).toBe(0);
});

test("after an older sign-in the console asks who it is, and then erases with what was typed", async () => {
  const tenantId = await makeTenant("Stale", "INACTIVE");
  const { email, password } = site.user("SUPER_ADMIN");
  const page = await site.page({ as: null });
  await page.goto(`/admin/sign-in?next=${encodeURIComponent(`/admin/tenants?act=erase&on=${tenantId}`)}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await refuseOnce(page, `/api/admin/tenants/${tenantId}/erasure`);
  const dialog = page.getByRole("dialog", { name: "Erase Stale?" });
  await dialog.getByLabel("Reason").fill("The contract has ended");
  await dialog.getByLabel(/^Type/).fill("Stale");
  await page.keyboard.press("Enter");
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel(`Password of ${email}`).fill(password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "Erased tenants" }).waitFor();
  const { erasures } = await createTestClient(site.url, site.user("SUPER_ADMIN").token).get(
    "/api/admin/erasures",
    erasureListReply,
  );
  expect(erasures.map((each) => each.tenantId)).toContain(tenantId);
});

/** As the API does once the last proof is older than five minutes. */
async function refuseOnce(page: Page, path: string): Promise<void> {
  let isAsked = false;
  await page.route(`**${path}`, (route) => {
    if (isAsked || route.request().method() !== "POST") return route.continue();
    isAsked = true;
    const details = { reason: FRESH_AUTHENTICATION_REQUIRED, factors: ["PASSWORD"] };
    const json = { error: "FORBIDDEN", message: "Prove again who you are", details, requestId: "test" };
    return route.fulfill({ status: 403, json });
  });
}
