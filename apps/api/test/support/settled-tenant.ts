import { createHash } from "node:crypto";
import {
  commentReply,
  createApiKeyReply,
  createdScimKey,
  exceptionReply,
  exportListReply,
  identityProviderReply,
  issuedInvitation,
  issuedLinkReply,
  type LinkCapability,
  requirementListReply,
  resetReply,
  reviewReply,
  runDetails,
  signOffReply,
  taskListReply,
  tenantDomainReply,
  webhookDeliveryReply,
  webhookWithSecretReply,
} from "@assay/contract";
import { createConnection, exchangeCode, listOwnConnections } from "@assay/core/connections";
import { createDirectoryGroup } from "@assay/core/scim";
import { inTenant, putMember } from "@assay/core/tenancy";
import { documentPages, newId } from "@assay/db";
import { expect } from "vitest";
import { policyText } from "./small-pack.ts";
import { type TestClient, until } from "./test-client.ts";
import type { TestService, TestTenant } from "./test-service.ts";

/** The ids of a tenant's resources, by the names that paths give their parameters. */
interface ResourceIds {
  readonly [name: string]: string;
  readonly id: string;
  readonly runId: string;
  readonly exportId: string;
  readonly taskId: string;
  readonly requirementId: string;
  readonly reviewId: string;
  readonly signOffId: string;
  readonly userId: string;
  readonly apiKeyId: string;
  readonly providerId: string;
  readonly domainId: string;
  readonly scimKeyId: string;
  readonly scimGroupId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly linkId: string;
  readonly connectionId: string;
  readonly commentId: string;
  readonly exceptionId: string;
  readonly invitationId: string;
  readonly resetId: string;
}

/** A tenant with one of everything that has an id, and a second run. */
export interface SettledTenant {
  readonly tenant: TestTenant;
  readonly ids: ResourceIds;
  readonly otherRunId: string;
}

export async function settleTenant(assay: TestService): Promise<SettledTenant> {
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  const { id } = await member.upload("backup-policy.txt", policyText);
  await member.settled(id);
  await addPicture(assay, tenant, id);
  const runIds: string[] = [];
  for (let at = 0; at < 2; at++) {
    const started = await member.startRun();
    expect((await member.finished(started.id)).status).toBe("COMPLETED");
    runIds.push(started.id);
  }
  const [otherRunId, runId] = runIds as [string, string];
  const { exports } = await member.get(`/api/runs/${runId}/exports`, exportListReply);
  const { tasks } = await member.get(`/api/runs/${runId}/tasks`, taskListReply);
  const requirementId = "1.1";
  await addReview(member, otherRunId, requirementId);
  const reviewId = await addReview(member, runId, requirementId);
  const userId = await addMember(assay, tenant);
  const apiKeyId = (await makeKey(await tenant.as("ADMIN"), "VIEWER")).apiKey.id;
  const { webhookId, deliveryId } = await makeWebhook(await tenant.as("ADMIN"));
  const providerId = await makeProvider(await tenant.as("ADMIN"));
  const domainId = await makeDomain(await tenant.as("ADMIN"));
  const scimKeyId = await makeScimKey(await tenant.as("ADMIN"));
  const scimGroupId = await makeScimGroup(assay, tenant, scimKeyId);
  const linkId = (await makeLink(await tenant.as("ADMIN"), runId)).link.id;
  const commentId = await addComment(member, runId);
  const exceptionId = await proposeException(member, userId);
  const signOffId = await signAsPrepared(member, runId);
  const ofRun = { id, runId, exportId: exports[0]!.id, taskId: tasks[0]!.id, requirementId, reviewId, commentId };
  const ids = {
    ...ofRun,
    index: PICTURE_PAGE,
    userId,
    apiKeyId,
    providerId,
    domainId,
    scimKeyId,
    scimGroupId,
    webhookId,
    deliveryId,
    linkId,
    connectionId: await connectApp(assay, tenant, userId),
    exceptionId,
    signOffId,
    invitationId: await makeInvitation(await tenant.as("ADMIN")),
    resetId: await makeReset(assay, tenant),
  };
  return { tenant, ids, otherRunId };
}

