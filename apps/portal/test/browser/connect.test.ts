import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { accept, inviteTo, joinTenant, OWN_PASSWORD } from "../../../api/test/support/join-tenant.ts";
import { createTestClient } from "../../../api/test/support/test-client.ts";

const VERIFIER = "v".repeat(43);
const REDIRECT = "http://127.0.0.1:9/callback";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

/** What an application that has registered opens. */
async function askedPage(name = "Desk assistant") {
  const reply = await fetch(`${portal.url}/oauth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [REDIRECT] }),
  });
  const { client_id: clientId } = (await reply.json()) as { client_id: string };
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${portal.url}/mcp`,
    state: "its own",
  });
  return { clientId, path: `/cm/connect?${asked}` };
}

type Page = Awaited<ReturnType<SiteTest["page"]>>;

/** Where the answer goes; nobody listens there. */
async function answerOf(page: Page, act: () => Promise<void>): Promise<URLSearchParams> {
  await page.route(`${REDIRECT}**`, (route) => route.fulfill({ status: 200, body: "The application has the answer" }));
  await act();
  await page.getByText("The application has the answer").waitFor();
  return new URL(page.url()).searchParams;
}

test("a person signs in, sees who asks and for which tenant, agrees by keyboard, and ends it among their sessions", async () => {
  const anyone = { client: () => createTestClient(portal.url) };
  const { email } = await joinTenant(anyone, portal.client("ADMIN"));
  const { clientId, path } = await askedPage();
  const page = await portal.page({ as: null });
  await page.goto(path);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(OWN_PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Connect an application" }).waitFor();
  await page.getByText("Desk assistant").waitFor();
  await page.getByText("127.0.0.1:9").waitFor();
  await page.getByText("Northwind Instruments").last().waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Connect", exact: true }).focus();
  const answer = await answerOf(page, () => page.keyboard.press("Enter"));
  expect([answer.get("state"), answer.get("iss")]).toEqual(["its own", portal.url]);
  const tokens = await fetch(`${portal.url}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      code: answer.get("code")!,
    }),
  });
  expect(tokens.status).toBe(200);

  await page.goto("/cm");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sessions" }).click();
  await page.getByRole("button", { name: "End the connection of Desk assistant" }).click();
  await page.getByText("Connected applications").waitFor({ state: "detached" });
});

test("a person of several tenants chooses the one that the application reads, and stays on the page", async () => {
  const anyone = { client: (token?: string) => createTestClient(portal.url, token) };
  const { email, client } = await joinTenant(anyone, portal.client("ADMIN"));
  const secret = await inviteTo(portal.client("ADMIN", 1), { email, role: "VIEWER" });
  expect((await accept(client, { secret })).status).toBe(200);
  const { path } = await askedPage();
  const page = await portal.page({ as: null });
  await page.goto(path);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(OWN_PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Tenant" }).click();
  await page.getByRole("option", { name: /Harbour Clinic/ }).click();
  await page.getByRole("banner").getByText("Harbour Clinic").waitFor();
  await page.getByRole("heading", { name: "Connect an application" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/cm/connect");
});

test("a refusal is told to the application, and a wrong request is told to the person", async () => {
  const { path } = await askedPage("\u202eApp");
  const page = await portal.page({ expectedMessages: /400/ });
  await page.goto(path);
  const answer = await answerOf(page, () => page.getByRole("button", { name: "Do not connect" }).click());
  expect([answer.get("error"), answer.get("code"), answer.get("state")]).toEqual(["access_denied", null, "its own"]);
  await page.goto(path.replace("S256", "plain"));
  await page.getByText("code_challenge_method must be S256").waitFor();
  await page.goto(path.replace("%3A9%2Fcallback", "%3A9%2Fother"));
  await page.getByText("The application cannot be connected").waitFor();
});
