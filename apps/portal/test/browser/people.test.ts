import { issuedLinkReply, reviewListReply, reviewQueueReply, runListReply, taskListReply } from "@assay/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { choose } from "../../../../packages/site/test/browser/choose.ts";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import { openTwoPeople } from "./support/open-two-people.ts";

/** Each test continues where the one before it left the tenant: one run, and what two people made of it. */
let portal: SiteTest;
let runId: string;
beforeAll(async () => {
  portal = await openSite("demo");
  const { runs } = await portal.client().get("/api/runs", runListReply);
  runId = runs[0]!.id;
});
afterAll(() => portal.close());

const emailOf = (role: "MEMBER" | "ADMIN") => portal.user(role).email;
const pane = (page: Page) => page.getByRole("region", { name: "Assessment details" });
const bar = (page: Page) => page.getByRole("region", { name: "Your review" });
const said = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

test("one person reviews by keyboard and sends back to another, who finds it in the queue and the tasks and changes it", async () => {
  const { member, admin } = await openTwoPeople(portal);
  await member.goto("/cm?order=risk&requirement=1.1");
  await bar(member).waitFor();
  await pane(member).getByRole("listitem").getByRole("link").last().click();
  await bar(member).getByText("1 of 1 cited passage opened").waitFor();
  await member.keyboard.press("a");
  await said(member, "1.1: agreed. 24 left").waitFor();
  await member.goto("/cm?requirement=1.4");
  await bar(member).waitFor();
  await member.keyboard.press("s");
  const form = member.getByRole("form", { name: "Send back" });
  await form.getByLabel("What has to be done").fill("Ask for the report of the audit.");
  await choose(form.getByLabel("Assignee"), emailOf("ADMIN"));
  await form.getByLabel("Due date").fill("2030-01-31");
  await member.keyboard.press("Control+Enter");
  await said(member, "1.4: sent back. 23 left").waitFor();

  await admin.goto("/cm?review=SENT_BACK");
  await admin.getByText("2 of 25 reviewed, 1 sent back").waitFor();
  await admin.getByRole("list", { name: "Requirements" }).getByRole("link", { name: /1\.4/ }).click();
  await pane(admin).getByText("Ask for the report of the audit.").first().waitFor();
  await pane(admin).getByText(emailOf("MEMBER")).first().waitFor();
  const { tasks } = await portal.client("ADMIN").get("/api/tasks?assigneeId=me", taskListReply);
  expect(tasks).toMatchObject([{ requirementId: "1.4", status: "PENDING", dueDate: "2030-01-31" }]);
  await bar(admin).waitFor();
  await admin.keyboard.press("c");
  const change = admin.getByRole("form", { name: "Change" });
  await choose(change.getByLabel("Status that you find right"), "Partial");
  await choose(change.getByLabel("What is wrong with the verdict"), "There is other evidence");
  await change.getByLabel("Reason").fill("The report is in the archive of last year.");
  await change.getByRole("button", { name: "Change" }).click();
  await said(admin, "1.4: changed to partial").waitFor();

  await member.goto("/cm?requirement=1.4");
  await pane(member).getByText("The report is in the archive of last year.").waitFor();
  await member.getByRole("list", { name: "Earlier reviews in this run" }).getByText("Sent back").waitFor();
  await member.getByText("2 of 25 reviewed").waitFor();
  const { reviews } = await portal.client().get(`/api/runs/${runId}/reviews`, reviewListReply);
  expect(
    reviews.map(({ requirementId, decision, reviewerName, openedCount }) => [
      requirementId,
      decision,
      reviewerName,
      openedCount,
    ]),
  ).toEqual([
    ["1.4", "CHANGED", emailOf("ADMIN"), 0],
    ["1.4", "SENT_BACK", emailOf("MEMBER"), 0],
    ["1.1", "AGREED", emailOf("MEMBER"), 1],
  ]);
  const { counts } = await portal.client().get(`/api/runs/${runId}/review-queue`, reviewQueueReply);
  expect(counts).toMatchObject({ total: 25, reviewed: 2, agreed: 1, changed: 1, sentBack: 0 });
});

test("an administrator takes the reason of a review away after a question; a member is not offered it", async () => {
  const { member, admin } = await openTwoPeople(portal);
  await admin.goto("/cm?requirement=1.4");
  const earlier = admin.getByRole("list", { name: "Earlier reviews in this run" });
  await earlier.getByRole("button", { name: `Redact the reason of ${emailOf("MEMBER")}` }).click();
  const dialog = admin.getByRole("dialog", { name: "Redact the reason of this review?" });
  await dialog.getByText("Ask for the report of the audit.").waitFor();
  await expectAccessible(admin);
  await dialog.getByRole("button", { name: "Redact" }).click();
  await earlier.getByText("The reason was redacted.").waitFor();
  await member.goto("/cm?requirement=1.4");
  await member
    .getByRole("list", { name: "Earlier reviews in this run" })
    .getByText("The reason was redacted.")
    .waitFor();
  expect(await member.getByRole("button", { name: /^Redact/ }).count()).toBe(0);
});

