import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { authenticatorCode } from "../../../../packages/testing/src/authenticator-code.ts";

import { openMember } from "./support/open-member.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

async function openFactors(page: Page) {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Second factor" }).click();
  return page.getByRole("dialog", { name: "Second factor" });
}

test("the user's menu adds an authenticator app with recovery codes, and the next sign-in asks for its code", async () => {
  const { page, signIn } = await openMember(portal);
  await signIn();
  await openFactors(page);
  await page.getByText("Only your password protects this account.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  await page.getByAltText("The key for your app, as a code to scan").waitFor();
  await expectAccessible(page);
  const secret = (await page.getByRole("dialog").locator("code").textContent())!;
  await page.getByLabel("Code that the app shows").fill("12 34");
  await page.keyboard.press("Enter");
  await page.getByText("This code is wrong, or was used already").waitFor();
  await page.getByLabel("Code that the app shows").fill(authenticatorCode(secret, 0));
  await page.keyboard.press("Enter");
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  await expectAccessible(page);
  const [recovery] = await codes.allTextContents();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText("10 recovery codes are left.").waitFor();
  await page.getByRole("button", { name: "Close" }).last().click();

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await signIn();
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
  await expectAccessible(page);
  expect(await page.getByRole("navigation").count()).toBe(0);
  const code = page.getByLabel("Code of your authenticator app");
  await code.fill("000 000 0");
  await page.keyboard.press("Enter");
  await page.getByText("This code is wrong, or was used already").waitFor();
  await code.fill(authenticatorCode(secret, 1));
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/cm/tasks");

  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await signIn();
  await code.fill(recovery!);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").first().waitFor();
  await openFactors(page);
  await page.getByText("9 recovery codes are left.").waitFor();
  await page.getByRole("button", { name: "Remove Authenticator app" }).click();
  await page.getByText("Only your password protects this account.").waitFor();
});
