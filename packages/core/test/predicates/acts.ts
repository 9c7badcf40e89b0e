import { type ClosedSync, isUuid, type PackFile, WEBHOOK_EVENTS } from "@assay/contract";
import * as accessRecords from "@assay/core/access-records";
import * as audit from "@assay/core/audit";
import * as checkpoints from "@assay/core/checkpoints";
import * as comments from "@assay/core/comments";
import * as connections from "@assay/core/connections";
import * as documents from "@assay/core/documents";
import { countSent } from "@assay/core/egress";
import { encryptFiles } from "@assay/core/encrypt-files";
import * as exceptions from "@assay/core/exceptions";
import * as fileKeys from "@assay/core/file-keys";
import * as invitations from "@assay/core/invitations";
import * as links from "@assay/core/links";
import * as overview from "@assay/core/overview";
import * as packs from "@assay/core/packs";
import type { Accounts, SignedInSession } from "@assay/core/ports";
import * as reports from "@assay/core/reports";
import * as resets from "@assay/core/resets";
import * as residency from "@assay/core/residency";
import { getRetrievalVersion } from "@assay/core/retrieval-versions";
import * as reviews from "@assay/core/reviews";
import * as runs from "@assay/core/runs";
import * as scim from "@assay/core/scim";
import * as search from "@assay/core/search";
import * as signOffs from "@assay/core/sign-offs";
import * as singleSignOn from "@assay/core/single-sign-on";
import * as sources from "@assay/core/sources";
import * as tasks from "@assay/core/tasks";
import type { Context } from "@assay/core/tenancy";
import * as tenancy from "@assay/core/tenancy";
import { inCatalog } from "@assay/core/tenancy";
import * as webhooks from "@assay/core/webhooks";
import { newId } from "@assay/db";
import { exceptRequirement } from "../support/except-requirement.ts";
import { makePack } from "../support/make-pack.ts";
import { createMemoryFileStore } from "../support/memory-file-store.ts";
import { createMemoryKeyWrapper } from "../support/memory-key-wrapper.ts";
import { IMAGE } from "../support/plain-extractor.ts";
import type { TestEngine } from "../support/test-engine.ts";

const RELEASE = { release: "1.0.0", fileBytesMax: 1_000_000 };
const ALL = { limit: 200 };
const STATEMENT = "I have looked at it";
const KEY_WRAPPER = createMemoryKeyWrapper("key-1");
const neverAsked = () => {
  throw new Error("Nothing is hashed");
};

/** An ADMIN of both tenants, as only persons sign. */
const SIGNER_ID = newId();
const asSigner = (ctx: Context, id = SIGNER_ID): Context => asPerson(ctx, id);

/** Two tenants' are more than the quota of one. */
const PART = { sizeBytes: 1, sha256: "1".repeat(64) };
const UPLOAD = { filename: "in-parts.txt", fields: {}, sizeBytes: 1e9 };
const UPLOAD_SETTINGS = { quota: { documentsMax: 1e6, bytesMax: 1.5e9 }, keepMs: 3_600_000 };

const accounts: Accounts = {
  create: async () => ({ userId: newId() }),
  findEmail: async (userId) => `${userId}@x.test`,
  findOrInvite: async (_, tenantId) => ({ userId: newId(), tenantId }),
  changePassword: async () => {},
  describe: async () => undefined,
  erase: async () => {},
  resetsByMail: false,
  findByAddress: async (email) => email.split("@")[0],
  choosePassword: async (_, record) => record(),
  resetPassword: async () => ({ password: "first" }),
  listSessions: async () => ({ sessions: [], isComplete: true }),
  endSession: async () => true,
  endOtherSessions: async () => {},
  endSessionsIn: async () => {},
  resetFactors: async (_, record) => {
    await record(newId());
    return 1;
  },
};

/**
 * What they read and write belongs to every tenant, or to the owner of a pack, whom row-level security keeps apart
 * (`pack-owners.test.ts`); the audit entry is written through `recordAudit`, tried with others.
 */
export const OF_ALL_TENANTS = [
  ...[
    "createPack",
    "patchPack",
    "offerPack",
    "getOffer",
    "deleteDraft",
    "deletePack",
    "getPack",
    "listPacks",
    "listVersions",
    "readVersion",
    "importVersion",
    "publishVersion",
    "diffVersions",
  ],
  "listVersionRequirements",
  ...["importPack", "publishParsedPack"],
  ...["listTenants", "readTenant", "openTenant", "changeTenant", "inviteFirstAdmin"],
];

/** What jobs and operators do, with a tenant's id and no caller. */
export const OF_NO_CALLER = ["rotateFileKey", "readFileKeys", "encryptFiles"];

/** A person who is an ADMIN of both tenants, for what only persons do; a key stays one. */
const PERSON_ID = newId();
const asPerson = (ctx: Context, id = PERSON_ID): Context =>
  isUuid(ctx.actor.id) || ctx.link ? { ...ctx, actor: { id, role: "ADMIN", tenantId: ctx.tenantId } } : ctx;

const newSession = (): SignedInSession => {
  const [now, factor] = [new Date(), "PASSWORD" as const];
  return { id: newId(), authenticatedAt: now, factor, factorAt: now, proofs: [{ factor, at: now }] };
};

