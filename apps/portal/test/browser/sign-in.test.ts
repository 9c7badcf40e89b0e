import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

test("who is not signed in is led to the sign-in and from there to the view that was asked for", async () => {
  const page = await portal.page({ as: null });
  await page.goto("/cm/runs?status=FAILED");
  await page.getByRole("heading", { name: "Sign in to Assay" }).waitFor();
  await expectAccessible(page);
  const { email, password } = portal.user();
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("wrong password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Incorrect e-mail or password").waitFor();
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Documents" }).first().waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/cm/runs?status=FAILED");
  await page.getByText("Northwind Instruments").waitFor();
});

test("a token that has run out is renewed, and the user notices nothing", async () => {
  const page = await portal.page({ as: null });
  const { email, password } = portal.user("VIEWER");
  await page.goto("/cm/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Northwind Instruments").waitFor();
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("assay.session")!);
    localStorage.setItem("assay.session", JSON.stringify({ ...session, expires_at: 1, access_token: "outdated" }));
  });
  await page.reload();
  await page.getByText("Northwind Instruments").waitFor();
  const renewed = await page.evaluate(() => JSON.parse(localStorage.getItem("assay.session")!).expires_at as number);
  expect(renewed).toBeGreaterThan(Date.now() / 1000);
});

test("signing out ends the session on this device", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in to Assay" }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("assay.session"))).toBeNull();
  await page.goto("/cm/documents");
  await page.getByRole("heading", { name: "Sign in to Assay" }).waitFor();
});

test("the sign-in of an empty deployment names the command that makes the first tenant", async () => {
  const page = await portal.page({ as: null });
  const command = page.getByText("npm run tenant:create -- --name <name> --admin <e-mail>");
  await page.goto("/cm/sign-in");
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await command.count()).toBe(0);
  await page.route("**/.well-known/assay-deployment.json", (route) =>
    route.fulfill({ json: { empty: true, maintenance: null } }),
  );
  await page.reload();
  await command.waitFor();
  await expectAccessible(page);
});

test("signing out in one tab signs the other out, which keeps its place", async () => {
  const page = await portal.page();
  const beside = await page.context().newPage();
  await page.goto("/cm");
  await beside.goto("/cm/tasks");
  await beside.getByRole("link", { name: "Tasks" }).first().waitFor();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await beside.getByText("Your session has ended").waitFor();
  expect(new URL(beside.url()).searchParams.get("next")).toBe("/cm/tasks");
});

test("who lost the password is sent a mail where the accounts are kept, or told whom to ask where none is sent", async () => {
  const page = await portal.page({ as: null });
  await page.goto("/cm/sign-in");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByRole("button", { name: "Send a link for a new password" }).click();
  await page.getByText("this service sends no mail: ask two administrators of your organisation").waitFor();
  await expectAccessible(page);

  const asked: unknown[] = [];
  const elsewhere = { apiUrl: "/", authUrl: "/project", publishableKey: "key" };
  await page.route("**/site-config.json", (route) => route.fulfill({ json: elsewhere }));
  await page.route("**/project/auth/v1/recover*", (route) => {
    asked.push([new URL(route.request().url()).searchParams.get("redirect_to"), route.request().postDataJSON().email]);
    return route.fulfill({ json: {} });
  });
  await page.reload();
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  const send = page.getByRole("button", { name: "Send a link for a new password" });
  await send.click();
  await page.getByText("Type your e-mail above first").waitFor();
  await page.getByLabel("E-mail").fill("ada@example.com");
  await send.click();
  await page.getByText("a message with a link was sent to it").waitFor();
  expect(asked).toEqual([[`${portal.url}/cm/sign-in`, "ada@example.com"]]);
});

test("the link of such a mail leads to a new password, and leaves no token in the address", async () => {
  const { token } = portal.user();
  const page = await portal.page({ as: null });
  await page.route("**/auth/v1/user", (route) =>
    route.fulfill({
      json: { id: "01935a3c-77aa-7c41-8a35-0d6f6f1e2c11", aud: "authenticated", email: "ada@example.com" },
    }),
  );
  await page.goto(`/cm/sign-in#access_token=${token}&refresh_token=none&type=recovery`);
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  expect(new URL(page.url()).hash).toBe("");
  await page.getByLabel("New password", { exact: true }).fill("a password of my own");
  await page.getByLabel("New password again").fill("a password of my own");
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Change password" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ password: "a password of my own" });
  await page.getByText("Northwind Instruments").waitFor();

  await page.goto("/cm/sign-in#error=access_denied&error_code=otp_expired");
  await page.reload();
  await page.getByText("The link has expired or was already used").waitFor();
  await page.getByRole("button", { name: "Go to the sign-in page" }).click();
  await page.getByRole("heading", { name: "Sign in to Assay" }).waitFor();
});
