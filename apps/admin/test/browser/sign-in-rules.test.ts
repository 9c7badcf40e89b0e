import { ocrLanguages, secondFactorRule } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let site: SiteTest;
beforeAll(async () => {
  site = await openSite("demo");
});
afterAll(() => site.close());

const PHONE_DARK = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;

test("the languages of scans are chosen in the console, by keyboard and on a phone", async () => {
  const as = { role: "ADMIN", tenant: 1 } as const;
  const page = await site.page({ as, ...PHONE_DARK });
  await page.goto("/admin/failed-documents");
  const section = page.getByRole("region", { name: "Languages of scans" });
  await section.getByText("in all languages that the service reads").waitFor();
  await section.getByRole("button", { name: "Choose the languages" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("German").check();
  await dialog.getByLabel("Dutch").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByText("Scans and images are read in German, Dutch.").waitFor();
  await expectAccessible(page);
  const client = site.client("ADMIN", 1);
  expect(await client.get("/api/admin/ocr-languages", ocrLanguages)).toEqual({ languages: ["deu", "nld"] });
});

test("who needs a second factor is changed with what each choice does, and holds for who changes it", async () => {
  const as = { role: "ADMIN", tenant: 1 } as const;
  const page = await site.page({ as, ...PHONE_DARK, expectedMessages: /403/ });
  await page.goto("/admin/members");
  const section = page.getByRole("region", { name: "Second factor" });
  await section.getByText("a password alone signs in").waitFor();
  await expectAccessible(page);
  await section.getByRole("button", { name: "Change the rule" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await choose(dialog.getByLabel("Rule"), "Needed to sign, approve or change people");
  await dialog.getByText("They read and work as before").waitFor();
  await choose(dialog.getByLabel("Rule"), "Everybody needs one");
  await dialog.getByText("the rule holds for you too").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Change the rule" }).click();
  await page.getByRole("heading", { name: "Add a second factor" }).waitFor();
  expect((await site.client("ADMIN", 1).call("GET", "/api/admin/second-factor")).status).toBe(403);
  expect(await site.client("ADMIN").get("/api/admin/second-factor", secondFactorRule)).toEqual({ required: "NOBODY" });
});