/** What a tenant has, so that another one can ask for it. */
export interface Belongings {
  /** Its actor is a person, an ADMIN of the tenant. */
  readonly ctx: Context;
  readonly documentId: string;
  /** A file with the same bytes at every tenant, which the archive holds too. */
  readonly commonId: string;
  /** At a place, in the stead of another. */
  readonly placedId: string;
  readonly replacedId: string;
  /** Of the source `shared`, where a document stands that the plan does not have. */
  readonly planId: string;
  /** Of the source `closed`. */
  readonly manifestId: string;
  readonly archiveId: string;
  readonly failedId: string;
  readonly fileId: string;
  /** That comes in parts, begun by one person in both tenants. */
  readonly uploadId: string;
  readonly packId: string;
  readonly criteriaVersionId: string;
  readonly runId: string;
  readonly otherRunId: string;
  readonly exportId: string;
  readonly taskId: string;
  readonly reviewId: string;
  readonly userId: string;
  /** An ADMIN of this tenant alone. */
  readonly adminId: string;
  /** An evidence request that nobody has answered. */
  readonly commentId: string;
  readonly apiKeyId: string;
  readonly providerId: string;
  readonly domainId: string;
  readonly scimKeyId: string;
  readonly scimUserId: string;
  readonly scimGroupId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly exceptionId: string;
  /** Captured, and signed as prepared by an ADMIN of this tenant alone. */
  readonly signedRunId: string;
  readonly signOffId: string;
  readonly linkId: string;
  readonly connectionId: string;
  readonly invitationId: string;
  readonly resetId: string;
  readonly claim: tenancy.IdempotencyClaim;
}

