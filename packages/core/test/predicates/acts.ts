import { type PackFile, WEBHOOK_EVENTS } from "@assay/contract";
import * as audit from "@assay/core/audit";
import * as documents from "@assay/core/documents";
import * as overview from "@assay/core/overview";
import * as packs from "@assay/core/packs";
import type { Accounts } from "@assay/core/ports";
import * as runs from "@assay/core/runs";
import * as search from "@assay/core/search";
import * as tasks from "@assay/core/tasks";
import type { Context } from "@assay/core/tenancy";
import * as tenancy from "@assay/core/tenancy";
import * as webhooks from "@assay/core/webhooks";
import { newId } from "@assay/db";
import { makePack } from "../support/make-pack.ts";
import type { TestEngine } from "../support/test-engine.ts";

const ALL = { limit: 200 };

const accounts: Accounts = {
  findOrInvite: async (_, tenantId) => ({ userId: newId(), tenantId }),
  changePassword: async () => {},
  resetPassword: async () => ({ password: "first" }),
};

/** What they read and write belongs to every tenant; the audit entry is written through `recordAudit`, tried with others. */
export const OF_ALL_TENANTS = [
  ...[
    "createPack",
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
  ...["listTenants", "readTenant", "openTenant", "changeTenant"],
];

/** What a tenant has, so that another one can ask for it. */
export interface Belongings {
  readonly ctx: Context;
  readonly documentId: string;
  /** A file with the same bytes at every tenant, which the archive holds too. */
  readonly commonId: string;
  readonly archiveId: string;
  readonly failedId: string;
  readonly fileId: string;
  readonly packId: string;
  readonly criteriaVersionId: string;
  readonly runId: string;
  readonly otherRunId: string;
  readonly exportId: string;
  readonly taskId: string;
  readonly userId: string;
  readonly apiKeyId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly claim: tenancy.IdempotencyClaim;
}

/** A tenant with rows in every table; `mark` is in all of its texts. */
export async function furnishTenant(test: TestEngine, mark: string): Promise<Belongings> {
  const ctx = await test.makeTenant(`Tenant ${mark}`);
  const url = `https://${mark}.example.test/hooks`;
  const { webhook } = await webhooks.createWebhook(ctx, test.webhookParts, { url, events: [...WEBHOOK_EVENTS] });
  const pack: PackFile = makePack([
    `Backups are taken every day ${mark}`,
    "Visitors wear a purple badge",
    "Zeppelins land",
  ]);
  const binding = await packs.importPack(ctx, pack);
  await packs.bindPack(ctx, binding);
  const { id: documentId } = await test.upload(ctx, "policy.txt", `Backups are taken every day by team ${mark}.`);
  const common = "Equal everywhere.";
  const { id: commonId } = await test.upload(ctx, "twin.txt", common);
  const bundle = { [`a-${mark}.txt`]: `Visitors wear a badge of ${mark}.`, "twin.txt": common, "b.bin": null };
  const { id: archiveId } = await test.upload(ctx, "bundle.zip", bundle);
  const { id: failedId } = await test.upload(ctx, `blank-${mark}.txt`, " ".repeat(mark.charCodeAt(0)));
  await test.drain();
  const first = await test.startRun(ctx);
  await test.drain();
  const second = await test.startRun(ctx, { reuse: true });
  await test.drain();
  const [fileId] = await documents.prepareFiles(ctx, 1, { reclaimAfterMs: 3_600_000 });
  const userId = newId();
  const role = "VIEWER" as const;
  await tenancy.putMember(ctx.db, { tenantId: ctx.tenantId, userId, email: `${mark}@example.test`, role });
  await tenancy.putMember(ctx.db, { tenantId: ctx.tenantId, userId: newId(), email: "b@example.test", role: "ADMIN" });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { apiKey } = await tenancy.createApiKey(ctx, { name: `key of ${mark}`, role, expiresAt });
  const tried = await webhooks.testWebhook(ctx, webhook.id);
  const open = await tenancy.claimIdempotencyKey(ctx, "open", { claimMs: 60_000 });
  const kept = await tenancy.claimIdempotencyKey(ctx, "kept", { claimMs: 60_000 });
  if (!("claim" in open && "claim" in kept)) throw new Error("Cannot claim the keys of a new tenant");
  await tenancy.inTenant(ctx, (tx) =>
    tenancy.keepAnswer(tx, ctx.tenantId, kept.claim, { digest: mark, status: 200, body: `{"of":"${mark}"}` }),
  );
  return {
    ctx,
    documentId,
    commonId,
    archiveId,
    failedId,
    fileId: fileId!,
    packId: binding.packId,
    criteriaVersionId: binding.criteriaVersionId,
    runId: second.id,
    otherRunId: first.id,
    exportId: (await runs.listExports(ctx, second.id))[0]!.id,
    taskId: (await tasks.listTasks(ctx, ALL)).items[0]!.id,
    userId,
    apiKeyId: apiKey.id,
    webhookId: webhook.id,
    deliveryId: tried.delivery.id,
    claim: open.claim,
  };
}

type Act = (ctx: Context, of: Belongings, test: TestEngine) => Promise<unknown>;

type Verb = (ctx: Context, ...rest: unknown[]) => Promise<unknown>;

const MODULES = {
  ...audit,
  ...documents,
  ...overview,
  ...packs,
  ...runs,
  ...search,
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
  listAuditEntries: (ctx, of) => audit.listAuditEntries(ctx, { ...ALL, runId: of.runId }),
  streamAuditEntries: (ctx) => collect(audit.streamAuditEntries(ctx, {})),
  verifyAudit: (ctx, _, { signer }) => audit.verifyAudit(ctx, { keys: signer.publicKeys }),

  countReadings: (ctx) => documents.countReadings(ctx),
  listChunks: (ctx, of) => documents.listChunks(ctx, of.documentId, ALL),
  listSegments: (ctx, of) => documents.listSegments(ctx, of.documentId, ALL),
  previewDeletion: (ctx, of) => documents.previewDeletion(ctx, of.commonId),
  deleteDocument: (ctx, of) => documents.deleteDocument(ctx, of.archiveId),
  editDocument: (ctx, of) => documents.editDocument(ctx, of.failedId, { category: "Policies" }),
  reprocessDocument: (ctx, of) => documents.reprocessDocument(ctx, of.failedId),
  reprocessDocuments: (ctx) => documents.reprocessDocuments(ctx),
  reprocessWithCode: (ctx) => documents.reprocessDocuments(ctx, { failureCode: "NO_TEXT" }),
  prepareFiles: (ctx) => documents.prepareFiles(ctx, 2, { reclaimAfterMs: 3_600_000 }),
  abandonFiles: (ctx, of) => documents.abandonFiles(ctx, [of.fileId]),
  async registerUpload(ctx, of) {
    const stored = { sha256: "0".repeat(64), sizeBytes: 1 };
    const upload = { documentId: of.fileId, filename: "new.txt", fileType: "txt" as const, stored, fields: {} };
    return documents.registerUpload(ctx, upload, { documentsMax: 7, bytesMax: 1e9 });
  },

  getBinding: (ctx, of) => packs.getBinding(ctx, of.packId),
  bindPack: (ctx, of) => packs.bindPack(ctx, of),
  adoptPack: (ctx, of) => packs.adoptPack(ctx, { packId: of.packId }),

  startRun: (ctx, of, { models }) => runs.startRun(ctx, models, { packId: of.packId }),
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
  listRunDocuments: (ctx, of) => runs.listRunDocuments(ctx, of.runId, { limit: 5 }),
  listRunRequirements: (ctx, of) => runs.listRunRequirements(ctx, of.runId),
  listRunTasks: (ctx, of) => runs.listRunTasks(ctx, of.runId, ALL),
  listExports: (ctx, of) => runs.listExports(ctx, of.runId),
  getExport: (ctx, of) => runs.getExport(ctx, of.runId, of.exportId),
  getRunConfiguration: (ctx, of) => runs.getRunConfiguration(ctx, of.runId),
  getRunProgress: (ctx, of) => runs.getRunProgress(ctx, of.runId),
  getSnapshot: (ctx, of) => runs.getSnapshot(ctx, of.runId),
  replayRun: (ctx, of) => runs.replayRun(ctx, of.runId),
  diffRuns: (ctx, of) => runs.diffRuns(ctx, of.runId, of.otherRunId),
  previewThresholds: (ctx, of) => runs.previewThresholds(ctx, { ...ALL, runId: of.runId, complete: 0.9, partial: 0.5 }),
  readTrace: async (ctx, of) => collect((await runs.readTrace(ctx, of.runId)).batches),
  getRunDetails: (ctx, of) => runs.getRunDetails(ctx, of.runId),
  getOverview: (ctx) => overview.getOverview(ctx, { quietAfterMs: 300_000 }),

  searchEvidence: async (ctx, _, { models }) =>
    (await search.searchEvidence(ctx, models, { q: "backups taken by the team", limit: 9 })).reply,

  setTaskStatus: (ctx, of) => tasks.setTaskStatus(ctx, of.taskId, "COMPLETED"),

  inviteMember: (ctx) => tenancy.inviteMember(ctx, accounts, { email: "new@x.test", role: "ADMIN" }),
  resetMemberPassword: (ctx, of) => tenancy.resetMemberPassword(ctx, accounts, of.userId),
  changeOwnPassword: (ctx) => tenancy.changeOwnPassword(ctx, accounts, { current: "a", new: "b" }, "token"),
  recordPasswordChange: (ctx) => tenancy.recordPasswordChange(ctx),
  changeMemberRole: (ctx, of) => tenancy.changeMemberRole(ctx, of.userId, "MEMBER"),
  removeMember: (ctx, of) => tenancy.removeMember(ctx, of.userId),
  createApiKey: (ctx) =>
    tenancy.createApiKey(ctx, { name: "n", role: "VIEWER", expiresAt: new Date(Date.now() + 60_000).toISOString() }),
  revokeApiKey: (ctx, of) => tenancy.revokeApiKey(ctx, of.apiKeyId),
  createWebhook: (ctx, _, { webhookParts }) =>
    webhooks.createWebhook(ctx, webhookParts, { url: "https://new.example.test/", events: ["run.failed"] }),
  changeWebhook: (ctx, of, { webhookParts }) =>
    webhooks.changeWebhook(ctx, webhookParts, of.webhookId, { events: ["run.failed"], enabled: false }),
  removeWebhook: (ctx, of) => webhooks.removeWebhook(ctx, of.webhookId),
  rotateWebhookSecret: (ctx, of, { webhookParts }) => webhooks.rotateWebhookSecret(ctx, webhookParts, of.webhookId),
  listWebhookDeliveries: (ctx, of) => webhooks.listWebhookDeliveries(ctx, of.webhookId, ALL),
  testWebhook: (ctx, of) => webhooks.testWebhook(ctx, of.webhookId),
  redeliver: (ctx, of) => webhooks.redeliver(ctx, of.webhookId, of.deliveryId),

  claimIdempotencyKey: (ctx) => tenancy.claimIdempotencyKey(ctx, "kept", { claimMs: 60_000 }),
  renewIdempotencyKey: (ctx, of) => tenancy.renewIdempotencyKey(ctx, of.claim, { claimMs: 60_000 }),
  releaseIdempotencyKey: (ctx, of) => tenancy.releaseIdempotencyKey(ctx, of.claim),
};

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

async function collect<T>(batches: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}
