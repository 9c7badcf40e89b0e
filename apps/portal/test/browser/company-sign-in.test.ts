import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

test("who continues with their company comes back signed in, to the view that was asked for", async () => {
  const page = await portal.page({ as: null });
  const { email, token } = portal.user();
  const asked: Record<string, string>[] = [];
  await page.route("**/auth/v1/sso", (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: { url: `${portal.url}/cm/sign-in?code=the-code` } });
  });
  await page.route("**/auth/v1/token?grant_type=pkce", (route) => {
    asked.push(route.request().postDataJSON());
    return route.fulfill({ json: { access_token: token, refresh_token: "unused" } });
  });
  await page.goto("/cm/sign-in?next=/cm/documents");
  await page.getByRole("button", { name: "Continue with your company" }).click();
  await page.getByText("Type your e-mail above first").waitFor();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Continue with your company" }).click();
  await page.getByText("Northwind Instruments").waitFor();
  expect(new URL(page.url()).pathname).toBe("/cm/documents");
  const [begun, exchanged] = asked;
  expect(begun).toMatchObject({ domain: email.split("@")[1], redirect_to: `${portal.url}/cm/sign-in` });
  expect(exchanged?.auth_code).toBe("the-code");
  expect(createHash("sha256").update(exchanged!.code_verifier!).digest("base64url")).toBe(begun?.code_challenge);
});

test("who has a password connects their company's account in a window of its own", async () => {
  const page = await portal.page();
  const { token } = portal.user();
  const begun: { confirm?: boolean }[] = [];
  await page.context().route("**/auth/v1/sso", (route) => {
    begun.push(route.request().postDataJSON());
    return route.fulfill({ json: { url: `${portal.url}/cm/sign-in?code=the-code` } });
  });
  await page
    .context()
    .route("**/auth/v1/token?grant_type=pkce", (route) =>
      route.fulfill({ json: { access_token: token, refresh_token: "unused" } }),
    );
  await page.goto("/cm");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sessions" }).click();
  await page.getByRole("button", { name: "Connect your company's account" }).click();
  await page.getByText("Connected. From now on you can continue with your company.").waitFor();
  expect(begun).toMatchObject([{ confirm: true }]);
});

test("who is not let in reads why, and can sign in otherwise", async () => {
  const page = await portal.page({ as: null });
  await page.goto("/cm/sign-in?error_code=MEMBERSHIP_ENDED");
  await page.getByText("Your access was removed: ask an administrator").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back to the sign-in" }).click();
  await page.getByLabel("Password").waitFor();
});

test("an address without a company's sign-in is told so", async () => {
  const page = await portal.page({ as: null, expectedMessages: /404/ });
  await page.goto("/cm/sign-in");
  await page.getByLabel("E-mail").fill("somebody@nowhere.example.com");
  await page.getByRole("button", { name: "Continue with your company" }).click();
  await page.getByText("There is no company sign-in for this e-mail address").waitFor();
});
