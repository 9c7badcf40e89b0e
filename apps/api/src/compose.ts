import { AssayError, DocumentError, FetchError, ModelError } from "@assay/contract";
import { destinationsOf } from "@assay/core/egress";
import { createStages } from "@assay/core/flow";
import { createEngine, type Engine, errorCode, type Probed } from "@assay/core/jobs";
import type { MailPart } from "@assay/core/mail";
import { sweep } from "@assay/core/maintenance";
import type {
  Accounts,
  CheckpointStore,
  Clock,
  Dispatcher,
  Failpoints,
  Fetcher,
  FileScanner,
  FileStore,
  Identity,
  Models,
  OcrEngine,
  PackParser,
  SecretBox,
  Signer,
  SignOn,
  TextExtractor,
  WebhookSender,
} from "@assay/core/ports";
import { activateConfiguredVersion } from "@assay/core/retrieval-versions";
import type { ClaimTimes } from "@assay/core/tenancy";
import type { Database } from "@assay/db";
import { createWorkbookWriter } from "@assay/embedded/workbook";
import type { Context } from "hono";
import { createAccessBatches } from "./access-batches.ts";
import type { Config } from "./config.ts";
import { createEventWatch } from "./event-watch.ts";
import { describeError, type Logger } from "./logger.ts";
import type { Meter } from "./metrics/meter.ts";
import { configuredKeyWrapper } from "./parts/key-wrapper.ts";
import { configuredQuotas } from "./parts/models.ts";
import { createProgressWatch } from "./progress-watch.ts";
import { createRateLimit } from "./rate-limit.ts";
import type { ApiServices } from "./services.ts";
import { RETRIEVAL } from "./settings/limits.ts";
import { showSettings } from "./settings/show-settings.ts";
import { createTurns } from "./turns.ts";

/** Everything outside that the service is on, no matter who provides it. Nothing here knows a runtime. */
export interface Parts {
  readonly db: Database;
  readonly dispatcher: Dispatcher;
  readonly files: FileStore;
  readonly extractor: TextExtractor;
  /** Undefined where files are not scanned for malware. */
  readonly fileScanner?: FileScanner | undefined;
  /** Undefined where OCR is off. */
  readonly ocrEngine?: OcrEngine | undefined;
  readonly fetcher: Fetcher;
  readonly packs: PackParser;
  readonly identity: Identity;
  readonly accounts: Accounts;
  /** By default this machine's. */
  readonly clock?: Clock;
  readonly signer: Signer;
  /** Where checkpoints go by themselves. */
  readonly checkpointStores: readonly CheckpointStore[];
  readonly models: Models;
  readonly webhookSender: WebhookSender;
  /** Undefined where no mail is sent: then links are handed over. */
  readonly mail?: MailPart | undefined;
  /** Undefined where no key is configured and none can be kept: then there are no webhooks. */
  readonly secretBox: SecretBox | undefined;
  /** Undefined where people sign in elsewhere. */
  readonly signOn?: SignOn | undefined;
  readonly failpoints?: Failpoints | undefined;
  /** The network that a request comes from, where the runtime tells it. */
  readonly clientAddress?: (c: Context) => string;
  /** Throws where the process that does the jobs cannot be heard; undefined where none of its own does. */
  readonly checkJobs?: () => Promise<void>;
  /** Undefined where nothing is measured. */
  readonly meter?: Meter | undefined;
}

/** What does the work. */
export function composeEngine(config: Config, parts: Parts, logger: Logger): Engine {
  const { db, dispatcher, signer, files, extractor, ocrEngine, models, fetcher, webhookSender, secretBox } = parts;
  const { checkpointStores } = parts;
  const { limits } = config;
  return createEngine({
    db,
    dispatcher,
    failpoints: parts.failpoints,
    stages: createStages({
      files,
      extractor,
      fileScanner: parts.fileScanner,
      ocrEngine,
      models,
      fetcher,
      signer,
      checkpointStores,
      webhookSender,
      secretBox,
      mail: parts.mail,
      workbook: createWorkbookWriter(),
      settings: {
        ...documentSettings(config),
        attemptLimitMs: limits.attemptLimitMs,
        requirementLimitMs: limits.requirementLimitMs,
        recognitionLimitMs: limits.recognitionLimitMs,
        ocrCertaintyMin: config.OCR_CERTAINTY_MIN,
      },
    }),
    settings: { ...limits, quotas: configuredQuotas(config) },
    report: (event) => reportWork(logger, event),
    waits: (event) => parts.meter?.jobWaits(event),
    probed: (event) => reportProbe(logger, event),
  });
}

export const IDEMPOTENCY: ClaimTimes = { claimMs: 30_000, renewMs: 10_000 };

/** Of the time until a run is failed as stalled, after which an administrator sees it: the first third. */
const QUIET_SHARE = 3;

