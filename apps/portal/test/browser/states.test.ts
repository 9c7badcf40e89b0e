import { documentListReply, errorHelpPath, runListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dropFiles } from "../../../../packages/site/test/browser/drop-files.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("empty");
});
afterAll(() => portal.close());

test("a tenant without anything is led from the sign-in and the upload to its first verdicts", async () => {
  const page = await portal.page({ as: null });
  const { email, password } = portal.user();
  await page.goto("/cm");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Three steps to your first assessment").waitFor();
  await page.getByRole("link", { name: /1\.1/ }).click();
  await page.getByText("There is no run yet.").waitFor();
  await expectAccessible(page);
  await dropFiles(page, "section[aria-label='Documents']", [
    { name: "policy.txt", bytes: new TextEncoder().encode("Backups of business data are taken every day at 22:00.") },
  ]);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Upload/ })
    .click();
  await page.getByRole("button", { name: "Start the first run" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/[?&]run=/);
  await portal.client().finished(new URL(page.url()).searchParams.get("run")!);
  await page.getByRole("link", { name: "Open the verdicts" }).click();
  await page.getByRole("link", { name: /^Complete 3\.1\.a / }).click();
  await page.getByRole("meter", { name: "Confidence" }).waitFor();
  expect(await page.getByText("Three steps to your first assessment").count()).toBe(0);
});

test("a tenant that no pack is bound to is told who chooses one", async () => {
  const page = await portal.page({ as: { tenant: 1 } });
  await page.route("**/api/session", async (route) => {
    const answer = await route.fetch();
    const { session } = (await answer.json()) as { session: object };
    await route.fulfill({ response: answer, json: { session: { ...session, packs: [] } } });
  });
  await page.goto("/cm");
  await page.getByText("No pack of requirements is in use").waitFor();
  await expectAccessible(page);
});

test("a viewer is shown what there is and offered nothing that the role may not do", async () => {
  const page = await portal.page({ as: { role: "VIEWER", tenant: 1 } });
  await page.goto("/cm");
  await page.getByText("Three steps to your first assessment").waitFor();
  await page.getByText("Harbour Clinic").waitFor();
  expect(await page.getByRole("button", { name: "Start the first run" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Upload" }).count()).toBe(0);
});

test("a failure says what failed with the id of the request and a link to help, and trying again fixes it", async () => {
  const page = await portal.page();
  let failures = 0;
  await page.route("**/api/runs?**", (route) => {
    failures += 1;
    return route.fulfill({
      status: 500,
      contentType: "application/json",
      body: JSON.stringify({
        error: "INTERNAL_ERROR",
        message: "The service failed",
        details: { help: errorHelpPath("INTERNAL_ERROR") },
        requestId: "request-of-the-test",
      }),
    });
  });
  await page.goto("/cm");
  await page.getByText("request-of-the-test").waitFor();
  await expectAccessible(page);
  expect(failures).toBe(1);
  const [help] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "What can I do?" }).click(),
  ]);
  await help.getByRole("heading", { name: "INTERNAL_ERROR" }).waitFor();
  expect(new URL(help.url()).hash).toBe("#internal_error");
  await help.close();
  await page.unroute("**/api/runs?**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("list", { name: "Requirements" }).waitFor();
});

test("without the network the page says so, keeps what it shows, and continues when the network is back", async () => {
  const page = await portal.page();
  await page.goto("/cm");
  await page.getByRole("list", { name: "Requirements" }).waitFor();
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  await page.getByRole("list", { name: "Requirements" }).waitFor();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByText("You are offline").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Documents" }).first().click();
  await page.getByText("policy.txt").waitFor();
  expect((await portal.client().get("/api/documents", documentListReply)).documents.length).toBeGreaterThan(0);
});

