import type { Document, FileType, PackFile, UploadFields } from "@assay/contract";
import { splitExtension } from "@assay/contract/file-type";
import { fileKey, getDocument, prepareFiles, registerUpload } from "@assay/core/documents";
import { createStages, type StageServices } from "@assay/core/flow";
import {
  createEngine,
  type Engine,
  type EngineSettings,
  type JobKind,
  type JobRef,
  listDueJobs,
  type Probed,
  runJob,
} from "@assay/core/jobs";
import { bindPack, importPack } from "@assay/core/packs";
import type {
  Assessor,
  CheckpointStore,
  Embedder,
  OpenMeaningModel,
  OpenModels,
  SecretBox,
  Signer,
} from "@assay/core/ports";
import { activateConfiguredVersion } from "@assay/core/retrieval-versions";
import { type StartOptions, startRun } from "@assay/core/runs";
import { type Context, createTenant } from "@assay/core/tenancy";
import { type Database, jobs } from "@assay/db";
import type { DocumentSettings } from "../../src/documents/document-settings.ts";
import { createMemoryBox } from "./memory-box.ts";
import { createMemoryFileStore } from "./memory-file-store.ts";
import { createMemorySignOn } from "./memory-sign-on.ts";
import { createMemorySigner } from "./memory-signer.ts";
import { createQuotingAssessor, createWordEmbedder } from "./model-doubles.ts";
import { createPageFetcher } from "./page-fetcher.ts";
import { type Bundle, createPlainExtractor } from "./plain-extractor.ts";
import { createPlainOcrEngine } from "./plain-ocr-engine.ts";
import { createWebhookReceiver } from "./webhook-receiver.ts";

export const ENGINE_SETTINGS: EngineSettings = {
  attemptsMax: 3,
  crashesMax: 20,
  leaseMs: 60_000,
  // A test sees each attempt.
  goOnMs: 0,
  retryDelayMs: 0,
  pauseMaxMs: 0,
  answerCountsMs: 0,
  answerNotedMs: 0,
  probeLimitMs: 10_000,
  probePollMs: 5,
  quotas: {},
  quotaWindowMs: 60_000,
  quotaArrivalMs: 5000,
};

const STAGE_SETTINGS: StageServices["settings"] = {
  requirementLimitMs: 30_000,
  textLengthMax: 5_000_000,
  extractionLimitMs: 600_000,
  attemptMs: 30_000,
  attemptLimitMs: 60_000,
  recognitionLimitMs: 60_000,
  ocrCertaintyMin: 0.6,
  recognition: { overdueMs: 60_000, pagesMax: 500, documentMs: 14_400_000 },
  archive: { depthMax: 5, filesMax: 1000, bytesMax: 500_000_000 },
};

export type TestEngine = Awaited<ReturnType<typeof createTestEngine>>;

