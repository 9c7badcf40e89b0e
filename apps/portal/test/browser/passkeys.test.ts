import { FRESH_AUTHENTICATION_REQUIRED, runListReply, sessionReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { createTestClient } from "../../../api/test/support/test-client.ts";

import { openMember } from "./support/open-member.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

/** Somebody who has accepted an invitation, at a browser that has an authenticator of its own. */
async function memberWithDevice() {
  const { page, signIn } = await openMember(portal, { fresh: true });
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, signIn };
}

async function chooseOfAccount(page: Page, item: string) {
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a passkey is enrolled and named, signs in alone and after the password, and signs a run", async () => {
  const { page, signIn } = await memberWithDevice();
  await signIn();
  await chooseOfAccount(page, "Second factor");
  await page.getByText("Only your password protects this account.").waitFor();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByRole("button", { name: "Rename Passkey" }).click();
  await expectAccessible(page);
  await page.getByLabel("Name of the passkey").fill("My laptop");
  await page.keyboard.press("Enter");
  await page.getByText("My laptop").waitFor();
  await page.getByText(/last used/).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close" }).last().click();

  await chooseOfAccount(page, "Sign out");
  await page.getByRole("button", { name: "Continue with a passkey" }).click();
  await page.getByRole("navigation").first().waitFor();

  await chooseOfAccount(page, "Sign out");
  await signIn();
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await page.getByRole("navigation").first().waitFor();
  expect(new URL(page.url()).pathname).toBe("/cm/tasks");

  const { runs } = await portal.client().get("/api/runs", runListReply);
  const runId = runs.find(({ snapshotStatus }) => snapshotStatus === "CAPTURED")!.id;
  await refuseOnce(page, `/api/runs/${runId}/sign-offs`);
  await page.goto(`/cm/runs?run=${runId}&tab=sign-off`);
  const panel = page.getByRole("region", { name: "Sign-off" });
  await panel.getByRole("button", { name: "Sign as prepared" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Looked at");
  await page.getByRole("dialog").getByRole("button", { name: "Sign as prepared" }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm that it is you" });
  await confirmation.getByText("Your browser asks for your passkey.").waitFor();
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Confirm" }).click();
  await panel
    .getByRole("list", { name: "Signatures" })
    .getByText(/Proved by passkey, enrolled/)
    .waitFor();
});

test("who has no second factor where the tenant demands one adds it first, and reads the codes before the site opens", async () => {
  const { page, signIn } = await memberWithDevice();
  await signIn();
  await page.getByRole("navigation").first().waitFor();
  const session = await page.evaluate(() => localStorage.getItem("assay.session"));
  const { access_token: token } = JSON.parse(session!) as { access_token: string };
  await page.route("**/api/session", async (route) => {
    const asked = await createTestClient(portal.url, token).get("/api/session", sessionReply);
    const secondFactor = asked.session.secondFactor === "NONE" ? "MISSING" : asked.session.secondFactor;
    await route.fulfill({ json: { session: { ...asked.session, secondFactor } } });
  });
  await page.reload();
  await page.getByRole("heading", { name: "Add a second factor" }).waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add a second factor" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("navigation").first().waitFor();
});

/** As the API does once the last proof is older than five minutes. */
async function refuseOnce(page: Page, path: string): Promise<void> {
  let isAsked = false;
  await page.route(`**${path}`, (route) => {
    if (isAsked || route.request().method() !== "POST") return route.continue();
    isAsked = true;
    const details = { reason: FRESH_AUTHENTICATION_REQUIRED, factors: ["PASSKEY"] };
    const json = { error: "FORBIDDEN", message: "Prove again who you are", details, requestId: "test" };
    return route.fulfill({ status: 403, json });
  });
}