test("maintenance mode is said with its reason, also on a phone, until it ends", async () => {
  const page = await portal.page();
  await page.setViewportSize({ width: 390, height: 844 });
  const reason = "Moving to another server until 22:00, which takes as long as the copy of all originals does.";
  await page.route("**/.well-known/assay-deployment.json", (route) =>
    route.fulfill({ json: { empty: false, maintenance: { since: "2026-11-28T20:00:00.000Z", reason } } }),
  );
  await page.goto("/cm");
  const banner = page.getByRole("status").filter({ hasText: "Maintenance: you can read everything" });
  await banner.getByText(reason).waitFor();
  await page.getByRole("list", { name: "Requirements" }).waitFor();
  await expectAccessible(page);
  await page.unroute("**/.well-known/assay-deployment.json");
  await page.reload();
  await page.getByRole("list", { name: "Requirements" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await page.getByText("Maintenance:").count()).toBe(0);
});

test("files chosen without the network are kept until their form can open, and are sent when the network is back", async () => {
  const page = await portal.page({ as: { tenant: 1 }, fresh: true });
  await page.goto("/cm");
  await page.getByText("Three steps to your first assessment").waitFor();
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  await page.getByRole("button", { name: "Upload" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "There is no connection" });
  await notice.waitFor();
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Cancel" }).click();
  await notice.waitFor({ state: "detached" });
  await dropFiles(page, "section[aria-label='Documents']", [
    { name: "kept.txt", bytes: new TextEncoder().encode("Keys are changed every year.") },
  ]);
  await notice.getByRole("button", { name: "Try again" }).click();
  await notice.waitFor();
  await page.getByRole("list", { name: "Requirements" }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("list", { name: "Chosen files" }).getByText("kept.txt").waitFor();
  await page.context().setOffline(true);
  await page.getByText("You are offline").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByText("The connection was interrupted").waitFor();
  await page.context().setOffline(false);
  await page.getByText("Uploaded.").waitFor();
});

test("an unknown page and an unknown run are said to be unknown", async () => {
  const page = await portal.page();
  const answer = await page.goto("/cm/nothing-here");
  expect(answer?.status()).toBe(404);
  await page.getByText("This page does not exist").waitFor();
  await expectAccessible(page);
  const { runs } = await portal.client().get("/api/runs", runListReply);
  await page.goto(`/cm?run=${runs[0]!.id.replace(/.$/, (last) => (last === "0" ? "1" : "0"))}`);
  await page.getByText("The requirements cannot be shown").waitFor();
});

test("an upload continues by itself when the service answers again, while the browser is online all the time", async () => {
  const page = await portal.page();
  await page.goto("/cm/documents");
  await page.getByRole("list", { name: "Documents" }).waitFor();
  const service = (url: URL) => url.pathname.startsWith("/api/") || url.pathname === "/readyz";
  await page.route(service, (route) => route.abort());
  await dropFiles(page, "section[aria-label='Documents']", [
    { name: "later.txt", bytes: new TextEncoder().encode("Keys are handed out against a signature.") },
  ]);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Upload/ })
    .click();
  await page.getByText("The upload continues when the service responds").waitFor();
  await page.getByText("The service cannot be reached").first().waitFor();
  await expectAccessible(page);
  await page.unroute(service);
  await page.getByText("1 uploaded").waitFor();
  await page.getByText("The service cannot be reached").waitFor({ state: "detached" });
});

test("what could not be read while the service was away is shown when it is back", async () => {
  const page = await portal.page();
  const service = (url: URL) => url.pathname.startsWith("/api/") || url.pathname === "/readyz";
  await page.route(service, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto("/cm/documents");
  await page.getByText("The documents cannot be shown").waitFor();
  await page.unroute(service);
  await page.getByText("policy.txt").waitFor();
});

test("a view whose code cannot be reached says so and loads by itself when it can", async () => {
  const page = await portal.page({ fresh: true, expectedMessages: /dynamically imported module/ });
  await page.goto("/cm/documents");
  await page.getByRole("list", { name: "Documents" }).waitFor();
  const site = (url: URL) => url.pathname.includes("/runs-view") || url.pathname.endsWith("/site-config.json");
  await page.route(site, (route) => route.abort());
  await page.getByRole("link", { name: "Runs" }).first().click();
  await page.getByText("This view could not be loaded").waitFor();
  await expectAccessible(page);
  await page.unroute(site);
  await page.getByRole("list", { name: "Runs" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/cm/runs");
});

test("a view whose code is gone permanently is loaded again once, not over and over", async () => {
  const page = await portal.page({ fresh: true, expectedMessages: /dynamically imported module/ });
  let loads = 0;
  page.on("framenavigated", () => loads++);
  await page.goto("/cm/documents");
  await page.getByRole("list", { name: "Documents" }).waitFor();
  const gone = (url: URL) => url.pathname.includes("/runs-view");
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.getByRole("link", { name: "Runs" }).first().click();
  await page.getByText("It did not load the second time either").waitFor();
  await page.unroute(gone);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("list", { name: "Runs" }).waitFor();
  expect(loads).toBeLessThanOrEqual(4);
});