/** A tenant with rows in every table; `mark` is in all of its texts. */
export async function seedTenant(test: TestEngine, mark: string): Promise<Belongings> {
  const made = await test.makeTenant(`Tenant ${mark}`);
  // A member of its own, as some acts are those of a person.
  const ctx: Context = { ...made, actor: { ...made.actor, id: newId() } };
  const person = { tenantId: ctx.tenantId, userId: ctx.actor.id, email: `p@${mark}.test`, role: "ADMIN" as const };
  await tenancy.putMember(ctx.db, person);
  const url = `https://${mark}.example.test/hooks`;
  await webhooks.openEvents(ctx, undefined);
  const { webhook } = await webhooks.createWebhook(ctx, test.webhookParts, { url, events: [...WEBHOOK_EVENTS] });
  const to = { provider: "clamd", host: `${mark}.example.test:3310` } as const;
  await countSent({ ...ctx, runId: null, documents: [{ id: newId(), characters: 1 }] }, to, {
    purpose: "SCAN",
    bytes: 10,
  });
  const pack: PackFile = makePack([
    `Backups are taken every day ${mark}`,
    "Visitors wear a purple badge",
    "Zeppelins land",
  ]);
  const binding = await packs.importPack(ctx, pack);
  await packs.bindPack(ctx, binding);
  test.ocrEngine.read = async () => ({ text: `Seen at ${mark}` });
  const { id: documentId } = await test.upload(
    ctx,
    "policy.txt",
    `Backups are taken every day by team ${mark}.${IMAGE}`,
  );
  const common = "Equal everywhere.";
  const { id: commonId } = await test.upload(ctx, "twin.txt", common);
  const bundle = { [`a-${mark}.txt`]: `Visitors wear a badge of ${mark}.`, "twin.txt": common, "b.bin": null };
  const { id: archiveId } = await test.upload(ctx, "bundle.zip", bundle);
  const place = { source: "folder", path: "placed.txt" };
  const { id: replacedId } = await test.upload(ctx, "placed.txt", `The first of ${mark}.`, place);
  await test.drain();
  const { id: placedId } = await test.upload(ctx, "placed.txt", `The second of ${mark}.`, place);
  for (const source of ["shared", "closed"])
    await test.upload(ctx, "of.txt", `Of ${source} and ${mark}.`, { source, path: "of.txt" });
  const { header } = await sources.planSync(ctx, test, "shared", {}, planned());
  const { manifest } = await sources.closeSync(ctx, test, "closed", { paths: ["of.txt"] });
  const { id: failedId } = await test.upload(ctx, `blank-${mark}.txt`, " ".repeat(mark.charCodeAt(0)));
  await test.drain();
  const first = await test.startRun(ctx);
  await test.drain();
  const exceptionId = await exceptTwice(ctx, mark);
  const second = await test.startRun(ctx, { reuse: true });
  await test.drain();
  const sentBack = { requirementId: "1.1", decision: "SENT_BACK", reason: mark, openedChunkIds: [] } as const;
  await reviews.addReview(ctx, first.id, { ...sentBack, openedChunkIds: [], decision: "AGREED" });
  await reviews.addReview(ctx, first.id, { ...sentBack, requirementId: "1.3", openedChunkIds: [], decision: "AGREED" });
  const { review } = await reviews.addReview(ctx, second.id, { ...sentBack, openedChunkIds: [] });
  await test.drain();
  const { id: signedRunId } = await test.startRun(ctx, { reuse: true });
  await test.drain();
  const preparerId = newId();
  for (const [id, name] of [[preparerId, "preparer"] as const, [SIGNER_ID, "signer"] as const])
    await tenancy.putMember(ctx.db, {
      ...{ tenantId: ctx.tenantId, userId: id, role: "ADMIN" },
      email: `${name}-${mark}@example.test`,
    });
  const prepared = { role: "PREPARED", statement: `${STATEMENT}: ${mark}` } as const;
  const { signOff } = await signOffs.signRun(asSigner(ctx, preparerId), test, signedRunId, prepared);
  await accessRecords.recordAccess(ctx, { kind: "ORIGINAL", objectId: documentId, runId: null });
  const [fileId] = await documents.prepareFiles(ctx, 1, { reclaimAfterMs: 3_600_000 });
  const userId = newId();
  const role = "VIEWER" as const;
  await tenancy.putMember(ctx.db, { tenantId: ctx.tenantId, userId, email: `${mark}@example.test`, role });
  const adminId = newId();
  await tenancy.putMember(ctx.db, { tenantId: ctx.tenantId, userId: adminId, email: "b@example.test", role: "ADMIN" });
  const email = `person-${mark}@example.test`;
  await tenancy.putMember(ctx.db, { tenantId: ctx.tenantId, userId: PERSON_ID, email, role: "ADMIN" });
  const { id: commentId } = await comments.addComment(asPerson(ctx, adminId), second.id, {
    kind: "REQUEST",
    text: `@${email}: where is the log of ${mark}?`,
  });
  await comments.markCommentsRead(asPerson(ctx, adminId), second.id, { requirementId: null, sequence: 1 });
  const [task] = (await tasks.listTasks(ctx, ALL)).items;
  await tasks.changeTask(ctx, task!.id, { dueDate: "2020-02-29" });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { apiKey } = await tenancy.createApiKey(ctx, { name: `key of ${mark}`, role, expiresAt });
  const shown = { label: `Auditor of ${mark}`, capabilities: ["READ" as const], expiresAt };
  const { link } = await links.createLink(ctx, second.id, shown);
  const connectionId = await connectApp({ ...ctx, actor: { ...ctx.actor, id: adminId }, session: newSession() }, mark);
  // One that is retired, and the active one.
  for (let keys = 0; keys < 2; keys += 1) await fileKeys.rotateFileKey(ctx.db, KEY_WRAPPER, ctx.tenantId);
  const provider = await singleSignOn.createIdentityProvider(ctx, test.signOnParts, providerOf(mark));
  const domain = await singleSignOn.addDomain(ctx, test.signOnParts, { domain: `${mark}.example.test` });
  test.signOnParts.signOn.texts.set(domain.record.name, [domain.record.value]);
  await singleSignOn.proveDomain(ctx, test.signOnParts, domain.id);
  const { scimKey } = await scim.createScimKey(ctx, test.signOnParts, { name: `Directory of ${mark}` });
  const directory = asDirectory(ctx, scimKey.id);
  const ada = directoryUser(mark, "ada");
  const { id: scimUserId } = await scim.createDirectoryUser(directory, { accounts }, ada);
  const grouped = { displayName: `Group of ${mark}`, externalId: mark, members: new Set([scimUserId]) };
  const { id: scimGroupId } = await scim.createDirectoryGroup(directory, grouped);
  const invited = { email: `invited@${mark}.test`, role: "VIEWER" as const };
  const { invitation } = await invitations.inviteMember(ctx, { delivery: "MAIL" }, invited);
  const toReset = { userId, kind: "PASSWORD", isMailed: false } as const;
  const ofMember = { ...accounts, findByAddress: async () => userId };
  const { reset } = await resets.startReset(asSigner(ctx), ofMember, toReset);
  const tried = await webhooks.testWebhook(ctx, webhook.id);
  const open = await tenancy.claimIdempotencyKey(ctx, "open", { claimMs: 60_000 });
  const kept = await tenancy.claimIdempotencyKey(ctx, "kept", { claimMs: 60_000 });
  if (!("claim" in open && "claim" in kept)) throw new Error("Cannot claim the keys of a new tenant");
  await tenancy.inTenant(ctx, (tx) =>
    tenancy.keepAnswer(tx, ctx.tenantId, kept.claim, { digest: mark, status: 200, body: `{"of":"${mark}"}` }),
  );
  const upload = await documents.beginUpload(asSigner(ctx), UPLOAD, UPLOAD_SETTINGS);
  return {
    ctx: { ...ctx, actor: { ...ctx.actor, id: adminId } },
    uploadId: upload.id,
    documentId,
    commonId,
    placedId,
    replacedId,
    planId: header.planId!,
    manifestId: manifest!.id,
    archiveId,
    failedId,
    fileId: fileId!,
    packId: binding.packId,
    criteriaVersionId: binding.criteriaVersionId,
    runId: second.id,
    otherRunId: first.id,
    exportId: (await runs.listExports(ctx, second.id))[0]!.id,
    reviewId: review.id,
    taskId: task!.id,
    userId,
    adminId,
    commentId,
    apiKeyId: apiKey.id,
    providerId: provider.id,
    domainId: domain.id,
    scimKeyId: scimKey.id,
    scimUserId,
    scimGroupId,
    webhookId: webhook.id,
    deliveryId: tried.delivery.id,
    exceptionId,
    signedRunId,
    signOffId: signOff.id,
    linkId: link.id,
    connectionId,
    invitationId: invitation.id,
    resetId: reset.id,
    claim: open.claim,
  };
}

/** Active one, whose end was announced, and one proposed, whose id it answers. */
async function exceptTwice(ctx: Context, mark: string): Promise<string> {
  const reason = `Accepted by ${mark}`;
  const { exception, proposer } = await exceptRequirement(ctx, { requirementId: "1.2", reason });
  await exceptions.announceExpiringExceptions(ctx.db);
  const { kind, ownerId, validUntil } = exception;
  const proposal = { requirementId: "1.1", kind, reason, ownerId, validUntil };
  return (await exceptions.proposeException(proposer, proposal)).id;
}
const providerOf = (mark: string) => ({
  name: `Directory of ${mark}`,
  issuer: `https://${mark}.example.test`,
  clientId: `client of ${mark}`,
  clientSecret: `secret of ${mark}`,
  defaultRole: "VIEWER" as const,
  secondFactors: [],
});
const directoryUser = (mark: string, name: string): scim.DirectoryFields => ({
  userName: `${name}@${mark}.example.test`,
  email: `${name}@${mark}.example.test`,
  externalId: mark,
  displayName: `${name} of ${mark}`,
  givenName: mark,
  familyName: null,
  active: true,
});
const asDirectory = (ctx: Context, id: string): Context => ({ ...ctx, actor: { ...ctx.actor, id: `scim-key:${id}` } });
const WHOLE = { offset: 0, limit: 200, withMembers: true };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const VERIFIER = "v".repeat(43);
const agreementOf = async (name: string): Promise<connections.Agreement> => ({
  app: { id: `app_${name}`, name: `App of ${name}`, host: null, redirectUris: ["https://app.example.test/"] },
  redirectUri: "https://app.example.test/",
  codeChallenge: Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(VERIFIER))).toString("base64url"),
  resource: "https://assay.example.test/mcp",
});