/** The page with an image, as paths name it. */
const PICTURE_PAGE = "1";

/** A page with an image that OCR has read. */
async function addPicture({ service }: TestService, { id: tenantId }: TestTenant, documentId: string): Promise<void> {
  await inTenant({ db: service.db, tenantId }, (tx) =>
    tx.insert(documentPages).values({
      tenantId,
      documentId,
      pageIndex: Number(PICTURE_PAGE),
      state: "OCR",
      pictureSegment: 0,
      picture: { kind: "FILE", frame: 0 },
      words: [],
      recognisedAt: new Date(),
    }),
  );
}

/** A signature under a run when it is captured, whose id it answers. */
export async function signAsPrepared(member: TestClient, runId: string): Promise<string> {
  await until(
    () => member.get(`/api/runs/${runId}`, runDetails),
    ({ snapshotStatus }) => snapshotStatus !== "PENDING",
  );
  const body = { role: "PREPARED", statement: "I have started it" };
  const response = await member.sendJson("POST", `/api/runs/${runId}/sign-offs`, body);
  return signOffReply.parse(await response.json()).signOff.id;
}

async function addReview(member: TestClient, runId: string, requirementId: string): Promise<string> {
  const body = { requirementId, decision: "AGREED", reason: "As the policy says", openedChunkIds: [] };
  const response = await member.sendJson("POST", `/api/runs/${runId}/reviews`, body);
  return reviewReply.parse(await response.json()).review.id;
}

/** A VIEWER, whose id it answers. */
export async function addMember({ service }: TestService, { id: tenantId }: TestTenant): Promise<string> {
  const userId = newId();
  await putMember(service.db, { tenantId, userId, email: `${userId}@example.test`, role: "VIEWER" });
  return userId;
}

/** A reset of a member's password that another ADMIN began and a second one is to confirm, whose id it answers. */
export async function makeReset(assay: TestService, tenant: TestTenant): Promise<string> {
  const { db, identity } = assay.service;
  const [userId, admin] = [await addMember(assay, tenant), { tenantId: tenant.id, userId: newId() }];
  await putMember(db, { ...admin, email: `${admin.userId}@example.test`, role: "ADMIN" });
  const client = assay.client(await identity.issueToken({ ...admin, ttlSeconds: 300 }));
  const response = await client.sendJson("POST", "/api/admin/resets", { userId, kind: "PASSWORD" });
  return resetReply.parse(await response.json()).reset.id;
}

/** An application that a member has connected. */
export async function connectApp(
  { service }: TestService,
  { id: tenantId }: TestTenant,
  userId: string,
): Promise<string> {
  const [now, factor, codeVerifier] = [new Date(), "PASSWORD" as const, "v".repeat(43)];
  const session = { id: newId(), authenticatedAt: now, factor, factorAt: now, proofs: [{ factor, at: now }] };
  const ctx = { db: service.db, tenantId, actor: { id: userId, role: "VIEWER" as const, tenantId }, session };
  const redirectUri = "https://app.example.test/";
  const { code } = await createConnection(ctx, {
    app: { id: "app_test", name: "App", host: null, redirectUris: [redirectUri] },
    redirectUri,
    codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    resource: "https://assay.example.test/mcp",
  });
  await exchangeCode(service.db, { code, clientId: "app_test", redirectUri, codeVerifier }, async () => true);
  return (await listOwnConnections(ctx, { limit: 1 })).items[0]!.id;
}

/** An invitation that is handed over, whose id it answers. */
export async function makeInvitation(admin: TestClient): Promise<string> {
  const body = { email: `${newId()}@example.test`, role: "VIEWER" };
  const response = await admin.sendJson("POST", "/api/admin/members", body);
  return issuedInvitation.parse(await response.json()).invitation.id;
}

