import { createHash } from "node:crypto";
import {
  apiKeyListReply,
  assessmentListReply,
  createdConnectionReply,
  memberListReply,
  readingCountsReply,
  runListReply,
  tenantListReply,
} from "@assay/contract";
import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joinTenant } from "../../../../apps/api/test/support/join-tenant.ts";
import { createTestClient, type TestClient } from "../../../../apps/api/test/support/test-client.ts";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let site: SiteTest;
beforeAll(async () => {
  site = await openSite("demo", { SUPER_ADMIN_MODE: "true" });
});
afterAll(() => site.close());

const admin = () => site.page({ as: { role: "ADMIN" } });
const row = (page: Page, text: string) => page.getByRole("row").filter({ has: page.getByText(text, { exact: true }) });
const openMenu = async (page: Page, text: string, item: string) => {
  await row(page, text)
    .getByRole("button", { name: /^More for/ })
    .click();
  await page.getByRole("menuitem", { name: item }).click();
};

describe("tenants", () => {
  test("are made, renamed, entered, suspended by their name and resumed", async () => {
    const page = await site.page({ as: { role: "SUPER_ADMIN" } });
    await page.goto("/admin/tenants");
    await page.getByRole("button", { name: "New tenant" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Quay Logistics");
    await page.keyboard.press("Enter");
    await row(page, "Quay Logistics").waitFor();

    await openMenu(page, "Quay Logistics", "Rename");
    await dialog.getByLabel("Name").fill("Quayside Logistics");
    await dialog.getByRole("button", { name: "Rename" }).click();
    await row(page, "Quayside Logistics").waitFor();

    await openMenu(page, "Quayside Logistics", "Suspend");
    await dialog.getByText("links are refused, and told why").waitFor();
    await dialog.getByLabel("Type “Quayside Logistics” to confirm").fill("Quay");
    await dialog.getByRole("button", { name: "Suspend the tenant" }).click();
    await dialog.getByText("This is not “Quayside Logistics”").waitFor();
    await expectAccessible(page);
    await dialog.getByLabel(/^Type/).fill("Quayside Logistics");
    await page.keyboard.press("Enter");
    await row(page, "Quayside Logistics").getByText("Suspended").waitFor();

    await choose(page.getByLabel("Status"), "Suspended");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    expect(new URL(page.url()).searchParams.get("status")).toBe("INACTIVE");
    await openMenu(page, "Quayside Logistics", "Resume");
    await dialog.getByRole("button", { name: "Resume the tenant" }).click();
    await page.getByText("No tenant matches").waitFor();

    await page.goto("/admin/tenants?q=QUAYSIDE");
    await row(page, "Quayside Logistics")
      .getByRole("link", { name: /Act in this tenant/ })
      .click();
    await page.getByRole("status").getByText("You are acting in Quayside Logistics").waitFor();
    const { tenants } = await site.client("SUPER_ADMIN").get("/api/admin/tenants", tenantListReply);
    const made = tenants.find(({ name }) => name === "Quayside Logistics")!;
    expect([made.status, new URL(page.url()).searchParams.get("tenantId")]).toEqual(["ACTIVE", made.id]);
  });

  test("offer no suspension of one's own", async () => {
    const page = await site.page({ as: { role: "SUPER_ADMIN" } });
    await page.goto("/admin/tenants");
    await row(page, "your own")
      .getByRole("button", { name: /^More for/ })
      .click();
    await page.getByRole("menuitem", { name: "Rename" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Suspend" }).count()).toBe(0);
    await page.getByText("Your own tenant cannot be suspended").waitFor();
  });
});

describe("members", () => {
  test("are invited by a link that shows once, join, are changed, and removed by their e-mail, all by keyboard", async () => {
    const page = await admin();
    await page.goto("/admin/members");
    await page.getByRole("button", { name: "Invite somebody" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail").waitFor();
    await page.keyboard.type("nora@northwind.example");
    await page.keyboard.press("Enter");
    await dialog.getByText("Copy the link now").waitFor();
    await expectAccessible(page);
    const shownLink = async () => (await dialog.locator("code").first().textContent())!;
    const first = await shownLink();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    const invited = page.getByRole("list", { name: "Invited" });
    await invited.getByText("Link to hand over").waitFor();
    expect(await page.content()).not.toContain(first);
    await expectAccessible(page);
    await invited.getByRole("button", { name: "Renew the invitation of nora@northwind.example" }).click();
    await dialog.getByText("Copy the link now").waitFor();
    const link = await shownLink();
    expect(link).not.toBe(first);
    await page.keyboard.press("Escape");
    const accepted = await createTestClient(site.url).sendJson("POST", "/api/invitations/accept", {
      secret: new URL(link).hash.slice(1),
      password: "a password of my own",
    });
    expect(accepted.status).toBe(200);
    await page.reload();
    await row(page, "nora@northwind.example").waitFor();
    expect(await invited.count()).toBe(0);

    await openMenu(page, "nora@northwind.example", "Change role");
    await choose(dialog.getByLabel("Role"), "Viewer");
    await dialog.getByRole("checkbox", { name: "May review" }).check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Change role" }).click();
    await row(page, "nora@northwind.example").getByText("Viewer, may review").waitFor();

    await openMenu(page, "nora@northwind.example", "Remove");
    await dialog.getByText("What stays:").waitFor();
    await dialog.getByLabel(/^Type/).fill("nora");
    await page.keyboard.press("Enter");
    await dialog.getByText("This is not “nora@northwind.example”").waitFor();
    await dialog.getByLabel(/^Type/).fill("nora@northwind.example");
    await page.keyboard.press("Enter");
    await row(page, "nora@northwind.example").waitFor({ state: "detached" });
    const { members } = await site.client("ADMIN").get("/api/admin/members", memberListReply);
    expect(members.map(({ email }) => email)).not.toContain("nora@northwind.example");
  });

  test("above one's own role, the last administrator and oneself are explained before anything is tried", async () => {
    const page = await admin();
    await page.goto("/admin/members");
    await row(page, "super-admin@northwind.example").getByText("above your own role").waitFor();
    const dialog = page.getByRole("dialog");
    await openMenu(page, "admin@northwind.example", "Leave this tenant");
    await dialog.getByText("You are the last administrator").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await openMenu(page, "admin@northwind.example", "Change role");
    await dialog.getByText("You are the last administrator").waitFor();
    await choose(dialog.getByLabel("Role"), "Viewer");
    await dialog.getByRole("button", { name: "Change role" }).click();
    await dialog.getByText("Nothing has been changed. Cannot demote the last administrator").waitFor();
  });

  test("are found by e-mail and role, and a refused invitation says why", async () => {
    const page = await admin();
    await page.goto("/admin/members");
    await page.getByLabel("Search by e-mail").fill("VIEW");
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await choose(page.getByLabel("Role"), "Member");
    await page.getByText("No member matches").waitFor();
    await page.goto("/admin/members?act=invite");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("E-mail").fill("viewer@northwind.example");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await dialog.getByText("because this person is already a member").waitFor();
  });
});

describe("API keys", () => {
  const get = (key: string) =>
    site.client().call("GET", "/api/session", { headers: { Authorization: `Bearer ${key}` } });

  test("are shown once, renewed next to the old one, which then ends", async () => {
    const page = await admin();
    await page.goto("/admin/api-keys");
    await page.getByRole("button", { name: "New key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Nightly upload");
    await choose(dialog.getByLabel("Expires after"), "On a day …");
    const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel("Day").fill(inFiveDays);
    await dialog.getByRole("button", { name: "Create the key" }).click();
    const first = (await dialog.locator("code").first().textContent())!;
    expect((await get(first)).status).toBe(200);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await row(page, "Nightly upload")
      .getByText(/Expires in [45] days/)
      .waitFor();
    expect(await page.content()).not.toContain(first);
    await expectAccessible(page);

    await openMenu(page, "Nightly upload", "Renew");
    await dialog.getByRole("button", { name: "Create the new key" }).click();
    await dialog.getByText("step 2 of 3").waitFor();
    const second = (await dialog.locator("code").first().textContent())!;
    for (const key of [first, second]) expect((await get(key)).status).toBe(200);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await dialog.getByText("step 3 of 3").waitFor();
    await dialog.getByText("Last used: Never").waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Revoke the old key …" }).click();
    await dialog.getByLabel("Type “Nightly upload” to confirm").fill("Nightly upload");
    await page.keyboard.press("Enter");
    await row(page, "Nightly upload").getByText("Revoked").waitFor();
    expect([(await get(first)).status, (await get(second)).status]).toEqual([401, 200]);

    await choose(page.getByLabel("State"), "Active");
    await expect.poll(() => row(page, "Nightly upload").count()).toBe(1);
    const { apiKeys } = await site.client("ADMIN").get("/api/admin/api-keys?state=IN_FORCE", apiKeyListReply);
    expect(apiKeys.filter(({ name }) => name === "Nightly upload")).toHaveLength(1);
  });
});

test("connected applications are shown with who connected them, and ended, next to the API keys", async () => {
  const anyone = { client: (token?: string) => createTestClient(site.url, token) };
  const { client, email } = await joinTenant(anyone, site.client("ADMIN"));
  const [redirectUri, verifier] = ["http://127.0.0.1:9/callback", "v".repeat(43)];
  const registered = await anyone
    .client()
    .sendJson("POST", "/oauth/register", { client_name: "Desk assistant", redirect_uris: [redirectUri] });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
  const asked = { clientId, redirectUri, codeChallenge, resource: `${site.url}/mcp` };
  const agreed = await client.sendJson("POST", "/api/connections", asked);
  const { redirectUrl } = createdConnectionReply.parse(await agreed.json());
  const form = { grant_type: "authorization_code", client_id: clientId, redirect_uri: redirectUri };
  const code = new URL(redirectUrl).searchParams.get("code")!;
  const body = new URLSearchParams({ ...form, code_verifier: verifier, code });
  expect((await fetch(`${site.url}/oauth/token`, { method: "POST", body })).status).toBe(200);

  const page = await admin();
  await page.goto("/admin/api-keys");
  const listed = page.getByRole("list", { name: "Connected applications" });
  await listed.getByText("never used").waitFor();
  await expectAccessible(page);
  await listed.getByRole("button", { name: `End the connection of Desk assistant of ${email}` }).press("Enter");
  await listed.waitFor({ state: "detached" });
});

test("settings say what the deployment runs with, how to change it, and that super-admin mode is on", async () => {
  const page = await admin();
  await page.goto("/admin/settings");
  await page.getByText("Super-admin mode is on").waitFor();
  const upload = page.locator("dl > div").filter({ hasText: "Largest upload" });
  expect(await upload.textContent()).toContain("100 MB");
  expect(await upload.textContent()).toContain("MAX_UPLOAD_BYTES");
  await page.getByText("Nothing here can be changed from the console").waitFor();
  await page.getByLabel("Find a setting or variable").fill("qstash");
  await expect.poll(() => page.locator("dl > div").count()).toBe(1);
});

describe("failed documents", () => {
  test("stand by reason with what to do, and some or all of a reason are read again", async () => {
    const client = site.client("MEMBER");
    const archive = zipSync({ "inner.zip": zipSync({ "blank.txt": strToU8("  ") }) });
    const { id } = await client.upload("evidence.zip", archive);
    await client.settled(id);
    const page = await admin();
    await page.goto("/admin/failed-documents");
    const reasons = page.getByRole("table", { name: "Reasons" });
    await reasons.getByText("to switch OCR on").waitFor();
    await reasons.getByRole("link", { name: "No text to read" }).click();
    expect(new URL(page.url()).searchParams.get("code")).toBe("NO_TEXT");
    const documents = page.getByRole("table", { name: "Failed documents" });
    await documents.getByText("In evidence.zip › inner.zip").waitFor();
    await expectAccessible(page);

    await documents.getByLabel("Choose blank.txt").check();
    await page.getByRole("button", { name: "Read 1 again" }).click();
    await page.getByText("1 document will be read again").waitFor();
    await page.getByText(/documents? (is|are) being read now/).waitFor({ state: "detached" });
    await documents.getByText("blank.txt", { exact: true }).waitFor();

    const { counts } = await site.client("ADMIN").get("/api/admin/documents/counts", readingCountsReply);
    const count = counts.failed.find(({ code }) => code === "NO_TEXT")!.documents;
    expect(count).toBeGreaterThan(1);
    await reasons.getByRole("button", { name: `Read all ${count} again` }).click();
    await page.getByText(`${count} documents will be read again`).waitFor();
    await page.getByText(/documents? (is|are) being read now/).waitFor({ state: "detached" });
    await expect.poll(() => reasons.getByRole("cell", { name: String(count), exact: true }).count()).toBe(1);
  });

  test("that a previous reader read are offered with their number, and a refusal says why", async () => {
    const page = await admin();
    await page.route("**/api/admin/documents/counts*", (route) =>
      route.fulfill({
        json: {
          counts: {
            failed: [],
            readEarlier: 3,
            earlierReadings: [{ fileType: "docx", readerVersion: 8, documents: 3 }],
            notFullyRead: 2,
            encodingUnsure: 1,
            underWay: 0,
          },
        },
      }),
    );
    await page.route("**/api/admin/documents/reprocess*", (route) =>
      route.fulfill({
        status: 409,
        json: {
          error: "INVALID_STATE",
          message: "Cannot reprocess documents because run 'r' may cite them",
          requestId: "r",
        },
      }),
    );
    await page.goto("/admin/failed-documents");
    await page.getByText("No document has failed").waitFor();
    await page.getByText("3 documents were read by an earlier reader").waitFor();
    await page.getByText("mark crossed-out text, which then proves nothing (3 documents)").waitFor();
    await page.getByText("2 documents were not fully read").waitFor();
    await page.getByText("The encoding of 1 document is not certain").waitFor();
    await page.getByRole("button", { name: "Read all 3 again …" }).click();
    await page.getByRole("dialog").getByText("This is not possible while a run is active").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Read again", exact: true }).click();
    await page.getByText("Cannot reprocess documents because run").waitFor();
  });

  test("that cannot be listed say so, and a retry brings them", async () => {
    const page = await admin();
    let answers = 0;
    await page.route("**/api/admin/documents/counts*", (route) =>
      answers++ === 0
        ? route.fulfill({ status: 500, json: { error: "INTERNAL_ERROR", message: "Broken", requestId: "abc" } })
        : route.continue(),
    );
    await page.goto("/admin/failed-documents");
    await page.getByText("The failed documents cannot be shown").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("table", { name: "Reasons" }).waitFor();
  });
});

describe("reviewers and what people say of a run", () => {
  test("are shown next to its verdicts, and who decides without a look at the evidence comes first", async () => {
    const member = site.client();
    const { runs } = await member.get("/api/runs", runListReply);
    const runId = runs.find(({ status }) => status === "COMPLETED")!.id;
    const { assessments } = await member.get(`/api/runs/${runId}/assessments`, assessmentListReply);
    const [first, second] = assessments.filter(({ citations }) => citations.length > 0);
    const review = async (by: TestClient, requirementId: string, openedChunkIds: string[], durationMs: number) => {
      const body = { requirementId, decision: "AGREED", openedChunkIds, durationMs };
      expect((await by.sendJson("POST", `/api/runs/${runId}/reviews`, body)).status).toBe(201);
    };
    await review(member, first!.requirementId, [], 1);
    await review(site.client("ADMIN"), second!.requirementId, [second!.citations[0]!.chunkId], 1);
    const signing = { role: "PREPARED", statement: "Prepared for the audit" };
    expect((await member.sendJson("POST", `/api/runs/${runId}/sign-offs`, signing)).status).toBe(201);

    const page = await admin();
    await page.goto("/admin/reviewers");
    await page.getByText("A quick decision is a hint, and no proof").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
    expect(await page.getByRole("row").nth(1).textContent()).toContain(site.user().email);
    await expectAccessible(page);
    await choose(page.getByLabel("Time"), "Last 7 days");
    await row(page, site.user().email).waitFor();

    await page.goto(`/admin/runs/${runId}`);
    await page.getByText(`2 of ${assessments.length} by 2 people`).waitFor();
    await page.getByText("2 agreed, 0 changed, 0 sent back").waitFor();
    await page.getByText("2 reviews that count").click();
    await page.getByRole("table", { name: "Reviews" }).getByText(first!.requirementId, { exact: true }).waitFor();
    await page.getByRole("table", { name: "Sign-offs" }).getByText("Prepared for the audit").waitFor();
    await page.getByText("No exception was active when the run started.").waitFor();
    await page.getByText("There is no link to this run.").waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of [`/admin/runs/${runId}`, "/admin/reviewers"]) {
      await page.goto(path);
      await page.getByText(site.user().email).first().waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(wide, path).toBe(false);
      await expectAccessible(page);
    }
  });
});