/** An application that has its tokens. */
async function connectApp(ctx: Context, name: string): Promise<string> {
  const agreement = await agreementOf(name);
  const { code } = await connections.createConnection(ctx, agreement);
  const { redirectUri, app } = agreement;
  const exchange = { code, redirectUri, clientId: app.id, codeVerifier: VERIFIER };
  await connections.exchangeCode(ctx.db, exchange, async () => true);
  return (await connections.listOwnConnections(ctx, ALL)).items[0]!.id;
}

type Act = (ctx: Context, of: Belongings, test: TestEngine) => Promise<unknown>;

type Verb = (ctx: Context, ...rest: unknown[]) => Promise<unknown>;

const MODULES = {
  ...accessRecords,
  ...audit,
  ...comments,
  ...connections,
  ...documents,
  ...exceptions,
  ...invitations,
  ...links,
  ...overview,
  ...residency,
  ...resets,
  ...packs,
  ...reviews,
  ...reports,
  ...runs,
  ...search,
  ...signOffs,
  ...scim,
  ...singleSignOn,
  ...sources,
  ...tasks,
  ...tenancy,
  ...webhooks,
};

/** The functions of the core whose first parameter is the caller's context. */
export const VERBS = Object.entries<unknown>(MODULES).filter(
  (entry): entry is [string, Verb] =>
    typeof entry[1] === "function" && /^(async )?function\*? *\w+\(\s*ctx\b/.test(entry[1].toString()),
);

/** The functions that need more than their name says, asked for what `of` names. */
const NAMED: Readonly<Record<string, Act>> = {
  listAccessRecords: (ctx, of) => accessRecords.listAccessRecords(ctx, { ...ALL, documentId: of.documentId }),
  streamAccessRecords: (ctx) => collect(accessRecords.streamAccessRecords(ctx, {})),
  listAuditEntries: (ctx, of) => audit.listAuditEntries(ctx, { ...ALL, runId: of.runId }),
  streamAuditEntries: (ctx) => collect(audit.streamAuditEntries(ctx, {})),
  verifyAudit: (ctx, _, { signer }) => audit.verifyAudit(ctx, { keys: signer.publicKeys }),

  countReadings: (ctx) => documents.countReadings(ctx),
  summariseDocuments: (ctx) => documents.summariseDocuments(ctx),
  listChunks: (ctx, of) => documents.listChunks(ctx, of.documentId, ALL),
  listMarkedChunks: (ctx, of) => documents.listMarkedChunks(ctx, of.documentId, ALL),
  listSegments: (ctx, of) => documents.listSegments(ctx, of.documentId, ALL),
  listPages: (ctx, of) => documents.listPages(ctx, of.documentId, ALL),
  listPageWords: (ctx, of) => documents.listPageWords(ctx, of.documentId, "0"),
  previewDeletion: (ctx, of) => documents.previewDeletion(ctx, of.commonId),
  deleteDocument: (ctx, of) => documents.deleteDocument(ctx, of.archiveId),
  editDocument: (ctx, of) => documents.editDocument(ctx, of.failedId, { category: "Policies" }),
  reprocessDocument: (ctx, of) => documents.reprocessDocument(ctx, of.failedId),
  reprocessDocuments: (ctx) => documents.reprocessDocuments(ctx),
  reprocessWithCode: (ctx) => documents.reprocessDocuments(ctx, { failureCode: "NO_TEXT" }),
  prepareFiles: (ctx) => documents.prepareFiles(ctx, 2, { reclaimAfterMs: 3_600_000 }),
  abandonFiles: (ctx, of) => documents.abandonFiles(ctx, [of.fileId]),
  getUpload: (ctx, of) => documents.getUpload(asSigner(ctx), of.uploadId),
  beginUpload: async (ctx) =>
    (await documents.beginUpload(asSigner(ctx), { ...UPLOAD, sizeBytes: 2 }, UPLOAD_SETTINGS)).sizeBytes,
  discardUpload: (ctx, of) => documents.discardUpload(asSigner(ctx), of.uploadId),
  giveUpAt: (ctx, of) => documents.giveUpAt(asSigner(ctx), of.uploadId, 0),
  announcePart: (ctx, of) => documents.announcePart(asSigner(ctx), of.uploadId, 0),
  recordPart: (ctx, of) => documents.recordPart(asSigner(ctx), of.uploadId, { offset: 0, number: 0 }, PART),
  async endUpload(ctx, of) {
    const stored = { sha256: "2".repeat(64), sizeBytes: 2 };
    const file = { documentId: of.fileId, filename: "in-parts.txt", fileType: "txt" as const, stored, fields: {} };
    return documents.registerUpload(asSigner(ctx), { ...file, resumed: { id: of.uploadId, offset: 0 } });
  },
  compareDocuments: (ctx, of) => documents.compareDocuments(ctx, of.placedId, of.replacedId),
  listVersions: (ctx, of) => documents.listVersions(ctx, of.placedId, ALL),
  retireDocument: (ctx, of) => documents.retireDocument(ctx, of.placedId),
  restoreDocument: (ctx, of) => documents.restoreDocument(ctx, of.replacedId),
  closeSync: async (ctx, _, { signer }) =>
    withoutSignature(await sources.closeSync(ctx, { signer, ...RELEASE }, "folder", { paths: [] })),
  async planSync(ctx) {
    const { header, entries } = await sources.planSync(ctx, RELEASE, "folder", { dryRun: "true" }, planned());
    return { header, entries: await collect(entries) };
  },
  closePlan: async (ctx, of, { signer }) =>
    withoutSignature(await sources.closeSync(ctx, { signer, ...RELEASE }, "shared", { planId: of.planId })),
  takeOverSync: (ctx, of) => sources.planSync(ctx, RELEASE, "shared", { takeOver: of.planId }, planned()),
  rememberRefusal: (ctx) => sources.rememberRefusal(ctx, REFUSED),
  getManifest: (ctx, of, { signer }) => sources.getManifest(ctx, { signer }, "closed", of.manifestId),
  listManifests: (ctx, _, { signer }) => sources.listManifests(ctx, { signer }, "closed", ALL),
  async registerVersion(ctx, of) {
    const stored = { sha256: "1".repeat(64), sizeBytes: 1 };
    const fields = { source: "folder", path: "placed.txt" };
    const upload = { documentId: of.fileId, filename: "placed.txt", fileType: "txt" as const, stored, fields };
    return documents.registerUpload(ctx, upload);
  },
  async registerUpload(ctx, of) {
    const stored = { sha256: "0".repeat(64), sizeBytes: 1 };
    const upload = { documentId: of.fileId, filename: "new.txt", fileType: "txt" as const, stored, fields: {} };
    return documents.registerUpload(ctx, upload, { documentsMax: 11, bytesMax: 1e9 });
  },

  proposeException: (ctx, of) =>
    exceptions.proposeException(ctx, {
      packId: of.packId,
      requirementId: "1.3",
      kind: "NOT_APPLICABLE",
      reason: "r",
      ownerId: of.userId,
      validUntil: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      documentId: of.documentId,
    }),
  approveException: (ctx, of) => exceptions.approveException(ctx, of.exceptionId),
  revokeException: (ctx, of) => exceptions.revokeException(ctx, of.exceptionId, { reason: "Tried" }),
  listRunExceptions: (ctx, of) => runs.listRunExceptions(ctx, of.runId),

  getBinding: (ctx, of) => packs.getBinding(ctx, of.packId),
  bindPack: (ctx, of) => packs.bindPack(ctx, of),
  unbindPack: (ctx, of) => packs.unbindPack(ctx, of.packId),
  listLibrary: (ctx) => packs.listLibrary(ctx, { limit: 200 }),
  adoptPack: (ctx, of) => packs.adoptPack(ctx, { packId: of.packId }),

  startRun: (ctx, of, { models }) => runs.startRun(ctx, models, { packId: of.packId }),
  estimateRun: (ctx, of, { models }) => runs.estimateRun(ctx, models, { packId: of.packId }),
  getRunState: (ctx, of) => runs.getRunState(ctx, of.runId),
  cancelRun: (ctx, of) => runs.cancelRun(ctx, of.runId, { reason: "Tried" }),
  importRun: (ctx) =>
    runs.importRun(ctx, {
      startedAt: "2024-01-01T00:00:00.000Z",
      completedAt: "2024-01-01T00:00:00.000Z",
      tasks: [],
      assessments: [{ requirementId: "1.1", confidence: 0, reasoning: "r", citations: [], remediation: "r" }],
    } as never),
  listRunSteps: (ctx, of) => runs.listRunSteps(ctx, of.runId),
  listAssessments: (ctx, of) => runs.listAssessments(ctx, of.runId, ALL),
  listAssessmentsOrDamage: (ctx, of) => runs.listAssessmentsOrDamage(ctx, of.runId, ALL),
  listRunDocuments: (ctx, of) => runs.listRunDocuments(ctx, of.runId, { limit: 5 }),
  listRunRequirements: (ctx, of) => runs.listRunRequirements(ctx, of.runId),
  listRunTasks: (ctx, of) => runs.listRunTasks(ctx, of.runId, ALL),
  listExports: (ctx, of) => runs.listExports(ctx, of.runId),
  getExport: (ctx, of) => runs.getExport(ctx, of.runId, of.exportId),
  getRunConfiguration: (ctx, of) => runs.getRunConfiguration(ctx, of.runId),
  getRunProgress: (ctx, of) => runs.getRunProgress(ctx, of.runId),
  getSnapshot: (ctx, of) => runs.getSnapshot(ctx, of.runId),
  async getRunReport(ctx, of) {
    const { bytes } = await reports.getRunReport(ctx, {} as never, { runId: of.runId, format: "csv" });
    const parts: string[] = [];
    for await (const part of bytes) parts.push(new TextDecoder().decode(part).replace(/^Made at,.*$/m, ""));
    return parts;
  },
  replayRun: (ctx, of) => runs.replayRun(ctx, of.runId),
  diffRuns: (ctx, of) => runs.diffRuns(ctx, of.runId, of.otherRunId),
  listLinks: (ctx, of) => links.listLinks(ctx, of.runId, ALL),
  // Without the secret, which is new each time.
  createLink: async (ctx, of) =>
    (await links.createLink(ctx, of.runId, { label: "New", capabilities: ["READ"], expiresAt: inAnHour() })).link,
  reissueLink: async (ctx, of) => (await links.reissueLink(ctx, of.runId, of.linkId)).link,
  revokeLink: (ctx, of) => links.revokeLink(ctx, of.runId, of.linkId),
  // The link is ours, and what is asked for is in it: only who acts for the run may read it.
  getLinkSession: (ctx, of) =>
    links.getLinkSession({ ...ctx, link: { id: of.linkId, runId: of.runId, capabilities: ["READ"] } }),
  previewThresholds: (ctx, of) => runs.previewThresholds(ctx, { ...ALL, runId: of.runId, complete: 0.9, partial: 0.5 }),
  readTrace: async (ctx, of) => collect((await runs.readTrace(ctx, of.runId)).batches),
  getRunDetails: (ctx, of) => runs.getRunDetails(ctx, of.runId),
  getOverview: (ctx) => overview.getOverview(ctx, { quietAfterMs: 300_000 }),

  addReview: (ctx, of) =>
    reviews.addReview(ctx, of.runId, {
      ...{ requirementId: "1.2", decision: "SENT_BACK", reason: "r", assigneeId: ctx.actor.id },
      openedChunkIds: [],
    }),
  confirmReviews: (ctx, of) => reviews.confirmReviews(ctx, of.otherRunId, { requirementIds: ["1.2"] }),
  listReviews: (ctx, of) => reviews.listReviews(ctx, of.runId, ALL),
  listReviewers: (ctx) => reviews.listReviewers(ctx, {}),
  getGoldenSet: (ctx) => reviews.getGoldenSet(ctx, ALL),
  listGoldenCases: (ctx) => reviews.listGoldenCases(ctx, {}),
  exportReviewPairs: (ctx) => reviews.exportReviewPairs(ctx),
  getReviewQueue: (ctx, of) => reviews.getReviewQueue(ctx, of.runId),
  getReviewChanges: (ctx, of) => reviews.getReviewChanges(ctx, of.runId, "1.1"),
  redactReview: (ctx, of) => reviews.redactReview(ctx, of.runId, of.reviewId),
  listSignOffs: (ctx, of, { signer }) => signOffs.listSignOffs(ctx, { signer }, of.signedRunId),
  signRun: async (ctx, of, { signer }) =>
    unsigned(
      await signOffs.signRun(asSigner(ctx), { signer }, of.signedRunId, { role: "REVIEWED", statement: STATEMENT }),
    ),
  async declineToSign(ctx, of, { signer }) {
    const body = { role: "REVIEWED", statement: STATEMENT, declined: true } as const;
    return unsigned(await signOffs.signRun(asSigner(ctx), { signer }, of.signedRunId, body));
  },
  async withdrawSignOff(ctx, { signedRunId: runId, signOffId }, { signer }) {
    const withdrawal = { runId, signOffId, reason: STATEMENT };
    return unsigned({ signOff: await signOffs.withdrawSignOff(asSigner(ctx), { signer }, withdrawal), jobs: [] });
  },

  searchEvidence: async (ctx, _, { models }) =>
    (await search.searchEvidence(ctx, models, { q: "backups taken by the team", limit: 9 })).reply,

  changeTask: (ctx, of) => tasks.changeTask(ctx, of.taskId, { status: "COMPLETED" }),
  async assignTask(ctx, of) {
    const [task] = (await tasks.listTasks(ctx, ALL)).items;
    return tasks.changeTask(ctx, task!.id, { assigneeId: of.userId, dueDate: null });
  },
  listOverdueTasks: (ctx) => tasks.listTasks(ctx, { ...ALL, overdue: "true", assigneeId: "none" }),

  addComment: (ctx, of) =>
    comments.addComment(asPerson(ctx), of.runId, {
      kind: "COMMENT",
      text: "@b@example.test: it is in the archive",
      answersId: of.commentId,
    }),
  listComments: (ctx, of) => comments.listComments(asPerson(ctx), of.runId, ALL),
  listOpenRequests: (ctx, of) => comments.listComments(asPerson(ctx), of.runId, { ...ALL, open: "true" }),
  countComments: (ctx, of) => comments.countComments(asPerson(ctx), of.runId),
  markCommentsRead: (ctx, of) =>
    comments.markCommentsRead(asPerson(ctx), of.runId, { requirementId: null, sequence: 1 }),
  redactComment: (ctx, of) => comments.redactComment(asPerson(ctx), of.runId, of.commentId),
  listUnreadRuns: (ctx) => comments.listUnreadRuns(asPerson(ctx)),
  listMentions: (ctx) => comments.listMentions(asPerson(ctx), ALL),
  checkReviewer: (ctx, of) => tenancy.checkReviewer(asPerson(ctx, of.adminId), "comment"),

  inviteMember: (ctx) => invitations.inviteMember(ctx, { delivery: "MAIL" }, { email: "new@x.test", role: "ADMIN" }),
  listInvitations: (ctx) => invitations.listInvitations(ctx, ALL),
  renewInvitation: async (ctx, of) =>
    (await invitations.renewInvitation(ctx, { delivery: "HANDED_OVER" }, of.invitationId)).invitation,
  withdrawInvitation: (ctx, of) => invitations.withdrawInvitation(ctx, of.invitationId),
  listResets: (ctx) => resets.listResets(ctx, ALL),
  startReset: async (ctx, of) => {
    const asked = { userId: of.userId, kind: "FACTORS", isMailed: true } as const;
    return (await resets.startReset(asPerson(ctx, of.adminId), accounts, asked)).reset;
  },
  confirmReset: async (ctx, of) => (await resets.confirmReset(asPerson(ctx, of.adminId), accounts, of.resetId)).reset,
  withdrawReset: (ctx, of) => resets.withdrawReset(ctx, of.resetId),
  readSecondFactorRule: (ctx) => tenancy.readSecondFactorRule(ctx),
  changeSecondFactorRule: (ctx) => tenancy.changeSecondFactorRule(ctx, { required: "ACTS" }),
  readResidency: (ctx) => residency.readResidency(ctx, []),
  changeResidency: async (ctx) =>
    (await residency.changeResidency(ctx, { allowedProviders: ["offline"] }, [])).residency,
  bindEngine: async (ctx, _, { models }) => {
    const { id: retrievalVersionId } = await inCatalog(ctx.db, getRetrievalVersion);
    return residency.bindEngine(ctx, { retrievalVersionId }, { models, destinations: [], dispatch: async () => {} });
  },
  listEgress: (ctx) => residency.listEgress(ctx, ALL),
  readOcrLanguages: (ctx) => tenancy.readOcrLanguages(ctx),
  changeOcrLanguages: (ctx) => tenancy.changeOcrLanguages(ctx, { languages: ["deu"] }),
  readCheckpointRecipients: (ctx) => checkpoints.readCheckpointRecipients(ctx),
  changeCheckpointRecipients: (ctx) => checkpoints.changeCheckpointRecipients(ctx, { addresses: ["auditor@x.test"] }),
  changeOwnPassword: (ctx) => tenancy.changeOwnPassword(ctx, accounts, { current: "a", new: "b" }, "token"),
  listOwnSessions: (ctx) => tenancy.listOwnSessions(ctx, accounts, "token"),
  endOwnSession: (ctx) => tenancy.endOwnSession(ctx, accounts, { token: "token", sessionId: "one" }),
  endOtherSessions: (ctx) => tenancy.endOtherSessions(ctx, accounts, "token"),
  recordFactorChange: (ctx) => tenancy.recordFactorChange(ctx, { change: "ENROLLED", kind: "TOTP" }),
  recordPasswordChange: (ctx) => tenancy.recordPasswordChange(ctx),
  changeMember: (ctx, of) => tenancy.changeMember(ctx, of.userId, { role: "MEMBER", mayReview: true }),
  removeMember: (ctx, of) => tenancy.removeMember(ctx, of.userId),
  createApiKey: (ctx) =>
    tenancy.createApiKey(ctx, { name: "n", role: "VIEWER", expiresAt: new Date(Date.now() + 60_000).toISOString() }),
  // The code differs each time.
  createConnection: async (ctx) => {
    const { code: _, ...rest } = await connections.createConnection(
      { ...ctx, session: newSession() },
      await agreementOf("new"),
    );
    return rest;
  },
  endConnection: (ctx, of) => connections.endConnection(ctx, of.connectionId),
  revokeApiKey: (ctx, of) => tenancy.revokeApiKey(ctx, of.apiKeyId),
  createIdentityProvider: (ctx, _, { signOnParts }) =>
    singleSignOn.createIdentityProvider(ctx, signOnParts, providerOf("new")),
  changeIdentityProvider: (ctx, of, { signOnParts }) =>
    singleSignOn.changeIdentityProvider(ctx, signOnParts, of.providerId, { active: true, clientSecret: "another" }),
  removeIdentityProvider: (ctx, of, { signOnParts }) =>
    singleSignOn.removeIdentityProvider(ctx, { ...signOnParts, accounts }, of.providerId),
  checkIdentityProvider: (ctx, of, { signOnParts }) =>
    singleSignOn.checkIdentityProvider(ctx, signOnParts, of.providerId),
  addDomain: async (ctx, _, { signOnParts }) => {
    // The record holds a token that differs each time.
    const { record: _record, ...added } = await singleSignOn.addDomain(ctx, signOnParts, {
      domain: `new-${ctx.tenantId}.example.test`,
    });
    return added;
  },
  proveDomain: (ctx, of, { signOnParts }) => singleSignOn.proveDomain(ctx, signOnParts, of.domainId),
  removeDomain: (ctx, of) => singleSignOn.removeDomain(ctx, of.domainId),
  createScimKey: (ctx, _, { signOnParts }) => scim.createScimKey(ctx, signOnParts, { name: "new" }),
  revokeScimKey: (ctx, of) => scim.revokeScimKey(ctx, of.scimKeyId),
  mapScimGroup: (ctx, of) => scim.mapScimGroup(ctx, of.scimGroupId, { role: "MEMBER" }),
  listDirectoryUsers: (ctx, of) => scim.listDirectoryUsers(asDirectory(ctx, of.scimKeyId), {}, WHOLE),
  getDirectoryUser: (ctx, of) => scim.getDirectoryUser(asDirectory(ctx, of.scimKeyId), of.scimUserId),
  createDirectoryUser: (ctx, of) =>
    scim.createDirectoryUser(asDirectory(ctx, of.scimKeyId), { accounts }, directoryUser("ours", "new")),
  changeDirectoryUser: (ctx, of) =>
    scim.changeDirectoryUser(asDirectory(ctx, of.scimKeyId), { accounts }, of.scimUserId, (before) => ({
      ...before,
      active: false,
    })),
  removeDirectoryUser: (ctx, of) =>
    scim.removeDirectoryUser(asDirectory(ctx, of.scimKeyId), { accounts }, of.scimUserId),
  listDirectoryGroups: (ctx, of) => scim.listDirectoryGroups(asDirectory(ctx, of.scimKeyId), {}, WHOLE),
  getDirectoryGroup: (ctx, of) => scim.getDirectoryGroup(asDirectory(ctx, of.scimKeyId), of.scimGroupId, WHOLE),
  createDirectoryGroup: (ctx, of) =>
    scim.createDirectoryGroup(asDirectory(ctx, of.scimKeyId), {
      displayName: "New",
      externalId: null,
      members: new Set([of.scimUserId]),
    }),
  changeDirectoryGroup: (ctx, of) =>
    scim.changeDirectoryGroup(asDirectory(ctx, of.scimKeyId), of.scimGroupId, (before) => ({
      ...before,
      members: new Set(),
    })),
  removeDirectoryGroup: (ctx, of) => scim.removeDirectoryGroup(asDirectory(ctx, of.scimKeyId), of.scimGroupId),
  createWebhook: (ctx, _, { webhookParts }) =>
    webhooks.createWebhook(ctx, webhookParts, { url: "https://new.example.test/", events: ["run.failed"] }),
  changeWebhook: (ctx, of, { webhookParts }) =>
    webhooks.changeWebhook(ctx, webhookParts, of.webhookId, { events: ["run.failed"], enabled: false }),
  removeWebhook: (ctx, of) => webhooks.removeWebhook(ctx, of.webhookId),
  rotateWebhookSecret: (ctx, of, { webhookParts }) => webhooks.rotateWebhookSecret(ctx, webhookParts, of.webhookId),
  listWebhookDeliveries: (ctx, of) => webhooks.listWebhookDeliveries(ctx, of.webhookId, ALL),
  testWebhook: (ctx, of) => webhooks.testWebhook(ctx, of.webhookId),
  triggerEvent: (ctx, of) => webhooks.triggerEvent(ctx, { type: "run.completed", webhookId: of.webhookId }),
  openEvents: (ctx) => webhooks.openEvents(ctx, undefined),
  listEvents: (ctx) => webhooks.listEvents(ctx, 0),
  redeliver: (ctx, of) => webhooks.redeliver(ctx, of.webhookId, of.deliveryId),

  rotateFileKey: (ctx) => fileKeys.rotateFileKey(ctx.db, KEY_WRAPPER, ctx.tenantId),
  readFileKeys: async (ctx) => {
    const keys = fileKeys.createFileKeys(async () => KEY_WRAPPER)(ctx.db);
    return [(await keys.active(ctx.tenantId)).id, (await keys.list(ctx.tenantId)).map(({ id }) => id)];
  },
  destroyFileKeys: (ctx) => tenancy.inTenant(ctx, (tx) => fileKeys.destroyFileKeys(tx, { tenantId: ctx.tenantId })),
  encryptFiles: ({ db, tenantId }) => {
    const keys = fileKeys.createFileKeys(async () => KEY_WRAPPER)(db);
    // Of an empty store, as no test puts back what is in one.
    const store = fileKeys.createEncryptingFileStore({ store: createMemoryFileStore(), keys, startSha256: neverAsked });
    return encryptFiles({ db, store, tenantId, retiredBefore: new Date(Date.now() + 60_000) });
  },

  chooseTenant: (ctx) => tenancy.chooseTenant({ ...ctx, session: newSession() }, false, ctx.tenantId),
  claimIdempotencyKey: (ctx) => tenancy.claimIdempotencyKey(ctx, "kept", { claimMs: 60_000 }),
  renewIdempotencyKey: (ctx, of) => tenancy.renewIdempotencyKey(ctx, of.claim, { claimMs: 60_000 }),
  releaseIdempotencyKey: (ctx, of) => tenancy.releaseIdempotencyKey(ctx, of.claim),
};

/** What only a person may do: refused to an API key and to a link, whatever the role. */
export const OF_PERSONS = [
  ...["inviteMember", "changeMember", "removeMember", "changeOwnPassword", "chooseTenant"],
  ...["listOwnSessions", "endOwnSession", "endOtherSessions"],
  ...["createApiKey", "revokeApiKey", "createLink", "reissueLink", "revokeLink"],
  ...["createConnection", "endConnection", "listOwnConnections"],
  ...["createWebhook", "changeWebhook", "removeWebhook", "rotateWebhookSecret"],
  ...["createIdentityProvider", "changeIdentityProvider", "removeIdentityProvider", "checkIdentityProvider"],
  ...["addDomain", "proveDomain", "removeDomain"],
  ...["createScimKey", "revokeScimKey", "mapScimGroup"],
  ...["addReview", "confirmReviews", "redactReview", "addComment", "markCommentsRead", "redactComment"],
  ...["approveException", "revokeException", "signRun", "declineToSign", "withdrawSignOff"],
] as const;

/** Every function of the core that acts on a tenant's own data; `get<Thing>` and `list<Things>` need no line above. */
export const ACTS: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(VERBS.flatMap(([name, verb]) => actNamed(name, verb) ?? [])),
  ...NAMED,
};

