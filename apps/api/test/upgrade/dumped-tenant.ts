import { createHash } from "node:crypto";
import {
  type Assessment,
  assessmentListReply,
  auditVerifyReply,
  checkpointKeysReply,
  checkpointListReply,
  commentReply,
  exceptionReply,
  exchangeLinkReply,
  exportListReply,
  importRunReply,
  type Role,
  requirementListReply,
  reviewReply,
  runDetails,
  signOffReply,
  taskListReply,
  webhookDeliveryReply,
  webhookWithSecretReply,
} from "@assay/contract";
import { putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import type { DumpExpectation } from "@assay/testing/dump";
import { zipSync } from "fflate";
import { expect } from "vitest";
import { exchange } from "../support/open-link.ts";
import { makeKey, makeLink } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { type TestClient, until } from "../support/test-client.ts";
import type { TestService, TestTenant } from "../support/test-service.ts";
import type { TurningAssessor } from "./turning-assessor.ts";

const STATEMENT = "I have looked at every verdict";
const VISITORS = "Visitors to the laboratory are always accompanied by a member of staff and sign the visitors' book.";
const FOR_A_YEAR_MS = 300 * 86_400_000;
const FOR_A_MONTH_MS = 60 * 86_400_000;

type Person = DumpExpectation["people"]["reads"];

export interface StartedEvidence {
  readonly tenantId: string;
  readonly packId: string;
  readonly people: DumpExpectation["people"];
  readonly documentId: string;
  readonly exceptionId: string;
}

/** Documents, among them an archive and one that cannot be read, people, and an active exception. */
export async function startEvidence(assay: TestService): Promise<StartedEvidence> {
  const tenant = await assay.tenant();
  const people = {
    prepares: await makePerson(assay, tenant, "anna", "MEMBER"),
    reviews: await makePerson(assay, tenant, "ben", "ADMIN"),
    reads: await makePerson(assay, tenant, "clara", "VIEWER"),
    operates: await makePerson(assay, tenant, "olga", "SUPER_ADMIN"),
  };
  const [anna, ben] = [await signIn(assay, tenant.id, people.prepares), await signIn(assay, tenant.id, people.reviews)];
  const { id: documentId } = await anna.upload("backup-policy.txt", policyText, { category: "Policies" });
  const archive = zipSync({
    "site/visitors.txt": new TextEncoder().encode(VISITORS.replace("always", "sometimes")),
    "site/notes.md": new TextEncoder().encode("# Notes\n\nThe laboratory is cleaned on Fridays by the facility team."),
  });
  const { id: archiveId } = await anna.upload("site.zip", archive);
  const { id: brokenId } = await anna.upload("broken.pdf", "%PDF-1.7 broken");
  for (const id of [documentId, archiveId, brokenId]) await anna.settled(id);
  const exceptionId = await propose(anna, people.prepares, "2.1");
  await ok(ben.sendJson("POST", `/api/exceptions/${exceptionId}/approve`, {}));
  await until(
    () => ben.get("/api/admin/audit-logs/checkpoints", checkpointListReply),
    ({ checkpoints }) => checkpoints.length > 0,
  );
  return { tenantId: tenant.id, packId: tenant.packId, people, documentId, exceptionId };
}

/** Every kind of run, and what people do with them, through the API. */
export async function actInEachWay(
  assay: TestService,
  { tenantId, people, documentId, exceptionId, packId }: StartedEvidence,
  assessor: TurningAssessor,
): Promise<Omit<DumpExpectation, "settings" | "migrations">> {
  const anna = await signIn(assay, tenantId, people.prepares);
  const ben = await signIn(assay, tenantId, people.reviews);
  const operator = await signIn(assay, tenantId, people.operates);
  const webhook = await makeWebhooks(ben);

  const signed = await captured(anna);
  const ofRun = await workOn(signed, { anna, ben, people });
  const links = await makeLinks(assay, ben, signed);
  const { id: secondId } = await anna.upload("visitors.txt", VISITORS);
  await anna.settled(secondId);
  const changed = await captured(anna);
  const prepared = await sign(anna, changed, { role: "PREPARED", statement: STATEMENT });
  await ok(
    ben.sendJson("POST", `/api/runs/${changed}/sign-offs/${prepared}/withdraw`, { reason: "A note is missing" }),
  );
  await propose(anna, people.reviews, "1.2.a");
  const revoked = await propose(anna, people.prepares, "1.1");
  await ok(anna.sendJson("POST", `/api/exceptions/${revoked}/revoke`, { reason: "Proposed by mistake" }));

  // What a run that asks again about: otherwise it would reuse the answers of the runs before it.
  await anna.settled((await anna.upload("again.txt", `${policyText}\n${VISITORS}`)).id);
  assessor.mode = "REFUSE";
  const failed = (await anna.startRun()).id;
  await anna.finished(failed);
  await anna.settled((await anna.upload("once-more.txt", `${VISITORS}\n\n${policyText}`)).id);
  assessor.mode = "HOLD";
  const cancelled = (await anna.startRun()).id;
  await assessor.held;
  await ok(anna.sendJson("POST", `/api/runs/${cancelled}/cancel`, { reason: "Started with the wrong documents" }));
  await anna.finished(cancelled);
  assessor.mode = "ASSESS";
  const imported = await importRun(operator, packId, []);
  const importedFailed = await importRun(operator, packId, [
    { requirementId: "1.2.a", status: "FAILED", confidence: 0, reasoning: "The system failed." },
  ]);

  const apiKey = await makeKey(ben, "ADMIN", FOR_A_YEAR_MS);
  const gone = await makeKey(ben, "VIEWER", FOR_A_YEAR_MS);
  await ok(ben.call("DELETE", `/api/admin/api-keys/${gone.apiKey.id}`));
  await until(
    () => ben.get("/api/admin/audit-logs/checkpoints", checkpointListReply),
    ({ checkpoints }) => new Set(checkpoints.map(({ keyId }) => keyId)).size === 2,
  );
  const verified = await ben.get("/api/admin/audit-logs/verify", auditVerifyReply);
  expect(verified).toMatchObject({ valid: true, checkpoints: { problems: [] } });
  const { checkpoints } = await ben.get("/api/admin/audit-logs/checkpoints?limit=200", checkpointListReply);
  const ids = { ...ofRun, ...webhook, ...links.ids, exceptionId, runId: signed, id: documentId };
  return {
    tenantId,
    people,
    apiKey: apiKey.key,
    revokedApiKey: gone.key,
    links: links.secrets,
    ids: { ...ids, apiKeyId: apiKey.apiKey.id, userId: people.reads.userId, index: "1" },
    runs: {
      signed: await describeRun(operator, signed),
      changed: await describeRun(operator, changed),
      failed: await describeRun(operator, failed),
      cancelled: await describeRun(operator, cancelled),
      imported: await describeRun(operator, imported),
      importedFailed: await describeRun(operator, importedFailed),
    },
    publicKeys: (await ben.get("/.well-known/assay-checkpoint-keys.json", checkpointKeysReply)).keys,
    checkpoints: [...Map.groupBy(checkpoints, ({ keyId }) => keyId).values()].map(([last]) => last),
    auditEntries: verified.entries,
  };
}

async function makePerson(assay: TestService, { id: tenantId }: TestTenant, name: string, role: Role): Promise<Person> {
  const person = { userId: newId(), email: `${name}@example.test`, role };
  await putMember(assay.service.db, { tenantId, ...person });
  return person;
}

export async function signIn(assay: TestService, tenantId: string, { userId }: Person): Promise<TestClient> {
  return assay.client(await assay.service.identity.issueToken({ userId, tenantId, ttlSeconds: 86_400 }));
}

/** A run that has its snapshot. */
async function captured(client: TestClient): Promise<string> {
  const { id } = await client.startRun();
  expect((await client.finished(id)).status).toBe("COMPLETED");
  await until(
    () => client.get(`/api/runs/${id}`, runDetails),
    ({ snapshotStatus }) => snapshotStatus === "CAPTURED",
  );
  return id;
}

interface Pair {
  readonly anna: TestClient;
  readonly ben: TestClient;
  readonly people: DumpExpectation["people"];
}

/** Reviews, tasks, comments, and the signatures of two people. */
async function workOn(runId: string, { anna, ben, people }: Pair): Promise<Record<string, string>> {
  const { assessments } = await anna.get(`/api/runs/${runId}/assessments`, assessmentListReply);
  const cited = (requirementId: string) =>
    assessments
      .find((each: Assessment) => each.requirementId === requirementId)!
      .citations.map(({ chunkId }) => chunkId);
  const review = async (body: object) => {
    const response = await ok(anna.sendJson("POST", `/api/runs/${runId}/reviews`, body));
    return reviewReply.parse(await response.json()).review.id;
  };
  const reviewId = await review({
    requirementId: "1.1",
    decision: "AGREED",
    openedChunkIds: cited("1.1"),
    reason: "As it says",
  });
  const redacted = await review({
    requirementId: "1.2.a",
    decision: "AGREED",
    openedChunkIds: [],
    reason: "Names a person",
  });
  await ok(ben.sendJson("POST", `/api/runs/${runId}/reviews/${redacted}/redact`, {}));
  await review({
    ...{
      requirementId: "1.2.a",
      decision: "SENT_BACK",
      openedChunkIds: cited("1.2.a"),
      reason: "Ask the operations team",
    },
    ...{ assigneeId: people.prepares.userId, dueDate: "2099-12-31" },
  });
  await review({
    ...{ requirementId: "2.1", decision: "CHANGED", status: "PARTIAL", reasonCode: "OTHER", reason: "Staff told us" },
    openedChunkIds: [],
  });
  const { tasks } = await anna.get(`/api/runs/${runId}/tasks`, taskListReply);
  const task = tasks.find(({ requirementId }) => requirementId === "2.1")!;
  await ok(
    anna.sendJson("PATCH", `/api/tasks/${task.id}`, {
      status: "IN_PROGRESS",
      assigneeId: people.reviews.userId,
      dueDate: "2099-06-30",
    }),
  );
  const comment = async (who: TestClient, body: object) => {
    const response = await ok(who.sendJson("POST", `/api/runs/${runId}/comments`, body));
    return commentReply.parse(await response.json()).comment.id;
  };
  const commentId = await comment(ben, {
    requirementId: "1.1",
    kind: "REQUEST",
    text: `@${people.prepares.email} where is the log?`,
  });
  await comment(anna, { requirementId: "1.1", text: "It is in the second annex", answersId: commentId });
  const regretted = await comment(anna, { text: "Names a person" });
  await ok(ben.sendJson("POST", `/api/runs/${runId}/comments/${regretted}/redact`, {}));
  const signOffId = await sign(anna, runId, { role: "PREPARED", statement: STATEMENT });
  await sign(ben, runId, { role: "REVIEWED", statement: STATEMENT });
  const { exports } = await anna.get(`/api/runs/${runId}/exports`, exportListReply);
  return { reviewId, commentId, signOffId, taskId: task.id, requirementId: "1.1", exportId: exports[0]!.id };
}

async function sign(client: TestClient, runId: string, body: object): Promise<string> {
  const response = await ok(client.sendJson("POST", `/api/runs/${runId}/sign-offs`, body));
  return signOffReply.parse(await response.json()).signOff.id;
}

async function makeLinks(assay: TestService, admin: TestClient, runId: string) {
  const make = () => makeLink(admin, runId, ["READ", "COMMENT"], FOR_A_MONTH_MS);
  const [unopened, opened, revoked] = [await make(), await make(), await make()];
  const { token } = exchangeLinkReply.parse(await (await exchange(assay, opened.secret)).json());
  const auditor = assay.client(token);
  await ok(
    auditor.sendJson("POST", `/api/runs/${runId}/comments`, { requirementId: "1.1", text: "Seen by the auditor" }),
  );
  await ok(admin.call("DELETE", `/api/runs/${runId}/links/${revoked.link.id}`));
  return {
    ids: { linkId: unopened.link.id },
    secrets: { unopenedSecret: unopened.secret, openedToken: token, revokedSecret: revoked.secret },
  };
}

/** One that is told of runs and documents, and one that is disabled. */
async function makeWebhooks(admin: TestClient): Promise<{ webhookId: string; deliveryId: string }> {
  const create = async (body: object) => {
    const response = await ok(admin.sendJson("POST", "/api/admin/webhooks", body));
    return webhookWithSecretReply.parse(await response.json()).webhook.id;
  };
  const webhookId = await create({
    url: "http://hooks.example.com/in",
    events: ["run.completed", "run.failed", "document.ready"],
  });
  const tried = await ok(admin.sendJson("POST", `/api/admin/webhooks/${webhookId}/test`, {}));
  const { delivery } = webhookDeliveryReply.parse(await tried.json());
  const disabled = await create({ url: "http://hooks.example.com/old", events: ["run.completed"] });
  await ok(admin.sendJson("PATCH", `/api/admin/webhooks/${disabled}`, { enabled: false }));
  return { webhookId, deliveryId: delivery.id };
}

async function propose(client: TestClient, owner: Person, requirementId: string): Promise<string> {
  const { requirements } = await client.get("/api/requirements", requirementListReply);
  expect(requirements.map((each) => each.requirementId)).toContain(requirementId);
  const validUntil = new Date(Date.now() + FOR_A_YEAR_MS).toISOString().slice(0, 10);
  const terms = { requirementId, kind: "RISK_ACCEPTED", reason: "Accepted until the move", ownerId: owner.userId };
  const response = await ok(client.sendJson("POST", "/api/exceptions", { ...terms, validUntil }));
  return exceptionReply.parse(await response.json()).exception.id;
}

async function importRun(operator: TestClient, packId: string, further: readonly object[]): Promise<string> {
  const citation = { documentId: newId(), chunkId: newId(), text: "Backups are taken every day.", pageNumber: 3 };
  const body = {
    ...{ packId, startedAt: "2024-03-01T08:00:00.000Z", completedAt: "2024-03-01T09:30:00.000Z" },
    assessments: [
      { requirementId: "1.1", confidence: 0.9, citations: [citation], reasoning: "Stated." },
      { requirementId: "2.1", confidence: 0.1, reasoning: "Nothing was found." },
      ...further,
    ],
    tasks: [{ requirementId: "2.1", title: "Provide badges", description: "Hand out badges.", status: "IN_PROGRESS" }],
  };
  const response = await ok(operator.sendJson("POST", "/api/admin/runs/import", body));
  return importRunReply.parse(await response.json()).run.id;
}

/** What is the same whenever it is asked for. */
async function describeRun(operator: TestClient, runId: string): Promise<DumpExpectation["runs"]["signed"]> {
  const { snapshotStatus } = await operator.get(`/api/runs/${runId}`, runDetails);
  expect(snapshotStatus).not.toBe("PENDING");
  const replies: Record<string, unknown> = {};
  for (const part of ["assessments", "tasks", "exports", "reviews", "sign-offs", "exceptions"])
    replies[part] = await (await ok(operator.call("GET", `/api/runs/${runId}/${part}`))).json();
  const isCaptured = snapshotStatus === "CAPTURED";
  return {
    runId,
    snapshotStatus: snapshotStatus as "CAPTURED" | "FAILED" | "LEGACY",
    snapshotHash: isCaptured ? hashOf(await bytesOf(operator, `/api/runs/${runId}/snapshot`)) : null,
    replayHash: isCaptured ? hashOf(await bytesOf(operator, `/api/admin/runs/${runId}/replay`)) : null,
    replies,
  };
}

async function bytesOf(client: TestClient, path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await ok(client.call("GET", path))).arrayBuffer());
}

export const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function ok(request: Promise<Response>): Promise<Response> {
  const response = await request;
  if (!response.ok) expect.fail(`${response.status} ${await response.text()}`);
  return response;
}
