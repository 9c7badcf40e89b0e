import { AssayApiError } from "@assay/client";
import type * as Client from "@assay/client/admin";
import { AssayAdmin } from "@assay/client/admin";
import {
  apiKeyListReply,
  auditListReply,
  auditVerifyReply,
  checkpointKeysReply,
  checkpointListReply,
  createApiKeyReply,
  failedDocumentListReply,
  invitationListReply,
  issuedInvitation,
  memberListReply,
  memberReply,
  type ReadingWarningCode,
  readingCountsReply,
  reprocessDocumentsReply,
  settingsReply,
  tenantListReply,
  tenantReply,
} from "@assay/contract";
import { apiKeys as apiKeyRows, documents, newId } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { APP_ROUTES } from "../support/app-routes.ts";
import { joinTenant } from "../support/join-tenant.ts";
import { expectError, until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

/** What each route that the client calls answers; null where it is no JSON. */
const REPLIES: readonly (readonly [method: string, path: RegExp, reply: z.ZodType | null])[] = [
  ["GET", /\/settings$/, settingsReply],
  ["GET", /\/tenants$/, tenantListReply],
  ["POST", /\/tenants$/, tenantReply],
  ["GET", /\/members$/, memberListReply],
  ["POST", /\/members$/, issuedInvitation],
  ["GET", /\/invitations$/, invitationListReply],
  ["POST", /\/invitations\/[^/]+\/renew$/, issuedInvitation],
  ["PATCH", /\/members\/[^/]+$/, memberReply],
  ["GET", /\/api-keys$/, apiKeyListReply],
  ["POST", /\/api-keys$/, createApiKeyReply],
  ["GET", /\/audit-logs$/, auditListReply],
  ["GET", /\/audit-logs\/verify$/, auditVerifyReply],
  ["POST", /\/audit-logs\/verify$/, auditVerifyReply],
  ["GET", /\/checkpoints$/, checkpointListReply],
  ["GET", /assay-checkpoint-keys\.json$/, checkpointKeysReply],
  ["GET", /\/documents\/failed$/, failedDocumentListReply],
  ["GET", /\/documents\/counts$/, readingCountsReply],
  ["POST", /\/documents\/reprocess$/, reprocessDocumentsReply],
  ["DELETE", /./, null],
];

/** A client whose every answer is parsed with the contract's strict schema. */
const checked: typeof fetch = async (input, init) => {
  const url = new URL(String(input));
  const [, , reply] = REPLIES.find(([method, path]) => method === init?.method && path.test(url.pathname)) ?? [];
  if (reply === undefined)
    throw new Error(`The client calls ${init?.method} ${url.pathname}: add its reply to this test`);
  const response = await fetch(input, init);
  const json = response.headers.get("Content-Type")?.includes("json");
  if (reply && response.ok && json) reply.parse(await response.clone().json());
  return response;
};
const bare = () => assay.tenant({ pack: null });
const clientOf = async (tenant: TestTenant, role: "ADMIN" | "SUPER_ADMIN" = "ADMIN") =>
  new AssayAdmin({ baseUrl: assay.url, token: await tenant.token(role), fetch: checked });
const refusal = async (act: Promise<unknown>) => {
  const error = await act.catch((thrown: unknown) => thrown);
  if (!(error instanceof AssayApiError)) throw new Error("Expected a refusal of the service", { cause: error });
  return { status: error.status, code: error.code };
};

test("an ADMIN sees what the deployment runs with, and a MEMBER does not", async () => {
  const tenant = await bare();
  const settings = await (await clientOf(tenant)).settings();
  expect(settings.service.superAdminMode).toEqual({ value: false, setBy: ["SUPER_ADMIN_MODE"] });
  await expectError(await (await tenant.as("MEMBER")).call("GET", "/api/admin/settings"), 403, "FORBIDDEN");
});

test("tenants are found by a part of their name, which is never a pattern", async () => {
  const admin = await clientOf(await bare(), "SUPER_ADMIN");
  const mark = newId();
  const tenant = await admin.tenants.create(`Hundred % of ${mark}`);
  expect(await admin.tenants.list({ q: `% OF ${mark}` }).toArray()).toEqual([tenant]);
  expect(await admin.tenants.list({ q: `hundred _ of ${mark}` }).toArray()).toEqual([]);
  expect(await admin.tenants.list({ q: mark, status: "INACTIVE" }).toArray()).toEqual([]);
});

test("members are found by a part of their e-mail and by their role", async () => {
  const tenant = await bare();
  const { members } = await clientOf(tenant);
  const email = `nora.${newId()}@example.test`;
  const { userId } = await joinTenant(assay, await tenant.as("ADMIN"), { email, role: "VIEWER" });
  const [member] = await members.list({ q: "NORA." }).toArray();
  expect(member).toMatchObject({ userId, email, role: "VIEWER", mayReview: false });
  expect(await members.list({ q: "nora", role: "ADMIN" }).toArray()).toEqual([]);
  const admins = await members.list({ role: "ADMIN" }).toArray();
  expect(new Set(admins.map(({ role }) => role))).toEqual(new Set(["ADMIN"]));
  expect(await members.change(userId, { mayReview: true })).toMatchObject({ role: "VIEWER", mayReview: true });
  expect(await members.change(userId, { role: "MEMBER" })).toMatchObject({ role: "MEMBER", mayReview: true });
  await members.remove(userId);
  expect(await members.list({ q: "nora" }).toArray()).toEqual([]);
});

test("keys are listed by their state, and name who made them", async () => {
  const tenant = await bare();
  const { apiKeys, members } = await clientOf(tenant);
  const [me] = await members.list().toArray();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { apiKey } = await apiKeys.create({ name: "Nightly upload", role: "ADMIN", expiresAt });
  expect(apiKey).toMatchObject({ createdBy: me!.userId, createdByName: me!.email });
  const other = await apiKeys.create({ name: "By the other", role: "VIEWER", expiresAt });
  const owner = await assay.database.asOwner();
  // Previous releases let keys create keys.
  const made = { createdBy: `api-key:${apiKey.id}` };
  await owner.db.update(apiKeyRows).set(made).where(eq(apiKeyRows.id, other.apiKey.id));
  const [found] = await apiKeys.list({ state: "IN_FORCE" }).toArray();
  expect(found).toMatchObject({ ...made, createdByName: "Nightly upload" });
  await apiKeys.revoke(other.apiKey.id);
  const names = async (state: Client.ApiKeyState) => (await apiKeys.list({ state }).toArray()).map(({ name }) => name);
  const states = async () => [await names("IN_FORCE"), await names("EXPIRED"), await names("REVOKED")];
  expect(await states()).toEqual([["Nightly upload"], [], ["By the other"]]);
  const past = new Date(Date.now() - 1000);
  await owner.db.update(apiKeyRows).set({ expiresAt: past }).where(eq(apiKeyRows.tenantId, tenant.id));
  await owner.close();
  expect(await states()).toEqual([[], ["Nightly upload"], ["By the other"]]);
});

test("the audit log names members, also those who left, and keys, next to its entries and never in them", async () => {
  const tenant = await bare();
  const { apiKeys, audit, members } = await clientOf(tenant);
  const email = `left.${newId()}@example.test`;
  const member = await joinTenant(assay, await tenant.as("ADMIN"), { email, role: "VIEWER" });
  await members.remove(member.userId);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { apiKey } = await apiKeys.create({ name: "Nightly", role: "VIEWER", expiresAt });
  const { entries, names, total } = await audit.page({ limit: 10 });
  expect(total).toBe(5);
  const [me] = await members.list({ role: "ADMIN" }).toArray();
  expect(names).toMatchObject({ [me!.userId]: me!.email, [member.userId]: email, [`api-key:${apiKey.id}`]: "Nightly" });
  expect(JSON.stringify(entries)).not.toMatch(/@example\.test|Nightly/);
  expect(await audit.list({ action: "member.removed" }).toArray()).toEqual([entries[1]]);
  const csv = await (await audit.csv({ objectId: member.userId })).text();
  expect(csv.match(/member\.(joined|removed)/g)).toEqual(["member.removed", "member.joined"]);
});

test("the chain is verified, also against an entry and a checkpoint that were kept", async () => {
  const { audit, members } = await clientOf(await assay.tenant());
  await members.invite({ email: `a.${newId()}@example.test`, role: "VIEWER" });
  const [last] = await audit.list().toArray();
  const kept = { sequence: last!.sequence, hash: last!.hash };
  expect(await audit.verify()).toMatchObject({ valid: true, entries: last!.sequence, head: kept });
  expect((await audit.verify(kept)).kept).toEqual({ ...kept, contained: true, problem: null });
  const statement = { origin: "assay/audit-checkpoint/v1", tenantId: last!.tenantId, ...kept, createdAt: "now" };
  const forged = await audit.verify({ statement, keyId: "unknown", signature: "none" });
  expect([forged.valid, forged.kept?.problem]).toEqual([false, "KEY_UNKNOWN"]);
  // The first act of a tenant has its chain signed, sooner or later.
  const [signed] = await until(
    async () => audit.checkpoints().toArray(),
    (checkpoints) => checkpoints.length > 0,
  );
  expect(await audit.verify(signed!)).toMatchObject({ valid: true, kept: { contained: true, problem: null } });
  expect((await audit.keys())[0]?.kid).toMatch(/./);
});

test("failed documents are counted by reason, placed in their archives, and read again by reason", async () => {
  const tenant = await bare();
  const uploader = await tenant.as("MEMBER");
  const admin = await clientOf(tenant);
  const inner = zipSync({ "blank.txt": strToU8("   ") });
  const outer = zipSync({ "inner.zip": inner, "whole.txt": strToU8("Backups are taken every day.") });
  const archive = await uploader.upload("outer.zip", outer);
  await uploader.settled(archive.id);
  const alone = await uploader.upload("alone.txt", "\n\n\n");
  await uploader.settled(alone.id);
  expect(await admin.documents.counts()).toEqual({
    failed: [{ code: "NO_TEXT", documents: 2 }],
    readEarlier: 0,
    earlierReadings: [],
    notFullyRead: 0,
    encodingUnsure: 0,
    underWay: 0,
  });
  const failed = await admin.documents.failed().toArray();
  expect(
    failed.map(({ originalFilename, within }) => [originalFilename, within.map((each) => each.originalFilename)]),
  ).toEqual([
    ["alone.txt", []],
    ["blank.txt", ["outer.zip", "inner.zip"]],
  ]);
  expect(await admin.documents.failed({ code: "ENCRYPTED_FILE" }).toArray()).toEqual([]);
  expect(await admin.documents.reprocess({ failureCode: "ENCRYPTED_FILE" })).toEqual({ accepted: [], refused: [] });
  const again = await admin.documents.reprocess({ failureCode: "NO_TEXT" });
  expect(again.accepted.toSorted()).toEqual(failed.map(({ id }) => id).toSorted());
  for (const { id } of failed) await uploader.settled(id);
  expect(await admin.documents.reprocess({ documentIds: [alone.id, newId()] })).toMatchObject({
    accepted: [alone.id],
    refused: [{ error: "NOT_FOUND" }],
  });
  const both = admin.documents.reprocess({ failureCode: "NO_TEXT", olderThanReader: true });
  expect(await refusal(both)).toEqual({ status: 400, code: "VALIDATION_ERROR" });
  expect(await refusal((await clientOf(await bare())).documents.reprocess({ failureCode: "GONE" as never }))).toEqual({
    status: 400,
    code: "VALIDATION_ERROR",
  });
});

test("what a previous reader read is counted until it has been read again", async () => {
  const tenant = await bare();
  const uploader = await tenant.as("MEMBER");
  const admin = await clientOf(tenant);
  const { id } = await uploader.upload("policy.txt", "Backups are taken every day.");
  await uploader.settled(id);
  const owner = await assay.database.asOwner();
  await owner.db
    .update(documents)
    .set({ readerVersion: 1 })
    .where(and(eq(documents.tenantId, tenant.id), eq(documents.id, id)));
  await owner.close();
  expect(await admin.documents.counts()).toMatchObject({
    readEarlier: 1,
    earlierReadings: [{ fileType: "txt", readerVersion: 1, documents: 1 }],
  });
  expect(await admin.documents.reprocess({ olderThanReader: true })).toEqual({ accepted: [id], refused: [] });
  await uploader.settled(id);
  expect(await admin.documents.counts()).toMatchObject({
    failed: [],
    readEarlier: 0,
    earlierReadings: [],
    underWay: 0,
  });
});

test("what was not fully read, or in a doubtful encoding, is counted while it is READY", async () => {
  const tenant = await bare();
  const uploader = await tenant.as("MEMBER");
  const admin = await clientOf(tenant);
  const warn = async (name: string, ...codes: ReadingWarningCode[]) => {
    const { id } = await uploader.upload(name, `${name}: backups are taken every day.`);
    await uploader.settled(id);
    const readingWarnings = codes.map((code) => ({ code, message: "Cannot read all of it" }));
    await owner.db
      .update(documents)
      .set({ readingWarnings })
      .where(and(eq(documents.tenantId, tenant.id), eq(documents.id, id)));
  };
  const owner = await assay.database.asOwner();
  await warn("pages.txt", "PAGES_NOT_READ", "PICTURE_NOT_READ");
  await warn("picture.txt", "PICTURE_NOT_READ");
  await warn("encoding.txt", "ENCODING_UNSURE");
  await warn("dates.txt", "DATES_UNCLEAR");
  await owner.close();
  expect(await admin.documents.counts()).toMatchObject({ notFullyRead: 2, encodingUnsure: 1 });
});

test("the routes that the administrators' client calls are there", () => {
  for (const name of ["GET /api/admin/documents/failed", "GET /api/admin/documents/counts"])
    expect(APP_ROUTES.map((route) => route.name)).toContain(name);
});