function actNamed(name: string, verb: Verb): [string, Act][] {
  if (OF_ALL_TENANTS.includes(name)) return [];
  const [, one, many] = /^(?:get([A-Z]\w*)|list([A-Z]\w*))$/.exec(name) ?? [];
  const id = one && (`${one[0]!.toLowerCase()}${one.slice(1)}Id` as keyof Belongings);
  if (id) return [[name, (ctx, of) => verb(ctx, of[id])]];
  return many ? [[name, (ctx) => verb(ctx, ALL)]] : [];
}

/** The signature differs each time, as the time within the payload does. */
function unsigned({ signOff: { payload, signature: _, ...signOff }, jobs }: signOffs.SignedRun) {
  return { ...signOff, payload: JSON.parse(payload), jobs };
}

function withoutSignature({ manifest, ...sync }: ClosedSync) {
  const { signature: _, payload, ...unsigned } = manifest!;
  return { ...sync, manifest: unsigned, payload: JSON.parse(payload) };
}

const REFUSED = {
  ...{ source: "shared", path: "new.txt", sha256: "0".repeat(64) },
  error: { code: "UNSUPPORTED_FILE_TYPE" as const, message: "Not a format that is read" },
};

async function* planned() {
  yield [{ path: "new.txt", sha256: "0".repeat(64), bytes: 1 }];
}

async function collect<T>(batches: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}