/** The engine of the service on doubles of the ports, with an active retrieval version. */
export async function createTestEngine(
  db: Database,
  options: {
    documents?: Partial<DocumentSettings>;
    ocrCertaintyMin?: number;
    settings?: Partial<EngineSettings>;
    batchSizeMax?: number;
    /** Of the embedder's vectors. */
    dimensions?: number;
    furtherEmbedders?: readonly Embedder[];
    furtherAssessors?: readonly Assessor[];
    fallback?: Assessor;
    meaning?: OpenMeaningModel;
    secretBox?: SecretBox;
    /** Whether OCR is on. */
    ocr?: boolean;
    mail?: StageServices["mail"];
    /** What its stages have in place of `files`. */
    files?: StageServices["files"];
    signer?: Signer;
  } = {},
) {
  const files = createMemoryFileStore();
  const extractor = createPlainExtractor();
  const ocrEngine = createPlainOcrEngine();
  const embedder = createWordEmbedder(options.batchSizeMax, options.dimensions);
  const assessor = createQuotingAssessor();
  const signer = options.signer ?? (await createMemorySigner());
  const checkpointStores: CheckpointStore[] = [];
  const models: OpenModels = {
    embedders: [embedder, ...(options.furtherEmbedders ?? [])],
    assessors: [assessor, ...(options.furtherAssessors ?? [])],
    fallback: options.fallback,
    meaning: options.meaning,
  };
  const fetcher = createPageFetcher();
  const receiver = createWebhookReceiver();
  const webhookParts = { webhookSender: receiver, secretBox: options.secretBox ?? createMemoryBox("key-1") };
  const signOnParts = { signOn: createMemorySignOn(), secretBox: webhookParts.secretBox };
  const dispatched: JobRef[] = [];
  const reports: { stage: string; error: unknown; final: boolean }[] = [];
  const probed: Pick<Probed, "part" | "answers" | "error">[] = [];
  const engine: Engine = createEngine({
    db,
    dispatcher: { dispatch: async (items) => void dispatched.push(...items) },
    stages: createStages({
      files: options.files ?? files,
      extractor,
      ocrEngine: options.ocr ? ocrEngine : undefined,
      fetcher,
      models,
      signer,
      checkpointStores,
      ...webhookParts,
      mail: options.mail,
      workbook: { write: async (sheets) => new TextEncoder().encode(JSON.stringify(sheets)) },
      settings: {
        ...STAGE_SETTINGS,
        ...options.documents,
        ocrCertaintyMin: options.ocrCertaintyMin ?? STAGE_SETTINGS.ocrCertaintyMin,
      },
    }),
    settings: { ...ENGINE_SETTINGS, ...options.settings },
    report: ({ job, error, final }) => void reports.push({ stage: job.stage, error, final }),
    probed: ({ part, answers, error }) => void probed.push({ part, answers, error }),
  });
  await activateConfiguredVersion(db, {
    models,
    settings: { similarityThreshold: 0.2, chunksPerRequirement: 8, confidenceComplete: 0.75, confidencePartial: 0.4 },
  });

  const makeTenant = async (name = "Tenant"): Promise<Context> => {
    const { id } = await createTenant(db, { name });
    return { db, tenantId: id, actor: { id: "tester", role: "SUPER_ADMIN", tenantId: id } };
  };

  return {
    engine,
    files,
    extractor,
    ocrEngine,
    fetcher,
    models,
    embedder,
    assessor,
    signer,
    release: "1.0.0",
    fileBytesMax: 1_000_000,
    /** Where checkpoints go; a test adds what it needs. */
    checkpointStores,
    receiver,
    webhookParts,
    signOnParts,
    dispatched,
    reports,
    probed,
    makeTenant,
    /** A tenant bound to a pack of its own. */
    async makeBoundTenant(pack: PackFile): Promise<Context> {
      const ctx = await makeTenant();
      await bindPack(ctx, await importPack(ctx, pack));
      return ctx;
    },
    async upload(
      ctx: Context,
      filename: string,
      content: string | Bundle,
      fields: UploadFields = {},
      versionOf?: string,
    ): Promise<Document> {
      const bytes = typeof content === "string" ? content : JSON.stringify(content);
      const [documentId] = await prepareFiles(ctx, 1, { reclaimAfterMs: 3_600_000 });
      const stored = await files.put(
        fileKey({ tenantId: ctx.tenantId, documentId: documentId! }),
        new Blob([bytes]).stream(),
        {
          limitBytes: 1_000_000_000,
        },
      );
      const fileType = splitExtension(filename).extension as FileType;
      const { document } = await registerUpload(ctx, {
        documentId: documentId!,
        filename,
        fileType,
        stored,
        fields,
        ...(versionOf && { versionOf }),
      });
      return document;
    },
    startRun: async (ctx: Context, body = {}, options: StartOptions = {}) =>
      (await startRun(ctx, models, body, options)).run,
    document: (ctx: Context, id: string) => getDocument(ctx, id),
    /** Does the work that has been due longest. */
    async serveOne(): Promise<void> {
      const [job] = await listDue(db);
      if (!job) throw new Error("Cannot go on because no work is due");
      await runJob(engine, job.jobId);
    },
    /** Does all work that is due, one job at a time; `until` ends it early. */
    async drain({ until = () => false }: { until?: (stage: string) => boolean } = {}): Promise<void> {
      for (;;) {
        const due = await listDue(db);
        if (due.length === 0) return;
        for (const { jobId, kind } of due) {
          if (until(kind)) return;
          await runJob(engine, jobId);
        }
      }
    },
  };
}

export function listDue(db: Database) {
  return listDueJobs(db, ofEachKind({ free: 1000, perTenantMax: 1000 }), {});
}

/** The same value for each kind of work. */
export function ofEachKind<T>(value: T): Record<JobKind, T> {
  return Object.fromEntries(jobs.kind.enumValues.map((kind) => [kind, value])) as Record<JobKind, T>;
}