/** What the routes work with. `limits` count for as long as the caller keeps them. */
export function composeApi(
  config: Config,
  parts: Parts,
  limits: Counted,
  logger: Logger,
  idempotency = IDEMPOTENCY,
): ApiServices {
  const look = () => new Promise<void>((resolve) => setTimeout(resolve, config.limits.progressPollMs));
  return {
    ...parts,
    ...limits,
    destinations: destinationsOf(parts),
    workbook: createWorkbookWriter(),
    signOn: parts.signOn,
    clock: parts.clock ?? { now: () => new Date() },
    logger,
    access: createAccessBatches(parts.db),
    progress: createProgressWatch(look),
    events: createEventWatch(look),
    settings: {
      superAdminMode: config.SUPER_ADMIN_MODE,
      maxUploadBytes: config.MAX_UPLOAD_BYTES,
      isScanning: config.CLAMD_URL !== undefined,
      archive: { filesMax: config.limits.archiveFilesMax, bytesMax: config.ARCHIVE_BYTES_MAX },
      quota: { documentsMax: config.DOCUMENTS_PER_TENANT_MAX, bytesMax: config.BYTES_PER_TENANT_MAX },
      packLimits: {
        packsMax: config.PACKS_PER_TENANT_MAX,
        versionsMax: config.PACK_VERSIONS_PER_TENANT_MAX,
        requirementsMax: config.PACK_REQUIREMENTS_PER_TENANT_MAX,
      },
      models: { quota: { ...config.limits, quotas: configuredQuotas(config) } },
      reclaimAfterMs: config.limits.uploadReclaimMs,
      resumable: { keepMs: config.limits.uploadKeepMs, partBytes: config.limits.uploadPartBytes },
      ownOrigin: config.API_URL && new URL(config.API_URL).origin,
      corsOrigins: config.CORS_ORIGINS,
      idempotency,
      freshness: { ACTION: config.limits.freshActionMs, REVIEW: config.limits.freshReviewMs },
      accessCheckMs: config.limits.accessCheckMs,
      documentsWaitMs: config.limits.documentsWaitMs,
      quietAfterMs: Math.floor(config.limits.runStalledMs / QUIET_SHARE),
    },
    shownSettings: showSettings(config, parts.models),
  };
}

/** What is counted per minute. */
type Counted = Pick<ApiServices, "limits" | "packageTurns" | "exchanges" | "authorizations">;

export function createLimits(config: Config): Counted {
  return {
    limits: {
      requests: createRateLimit(config.RATE_LIMIT_PER_MINUTE),
      uploads: createRateLimit(config.UPLOADS_PER_MINUTE),
      searches: createRateLimit(config.SEARCHES_PER_MINUTE),
      packages: createRateLimit(config.limits.packagesPerMinute),
    },
    packageTurns: createTurns(),
    exchanges: createRateLimit(config.limits.exchangesPerMinute),
    authorizations: createRateLimit(config.limits.authorizationsPerMinute),
  };
}

/** Puts right what no dispatch will. */
export function sweepOnce(config: Config, db: Database): Promise<void> {
  const { limits, SPANS_KEEP_MS } = config;
  return sweep(db, {
    quota: { ...limits, quotas: configuredQuotas(config) },
    stalledAfterMs: limits.runStalledMs,
    waitMaxMs: limits.runWaitMaxMs,
    rehashEveryMs: limits.rehashEveryMs,
    rehashBytesMax: limits.rehashBytesMax,
    encryptsFiles: configuredKeyWrapper(config) !== undefined,
    keepJobsMs: limits.jobsKeepMs,
    checkpointEveryMs: limits.checkpointEveryMs,
    keepSpansMs: SPANS_KEEP_MS,
    keepDeliveriesMs: limits.deliveriesKeepMs,
  });
}

/** Brings the settings' models and thresholds into force. */
export async function activateSettings(config: Config, db: Database, models: Models): Promise<void> {
  await activateConfiguredVersion(db, {
    models,
    moves: config.ENGINE_UPDATE === "auto",
    settings: {
      ...RETRIEVAL,
      confidenceComplete: config.CONFIDENCE_COMPLETE,
      confidencePartial: config.CONFIDENCE_PARTIAL,
    },
  });
}

function documentSettings({ limits, ARCHIVE_BYTES_MAX }: Config) {
  return {
    textLengthMax: limits.textCharactersMax,
    extractionLimitMs: limits.extractionLimitMs,
    attemptMs: limits.attemptMs,
    recognition: {
      overdueMs: limits.recognitionOverdueMs,
      pagesMax: limits.recognitionPagesMax,
      documentMs: limits.recognitionDocumentMs,
    },
    archive: { depthMax: limits.archiveDepthMax, filesMax: limits.archiveFilesMax, bytesMax: ARCHIVE_BYTES_MAX },
  };
}

function reportProbe(logger: Logger, { job, part, ms, answers, error }: Probed): void {
  const failure = error && { code: error.code, ...error.answered };
  logger[answers ? "info" : "error"]("model.probed", {
    part,
    answers,
    ms,
    jobId: job.id,
    tenantId: job.tenantId,
    ...failure,
  });
}

/** A document that cannot be read is the tenant's to fix; anything else is the operator's. */
function reportWork(logger: Logger, { job, error, final, waitsFor }: Parameters<Engine["report"]>[0]): void {
  const fields = {
    jobId: job.id,
    tenantId: job.tenantId,
    stage: `${job.kind}.${job.stage}`,
    code: errorCode(error),
    final,
    ...(error instanceof ModelError ? error.answered : {}),
  };
  if (waitsFor) logger.error("work.waits", { ...fields, part: waitsFor });
  else if (error instanceof FetchError) logger.info("corpus_ingestion.fetch_failed", fields);
  else if (error instanceof DocumentError) logger.info("document.failed", fields);
  else if (error instanceof AssayError && error.code === "INTEGRITY_ERROR")
    logger.error("integrity.failed", { tenantId: job.tenantId, jobId: job.id, ...error.details });
  else logger.error("work.failed", { ...fields, ...(fields.code === "INTERNAL_ERROR" ? describeError(error) : {}) });
}