/** A comment on the whole run, whose id it answers. */
async function addComment(author: TestClient, runId: string, text = "Where is the log?"): Promise<string> {
  const response = await author.sendJson("POST", `/api/runs/${runId}/comments`, { text });
  return commentReply.parse(await response.json()).comment.id;
}

/** A proposal, whose id it answers. */
async function proposeException(proposer: TestClient, ownerId: string): Promise<string> {
  const { requirements } = await proposer.get("/api/requirements", requirementListReply);
  const validUntil = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const terms = { requirementId: requirements[0]!.requirementId, kind: "RISK_ACCEPTED", reason: "Accepted" };
  const response = await proposer.sendJson("POST", "/api/exceptions", { ...terms, ownerId, validUntil });
  return exceptionReply.parse(await response.json()).exception.id;
}

/** A webhook whose receiver is nowhere, with a delivery. */
export async function makeWebhook(admin: TestClient): Promise<{ webhookId: string; deliveryId: string }> {
  const body = { url: "https://nowhere.invalid/", events: ["run.failed"] };
  const created = await admin.sendJson("POST", "/api/admin/webhooks", body);
  const { webhook } = webhookWithSecretReply.parse(await created.json());
  const tried = await admin.sendJson("POST", `/api/admin/webhooks/${webhook.id}/test`, {});
  return { webhookId: webhook.id, deliveryId: webhookDeliveryReply.parse(await tried.json()).delivery.id };
}

/** A provider that is nowhere. */
export async function makeProvider(admin: TestClient): Promise<string> {
  const client = { clientId: "assay", clientSecret: "a secret" };
  const body = { name: "Directory", issuer: "https://nowhere.invalid", ...client };
  const made = await admin.sendJson("POST", "/api/admin/identity-providers", body);
  return identityProviderReply.parse(await made.json()).identityProvider.id;
}

/** A domain that nobody has proved. */
export async function makeDomain(admin: TestClient): Promise<string> {
  const added = await admin.sendJson("POST", "/api/admin/domains", { domain: `d-${newId()}.example.com` });
  return tenantDomainReply.parse(await added.json()).domain.id;
}

export async function makeScimKey(admin: TestClient): Promise<string> {
  const made = await admin.sendJson("POST", "/api/admin/scim-keys", { name: "Directory" });
  return createdScimKey.parse(await made.json()).scimKey.id;
}

async function makeScimGroup({ service }: TestService, { ctx }: TestTenant, keyId: string): Promise<string> {
  const directory = { ...ctx, db: service.db, actor: { ...ctx.actor, id: `scim-key:${keyId}` } };
  const group = { displayName: "Auditors", externalId: null, members: new Set<string>() };
  return (await createDirectoryGroup(directory, group)).id;
}

/** An auditor's link to a run, unused. */
export async function makeLink(
  admin: TestClient,
  runId: string,
  capabilities: readonly LinkCapability[] = ["READ"],
  ttlMs = 3_600_000,
) {
  const expiresAt = new Date(Date.now() + ttlMs).toISOString();
  const body = { label: "Audit LLP", capabilities, expiresAt };
  const response = await admin.sendJson("POST", `/api/runs/${runId}/links`, body);
  const text = await response.text();
  expect(response.status, text).toBe(201);
  return issuedLinkReply.parse(JSON.parse(text));
}

export async function makeKey(admin: TestClient, role: "VIEWER" | "MEMBER" | "ADMIN", ttlMs = 3_600_000) {
  const expiresAt = new Date(Date.now() + ttlMs).toISOString();
  const response = await admin.sendJson("POST", "/api/admin/api-keys", { name: "A key", role, expiresAt });
  const text = await response.text();
  expect(response.status, text).toBe(201);
  return createApiKeyReply.parse(JSON.parse(text));
}
