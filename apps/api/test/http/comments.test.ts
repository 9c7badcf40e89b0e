import {
  COMMENT_LENGTH_MAX,
  commentCountsReply,
  commentListReply,
  commentReply,
  mentionListReply,
  personListReply,
} from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLink } from "../support/open-link.ts";
import { type SettledTenant, settleTenant } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
let ours: SettledTenant;
let comments: string;
let member: TestClient;
beforeAll(async () => {
  assay = await testService();
  ours = await settleTenant(assay);
  comments = `/api/runs/${ours.ids.runId}/comments`;
  member = await ours.tenant.as("MEMBER");
});
afterAll(() => assay.close());

const add = async (client: TestClient, body: unknown) => {
  const response = await client.sendJson("POST", comments, body);
  expect(response.status).toBe(201);
  return commentReply.parse(await response.json()).comment;
};

const HOSTILE = [
  "<img src=x onerror=alert(1)>",
  "</script><script>alert(1)</script>",
  "[a](javascript:alert(1)) ![x](https://x.test/y.png)",
  "\u202Etxt.exe\u202C \u200B\u{E0041} 🇩🇪 é 的",
  "'; drop table comments; -- {{7*7}} %s%n",
  "=cmd|' /C calc'!A0\n\n\t@SUM(1+1)",
];

test("a text comes back as it was written, whatever is in it, and is in no log", async () => {
  for (const text of HOSTILE) expect((await add(member, { text })).text).toBe(text.trim());
  expect(assay.log.join("\n")).not.toMatch(/onerror|drop table|calc/);
});

test("a body that is not as the contract says is refused by field", async () => {
  const { requirementId } = (await member.get(`${comments}?limit=1`, commentListReply)).comments[0]!;
  expect(requirementId).toBeNull();
  for (const [field, body] of [
    ["text", {}],
    ["text", { text: " \n " }],
    ["text", { text: "x".repeat(COMMENT_LENGTH_MAX + 1) }],
    ["text", { text: "a\0b" }],
    ["text", { text: "\ud800" }],
    ["kind", { text: "x", kind: "NOTE" }],
    ["answersId", { text: "x", kind: "REQUEST", answersId: newId() }],
  ] as const) {
    const { details } = await expectError(await member.sendJson("POST", comments, body), 400, "VALIDATION_ERROR");
    expect(details, JSON.stringify(body).slice(0, 60)).toMatchObject({ issues: [{ field }] });
  }
  expect((await add(member, { text: "x".repeat(COMMENT_LENGTH_MAX) })).text).toHaveLength(COMMENT_LENGTH_MAX);
});

test("somebody without the right is refused before the body is looked at", async () => {
  const viewer = await ours.tenant.as("VIEWER");
  await expectError(await viewer.sendJson("POST", comments, { text: "" }), 403, "FORBIDDEN");
  await expectError(await viewer.call("GET", "/api/people"), 403, "FORBIDDEN");
});

test("a viewer is mentioned, sees what is unread, and reads it", async () => {
  const userId = newId();
  const email = `${userId}@example.test`;
  await putMember(assay.service.db, { tenantId: ours.tenant.id, userId, email, role: "VIEWER" });
  const token = await assay.service.identity.issueToken({ userId, tenantId: ours.tenant.id, ttlSeconds: 600 });
  const viewer = assay.client(token);
  const { people } = await member.get(`/api/people?q=${userId}`, personListReply);
  expect(people).toEqual([{ userId, email, role: "VIEWER", mayReview: false }]);
  const comment = await add(member, { text: `@${email} look` });
  expect(comment.mentions).toEqual([{ userId, email }]);
  expect(await viewer.get("/api/mentions", mentionListReply)).toMatchObject({
    mentions: [{ comment: { id: comment.id }, unread: true }],
    unreadCount: 1,
  });
  const { unread } = await viewer.get(`${comments}/counts`, commentCountsReply);
  expect(unread).toBeGreaterThan(1);
  const read = { requirementId: null, sequence: comment.sequence };
  expect((await viewer.sendJson("PUT", `${comments}/read`, read)).status).toBe(204);
  expect((await viewer.get(`${comments}/counts`, commentCountsReply)).unread).toBe(0);
  expect((await viewer.get("/api/mentions", mentionListReply)).unreadCount).toBe(0);
});

test("an auditor's link asks for evidence where it may, and a member answers", async () => {
  const { id, client } = await openLink(assay, ours.tenant, ours.ids.runId, ["READ", "REQUEST"]);
  const request = await add(client, { kind: "REQUEST", text: "Where is the log?" });
  expect(request).toMatchObject({ authorId: `link:${id}` });
  await expectError(await client.sendJson("POST", comments, { text: "x" }), 403, "FORBIDDEN");
  const answer = await add(member, { text: "In the archive", answersId: request.id });
  const { comments: all } = await client.get(`${comments}?kind=REQUEST`, commentListReply);
  expect(all).toMatchObject([{ id: request.id, answeredById: answer.id }]);
  expect((await client.get(`${comments}?open=true`, commentListReply)).comments).toEqual([]);
  const reader = await openLink(assay, ours.tenant, ours.ids.runId, ["READ"]);
  await expectError(await reader.client.call("GET", comments), 403, "FORBIDDEN");
});
