import { exchangeLink } from "@assay/client";
import {
  assessmentListReply,
  auditListReply,
  exchangeLinkReply,
  issuedLinkReply,
  linkListReply,
  linkSessionReply,
  runDetails,
  runDocumentListReply,
} from "@assay/contract";
import { runLinks, tenants } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exchange, openLink } from "../support/open-link.ts";
import { makeKey, makeLink, type SettledTenant, settleTenant } from "../support/settled-tenant.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
let ours: SettledTenant;
let admin: TestClient;
let runPath: string;
beforeAll(async () => {
  assay = await testService({}, { limits: { exchangesPerMinute: 1000 } });
  ours = await settleTenant(assay);
  admin = await ours.tenant.as("ADMIN");
  runPath = `/api/runs/${ours.ids.runId}`;
});
afterAll(() => assay.close());

const ENDED = { details: { reason: "LINK_ENDED" } };
const linkPath = (id: string) => `${runPath}/links/${id}`;

/** What no verb does: sets the database's clock against a link. */
async function change(id: string, values: Partial<Record<"expiresAt" | "sessionExpiresAt" | "lastUsedAt", string>>) {
  const owner = await assay.database.asOwner();
  const set = Object.fromEntries(
    Object.entries(values).map(([name, shift]) => [name, sql`now() + ${shift}::interval`]),
  );
  await owner.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`alter table run_links disable trigger run_links_fixed`);
    await tx.update(runLinks).set(set).where(eq(runLinks.id, id));
    await tx.execute(sql`alter table run_links enable always trigger run_links_fixed`);
  });
  await owner.close();
}

async function rowOf(id: string) {
  const owner = await assay.database.asOwner();
  const [row] = await owner.db.select().from(runLinks).where(eq(runLinks.id, id));
  await owner.close();
  return row!;
}

test("a link reads its own run, and the documents that its verdicts cite", async () => {
  const { client, session } = await openLink(assay, ours.tenant, ours.ids.runId);
  expect(session).toMatchObject({ runId: ours.ids.runId, label: "Audit LLP", capabilities: ["READ"] });
  expect((await client.get("/api/links/session", linkSessionReply)).session).toMatchObject(session);
  expect((await client.get(runPath, runDetails)).id).toBe(ours.ids.runId);
  const { assessments } = await client.get(`${runPath}/assessments`, assessmentListReply);
  const [citation] = assessments.flatMap(({ citations }) => citations);
  for (const part of ["chunks", "segments", "pages", "original"])
    expect((await client.call("GET", `/api/documents/${citation!.documentId}/${part}`)).status, part).toBe(200);
  expect((await client.get(`${runPath}/documents`, runDocumentListReply)).judgedCount).toBe(1);
});

test("a link is shown to ADMINs with its state, and its secret only once", async () => {
  const { link, secret, path } = await makeLink(admin, ours.ids.runId, ["READ", "COMMENT"]);
  expect(path).toBe(`/cm/audit#${secret}`);
  expect(link).toMatchObject({ runId: ours.ids.runId, state: "UNUSED", exchangedAt: null, revokedAt: null });
  const stateOf = async () =>
    (await admin.get(`${runPath}/links`, linkListReply)).links.find(({ id }) => id === link.id)?.state;
  expect(await stateOf()).toBe("UNUSED");
  const { token } = exchangeLinkReply.parse(await (await exchange(assay, secret)).json());
  expect(await stateOf()).toBe("IN_USE");
  expect((await admin.call("DELETE", linkPath(link.id))).status).toBe(204);
  expect(await stateOf()).toBe("REVOKED");
  expect((await admin.call("DELETE", linkPath(link.id))).status).toBe(204);

  const { entries } = await admin.get("/api/admin/audit-logs?limit=200", auditListReply);
  const ofLink = entries.filter(({ object_id }) => object_id === link.id).reverse();
  expect(ofLink.map(({ action, actor }) => [action, actor.startsWith("link:")])).toEqual([
    ["link.created", false],
    ["link.exchanged", true],
    ["link.revoked", false],
  ]);
  expect(ofLink[0]).toMatchObject({ runId: ours.ids.runId, details: { capabilities: ["READ", "COMMENT"] } });
  const kept = JSON.stringify([entries, assay.log, await rowOf(link.id)]);
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(token.slice("assay_link_".length));
});

