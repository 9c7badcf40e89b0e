import { webhookListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let site: SiteTest;
beforeAll(async () => {
  site = await openSite("demo");
});
afterAll(() => site.close());

test("a webhook is created with its secret shown once, tried, changed, rotated, disabled, enabled and removed", async () => {
  const page = await site.page({ as: { role: "ADMIN" } });
  await page.goto("/admin/webhooks");
  await page.getByText("No webhook yet").waitFor();
  await page.getByRole("button", { name: "New webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill("https://10.0.0.1/in");
  await dialog.getByRole("button", { name: "Create the webhook" }).click();
  await dialog.getByText("its address must be public").waitFor();
  await dialog.getByLabel("Address").fill("https://nowhere.invalid/in");
  await dialog.getByLabel("Evidence expiring").check();
  await page.keyboard.press("Enter");
  await dialog.getByText("Copy the signing secret now").waitFor();
  await expectAccessible(page);
  const secret = (await dialog.locator("code").first().textContent())!;
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("link", { name: "https://nowhere.invalid/in" }).click();
  await page.getByText("Nothing was delivered yet").waitFor();
  await page.getByRole("button", { name: "Send a test" }).click();
  const row = page.getByRole("row").filter({ hasText: "Test message" });
  await row.getByText("Failed").waitFor();
  await row.getByText("The receiver could not be reached").waitFor();
  await row.getByRole("button", { name: /^Send again/ }).click();
  await expectAccessible(page);

  const choose = async (item: string) => {
    await page.getByRole("button", { name: "More for this webhook" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Change");
  await dialog.getByLabel("Run failed").uncheck();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Run completed, Evidence expiring").waitFor();

  await choose("Rotate the secret");
  await dialog.getByRole("button", { name: "Rotate the secret" }).click();
  await dialog.getByText("A new secret is active").waitFor();
  expect(await dialog.locator("code").first().textContent()).not.toBe(secret);
  await page.keyboard.press("Escape");
  await page.getByText("The old secret signs until").waitFor();

  await choose("Disable");
  await dialog.getByRole("button", { name: "Disable the webhook" }).click();
  await page.getByText("Somebody disabled it").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Enable the webhook" }).click();
  await page.getByText("Somebody disabled it").waitFor({ state: "detached" });

  await choose("Remove");
  await dialog.getByLabel(/^Type/).fill("nowhere.invalid");
  await page.keyboard.press("Enter");
  await page.getByText("No webhook yet").waitFor();
  const { webhooks } = await site.client("ADMIN").get("/api/admin/webhooks", webhookListReply);
  expect(webhooks).toEqual([]);
});