test("what two people decide on the same requirement at the same time is stored twice, and the later one counts", async () => {
  const { member, admin } = await openTwoPeople(portal);
  for (const page of [member, admin]) {
    await page.goto("/cm?requirement=2.1.a");
    await bar(page).waitFor();
  }
  await Promise.all([member.keyboard.press("a"), admin.keyboard.press("a")]);
  await Promise.all([said(member, "2.1.a: agreed").waitFor(), said(admin, "2.1.a: agreed").waitFor()]);
  const { reviews } = await portal.client().get(`/api/runs/${runId}/reviews?requirementId=2.1.a`, reviewListReply);
  expect(reviews.map(({ reviewerName }) => reviewerName).sort()).toEqual([emailOf("ADMIN"), emailOf("MEMBER")].sort());
  await member.reload();
  await member.getByText("3 of 25 reviewed").waitFor();
});

test("in the next run what was agreed and has not changed is confirmed by the other person at once", async () => {
  const { admin } = await openTwoPeople(portal);
  await admin.goto("/cm/runs?start=1");
  await admin.getByRole("dialog").getByRole("button", { name: "Start", exact: true }).click();
  await admin.waitForURL(/[?&]run=/);
  await portal.client().finished(new URL(admin.url()).searchParams.get("run")!);
  await admin.getByRole("link", { name: "Open the verdicts" }).click();
  await admin.getByRole("button", { name: "Confirm 2 unchanged" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog
    .getByText(`${emailOf("MEMBER")} agreed on`)
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Confirm 2 verdicts" }).click();
  await admin.getByText("2 of 25 reviewed").waitFor();
  await admin.getByRole("link", { name: /2\.1\.a/ }).click();
  await pane(admin).getByText("Confirmed").waitFor();
});

test("a signature by one person closes the reviews, the same person cannot sign again, and the other declines and opens them", async () => {
  const { member, admin } = await openTwoPeople(portal);
  const signed = (page: Page) => page.getByRole("region", { name: "Sign-off" });
  const sign = async (page: Page, act: string, statement: string) => {
    await signed(page).getByRole("button", { name: act, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill(statement);
    await dialog.getByRole("button", { name: act, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await member.goto(`/cm/runs?run=${runId}&tab=sign-off`);
  await sign(member, "Sign as prepared", "Three verdicts are reviewed");
  await signed(member)
    .getByText(/^opened 1 of \d cited passages \(reported by the client\), 3 of 25 reviewed$/)
    .first()
    .waitFor();
  await signed(member).getByText("You signed this run as prepared, so another person signs here.").waitFor();
  const again = { role: "REVIEWED", statement: "Myself" };
  expect((await portal.client().sendJson("POST", `/api/runs/${runId}/sign-offs`, again)).status).toBe(403);
  const late = { requirementId: "1.2", decision: "AGREED", openedChunkIds: [] };
  expect((await portal.client("ADMIN").sendJson("POST", `/api/runs/${runId}/reviews`, late)).status).toBe(409);

  await admin.goto(`/cm/runs?run=${runId}&tab=sign-off`);
  await sign(admin, "Decline", "2.1.a is not clear to me");
  await signed(admin).getByRole("button", { name: "Sign as prepared" }).waitFor();
  expect((await portal.client("ADMIN").sendJson("POST", `/api/runs/${runId}/reviews`, late)).status).toBe(201);
  await member.reload();
  await sign(member, "Sign as prepared", "Looked at together");
  await admin.reload();
  await sign(admin, "Sign as reviewed", "Agreed");
  await admin.getByRole("list", { name: "Runs" }).getByText("Reviewed").first().waitFor();
});

test("an auditor with a link reads the reviewed run, asks for evidence, is answered, and is shut out when the link is revoked", async () => {
  const { member, admin } = await openTwoPeople(portal);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const body = { label: "R. Okafor", capabilities: ["READ", "REQUEST"], expiresAt };
  const issued = await portal.client("ADMIN").sendJson("POST", `/api/runs/${runId}/links`, body);
  const { link, path } = issuedLinkReply.parse(await issued.json());
  const auditor = await portal.page({ as: null });
  await auditor.goto(path);
  await auditor.getByRole("list", { name: "Requirements" }).getByRole("link", { name: /1\.4/ }).click();
  await pane(auditor).getByText("The report is in the archive of last year.").waitFor();
  expect(
    await pane(auditor)
      .getByRole("button", { name: /Agree|Send back/ })
      .count(),
  ).toBe(0);
  await pane(auditor).getByRole("button", { name: "Ask for evidence" }).click();
  await pane(auditor).getByRole("textbox", { name: "Comment" }).fill("Please add the report of last year.");
  await pane(auditor).getByRole("button", { name: "Ask", exact: true }).click();
  await pane(auditor)
    .getByRole("list", { name: "Comments" })
    .getByText("Please add the report of last year.")
    .waitFor();

  await member.goto(`/cm?run=${runId}&requirement=1.4`);
  const comments = pane(member).getByRole("list", { name: "Comments" });
  await comments.getByText("R. Okafor").waitFor();
  await comments.getByRole("button", { name: "Answer" }).click();
  await pane(member).getByRole("textbox", { name: "Answer" }).fill("It is in the archive, uploaded today.");
  await pane(member).getByRole("button", { name: "Answer", exact: true }).last().click();
  await comments.getByText("It is in the archive, uploaded today.").waitFor();

  await portal.client("ADMIN").call("DELETE", `/api/runs/${runId}/links/${link.id}`);
  await auditor.getByRole("tab", { name: "Evidence list" }).click();
  await auditor.getByRole("heading", { name: "This link has ended" }).waitFor();
  await admin.close();
});