test("an ADMIN names who a link is for, what it allows with READ, and at most 90 days", async () => {
  const body = { label: "Audit LLP", capabilities: ["READ"], expiresAt: new Date(Date.now() + 60_000).toISOString() };
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  for (const [field, wrong] of [
    ["expiresAt", { expiresAt: days(-1) }],
    ["expiresAt", { expiresAt: days(91) }],
    ["capabilities", { capabilities: ["COMMENT"] }],
    ["capabilities", { capabilities: [] }],
    ["capabilities", { capabilities: ["READ", "READ"] }],
    ["label", { label: "" }],
  ] as const) {
    const response = await admin.sendJson("POST", `${runPath}/links`, { ...body, ...wrong });
    const { details } = await expectError(response, 400, "VALIDATION_ERROR");
    expect(JSON.stringify(details)).toContain(`"${field}`);
  }
  expect((await admin.sendJson("POST", `${runPath}/links`, { ...body, expiresAt: days(89) })).status).toBe(201);
});

test("of two browsers that open a link at once exactly one does, and a second is told to ask for a new one", async () => {
  for (let round = 0; round < 5; round++) {
    const { secret } = await makeLink(admin, ours.ids.runId);
    const responses = await Promise.all(Array.from({ length: 4 }, () => exchange(assay, secret)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { message } = await expectError(responses.find(({ status }) => status === 409)!, 409, "INVALID_STATE");
    expect(message).toContain("issue it again");
  }
});

test("a link that is issued again has a new secret, and anyone who had it open is out", async () => {
  const { link, secret } = await makeLink(admin, ours.ids.runId);
  const first = exchangeLinkReply.parse(await (await exchange(assay, secret)).json());
  const response = await admin.call("POST", `${linkPath(link.id)}/reissue`);
  expect(response.status).toBe(200);
  const again = issuedLinkReply.parse(await response.json());
  expect(again.link).toMatchObject({ id: link.id, state: "UNUSED", exchangedAt: null });
  expect(await expectError(await assay.client(first.token).call("GET", runPath), 401, "UNAUTHORIZED")).toMatchObject(
    ENDED,
  );
  expect(await expectError(await exchange(assay, secret), 401, "UNAUTHORIZED")).toMatchObject(ENDED);
  expect((await exchange(assay, again.secret)).status).toBe(200);
});

test("revoked, expired and unknown secrets and sessions end with the same words", async () => {
  const revoked = await makeLink(admin, ours.ids.runId);
  await admin.call("DELETE", linkPath(revoked.link.id));
  const expired = await makeLink(admin, ours.ids.runId);
  await change(expired.link.id, { expiresAt: "-1 second" });
  const refusals = ["A".repeat(43), "x", revoked.secret, expired.secret].map(async (secret) => {
    const { message, details } = await expectError(await exchange(assay, secret), 401, "UNAUTHORIZED");
    return JSON.stringify([message, details]);
  });
  expect(new Set(await Promise.all(refusals)).size).toBe(1);

  const ended = async (token: string) =>
    expect(await expectError(await assay.client(token).call("GET", runPath), 401, "UNAUTHORIZED")).toMatchObject(ENDED);
  await ended(`assay_link_${"A".repeat(43)}`);
  const opened = await openLink(assay, ours.tenant, ours.ids.runId);
  expect((await opened.client.call("GET", runPath)).status).toBe(200);
  expect((await admin.call("DELETE", linkPath(opened.id))).status).toBe(204);
  await ended(opened.token);
  const short = await openLink(assay, ours.tenant, ours.ids.runId);
  await change(short.id, { expiresAt: "-1 second" });
  await ended(short.token);
  for (const id of [short.id, opened.id])
    await expectError(await admin.call("POST", `${linkPath(id)}/reissue`), 409, "INVALID_STATE");
});

test("a session ends 8 hours after its last use, which is noted at most once a minute", async () => {
  const { id, client, token } = await openLink(assay, ours.tenant, ours.ids.runId);
  await client.call("GET", runPath);
  const used = await rowOf(id);
  await client.call("GET", runPath);
  expect((await rowOf(id)).lastUsedAt).toEqual(used.lastUsedAt);
  await change(id, { lastUsedAt: "-2 minutes", sessionExpiresAt: "1 minute" });
  expect((await client.call("GET", runPath)).status).toBe(200);
  const renewed = await rowOf(id);
  const hours = (renewed.sessionExpiresAt!.getTime() - renewed.lastUsedAt!.getTime()) / 3_600_000;
  expect(hours).toBe(8);
  await change(id, { sessionExpiresAt: "-1 second" });
  const refused = await assay.client(token).call("GET", runPath);
  expect(await expectError(refused, 401, "UNAUTHORIZED")).toMatchObject(ENDED);
});

test("while the tenant is not active its links are refused like its members", async () => {
  const theirs = await settleTenant(assay);
  const { secret } = await makeLink(await theirs.tenant.as("ADMIN"), theirs.ids.runId);
  const { client } = await openLink(assay, theirs.tenant, theirs.ids.runId);
  const owner = await assay.database.asOwner();
  const set = (status: "ACTIVE" | "INACTIVE") =>
    owner.db.update(tenants).set({ status }).where(eq(tenants.id, theirs.tenant.id));
  await set("INACTIVE");
  for (const refused of [await client.call("GET", `/api/runs/${theirs.ids.runId}`), await exchange(assay, secret)])
    expect((await expectError(refused, 403, "FORBIDDEN")).details).toEqual({ reason: "TENANT_SUSPENDED" });
  await set("ACTIVE");
  await owner.close();
  expect((await client.call("GET", `/api/runs/${theirs.ids.runId}`)).status).toBe(200);
  expect((await exchange(assay, secret)).status).toBe(200);
});

test("a link is made by a person and by no key, for a run of the tenant, and belongs to that run", async () => {
  const { key } = await makeKey(admin, "ADMIN");
  const body = { label: "Audit LLP", capabilities: ["READ"], expiresAt: new Date(Date.now() + 60_000).toISOString() };
  const refused = await assay.client(key).sendJson("POST", `/api/runs/${ours.ids.runId}/links`, body);
  const { message, details } = await expectError(refused, 403, "FORBIDDEN");
  expect(message).toBe("Cannot create an auditor's link with an API key: sign in as a user");
  expect(details).toEqual({ reason: "PERSON_REQUIRED" });
  const { link } = await makeLink(admin, ours.ids.runId);
  const elsewhere = `/api/runs/${ours.otherRunId}/links/${link.id}`;
  await expectError(await admin.call("DELETE", elsewhere), 404, "NOT_FOUND");
  await expectError(await admin.call("POST", `${elsewhere}/reissue`), 404, "NOT_FOUND");
});

test("the client opens a link, and reads with it what the link shows", async () => {
  const { secret } = await makeLink(admin, ours.ids.runId);
  const opened = await exchangeLink(assay.url, secret);
  expect(opened.session.runId).toBe(ours.ids.runId);
  expect((await opened.assay.links.session()).label).toBe("Audit LLP");
  expect(await opened.assay.runs.assessments(opened.session.runId)).not.toHaveLength(0);
  await expect(opened.assay.runs.list().toArray()).rejects.toMatchObject({ status: 403, code: "FORBIDDEN" });
  await expect(exchangeLink(assay.url, secret)).rejects.toMatchObject({ status: 409, code: "INVALID_STATE" });
});

test("one address may try to open so many links a minute", async () => {
  const slow = await testService({}, { limits: { exchangesPerMinute: 3 } });
  const responses = [];
  for (let at = 0; at < 4; at++) responses.push(await exchange(slow, "A".repeat(43)));
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
  expect(Number(responses[3]!.headers.get("Retry-After"))).toBeGreaterThan(0);
  await slow.close();
});

test("behind a trusted proxy each client has an address of its own, and what a client writes elsewhere is not read", async () => {
  const limits = { exchangesPerMinute: 1 };
  const from = (service: TestService, forwardedFor: string) =>
    service.client().call("POST", "/api/links/exchange", {
      headers: { "X-Forwarded-For": forwardedFor, "Content-Type": "application/json" },
      body: JSON.stringify({ secret: "A".repeat(43) }),
    });
  const statuses = async (service: TestService, ...all: readonly string[]) => {
    const found = [];
    for (const each of all) found.push((await from(service, each)).status);
    return found;
  };
  const proxied = await testService({ TRUSTED_PROXIES: "127.0.0.0/8,::1" }, { limits });
  expect(await statuses(proxied, "203.0.113.1", "203.0.113.2", "198.51.100.9, 203.0.113.2")).toEqual([401, 401, 429]);
  await proxied.close();
  const direct = await testService({}, { limits });
  expect(await statuses(direct, "203.0.113.1", "203.0.113.2")).toEqual([401, 429]);
  await direct.close();
});
