import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createTextExtractor, removeStaleSpools } from "@assay/adapters/extract";
import { createFetcher } from "@assay/adapters/fetch";
import { createFolderFileStore } from "@assay/adapters/files";
import { createJwtIdentity } from "@assay/adapters/jwt";
import { createLocalIdentity, type LocalIdentity } from "@assay/adapters/local-identity";
import { openLocalSigner } from "@assay/adapters/local-signer";
import { createLocalWaker, LOCAL_SLOTS } from "@assay/adapters/local-waker";
import { createOfflineAssessor, createOfflineEmbedder } from "@assay/adapters/offline";
import { createPackParser } from "@assay/adapters/packs";
import { createWorkbookWriter } from "@assay/adapters/workbook";
import { DocumentError, FetchError } from "@assay/contract";
import { activateConfiguredVersion } from "@assay/core/corpus";
import { createEngine, sweep } from "@assay/core/engine";
import type { Assessor, Embedder, Fetcher, Models } from "@assay/core/ports";
import { verifyIsolation } from "@assay/core/tenancy";
import { type Engine, errorCode, releaseAllLeases } from "@assay/core/work";
import type { Connection, Database } from "@assay/db";
import { connectEmbedded, connectServer } from "@assay/db/connect";
import { migrate } from "@assay/db/migrate";
import { getRequestListener } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { createApp } from "./app.ts";
import { type Config, ConfigError } from "./config.ts";
import { CHECKPOINT_KEY_FOLDER, openDataFolder } from "./data-folder.ts";
import { describeError, type Logger } from "./logger.ts";
import { createRateLimit } from "./rate-limit.ts";
import { startConfiguredSpanExport } from "./span-export.ts";

/** Never compared with an address: tokens stay valid when the port changes. */
const LOCAL_ISSUER = "http://assay.local/auth/v1";

export interface Service {
  readonly url: string;
  readonly db: Database;
  readonly identity: LocalIdentity;
  readonly dataDir: string;
  close(): Promise<void>;
}

/** Parts that a caller may bring in place of the built-in ones. */
export interface ServiceParts {
  readonly embedder?: Embedder;
  readonly assessor?: Assessor;
  /** Runnable beside the chosen one, for retrieval versions that pin them. */
  readonly furtherEmbedders?: readonly Embedder[];
  readonly fetcher?: Fetcher;
  /** An open connection, migrated; the caller closes it. */
  readonly connection?: Connection;
}

/** Starts the whole service in this process: database, files, engine, issuer, API. Throws ConfigError. */
export async function startService(config: Config, logger: Logger, parts: ServiceParts = {}): Promise<Service> {
  const cleanups: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    return await open(config, logger, parts, cleanups, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  config: Config,
  logger: Logger,
  parts: ServiceParts,
  cleanups: (() => Promise<unknown>)[],
  close: () => Promise<void>,
): Promise<Service> {
  const folder = await openDataFolder(config.ASSAY_DATA_DIR);
  cleanups.push(folder.release);
  const connection = parts.connection ?? (await connectDatabase(config, folder.path));
  if (!parts.connection) cleanups.push(() => connection.close());
  const { db } = connection;
  await requireIsolation(db);

  const models: Models = {
    embedders: [parts.embedder ?? createOfflineEmbedder(), ...(parts.furtherEmbedders ?? [])],
    assessors: [parts.assessor ?? createOfflineAssessor()],
  };
  await activateConfiguredVersion(db, { models, settings: retrievalSettings(config) });

  const files = createFolderFileStore({ root: join(folder.path, "files") });
  await files.removeStaleParts();
  const tempDir = join(folder.path, "temp");
  await removeStaleSpools(tempDir);
  const extractor = createTextExtractor({
    tempDir,
    processes: config.EXTRACTION_PROCESSES,
    memoryMaxMb: config.EXTRACTION_MEMORY_MB,
    pieceTimeoutMs: config.EXTRACTION_PIECE_MS,
  });
  cleanups.push(() => extractor.close());

  const identity = await createLocalIdentity({
    dir: join(folder.path, "identity"),
    issuer: LOCAL_ISSUER,
    clientAddress: (c) => getConnInfo(c).remote.address ?? "",
  });

  const signer = await openLocalSigner(join(folder.path, CHECKPOINT_KEY_FOLDER));

  const fetcher = parts.fetcher ?? createFetcher();
  const waker = createLocalWaker({ pollMs: config.POLL_MS, sweepMs: config.SWEEP_MS, slots: LOCAL_SLOTS });
  const engine = createEngine({
    db,
    waker,
    signer,
    documents: { files, extractor, models, settings: documentSettings(config) },
    fetcher,
    runs: {
      files,
      models,
      workbook: createWorkbookWriter(),
      settings: {
        requirementLimitMs: config.REQUIREMENT_LIMIT_MS,
        sliceLimitMs: config.SLICE_LIMIT_MS,
        stalledAfterMs: config.RUN_STALLED_MS,
      },
    },
    settings: {
      attemptsMax: config.ATTEMPTS_MAX,
      crashesMax: config.CRASHES_MAX,
      leaseMarginMs: config.LEASE_MARGIN_MS,
      retryDelayMs: config.RETRY_DELAY_MS,
    },
    report: (event) => reportWork(logger, event),
  });

  const app = createApp(
    {
      db,
      files,
      fetcher,
      identity: createJwtIdentity({ issuer: LOCAL_ISSUER, keys: identity.keys }),
      accounts: identity.accounts,
      waker,
      signer,
      packs: createPackParser(),
      models,
      logger,
      limits: {
        requests: createRateLimit(config.RATE_LIMIT_PER_MINUTE),
        uploads: createRateLimit(config.UPLOADS_PER_MINUTE),
      },
      settings: {
        superAdminMode: config.SUPER_ADMIN_MODE,
        maxUploadBytes: config.MAX_UPLOAD_BYTES,
        archive: { filesMax: config.ARCHIVE_FILES_MAX, bytesMax: config.ARCHIVE_BYTES_MAX },
        quota: { documentsMax: config.DOCUMENTS_PER_TENANT_MAX, bytesMax: config.BYTES_PER_TENANT_MAX },
        corsOrigins: config.CORS_ORIGINS,
        progressPollMs: config.PROGRESS_POLL_MS,
      },
    },
    (root) => root.route("/auth/v1", identity.app),
  );

  // The data folder is this process's own, and so is an embedded database: whoever held a lease is dead.
  if (connection.driver === "pglite") await releaseAllLeases(db);
  waker.start(engine, {
    sweep: () =>
      sweep(db, {
        stalledAfterMs: config.RUN_STALLED_MS,
        rehashEveryMs: config.REHASH_EVERY_MS,
        keepWorkMs: config.KEEP_WORK_MS,
        checkpointEveryMs: config.CHECKPOINT_EVERY_MS,
        keepSpansMs: config.SPANS_KEEP_MS,
      }),
    onError: (error) => logger.error("engine.failed", describeError(error)),
  });
  cleanups.push(() => waker.stop());
  const spanExport = startConfiguredSpanExport(config, { db, logger });
  if (spanExport) cleanups.push(() => spanExport.stop());

  // The app drains what it refuses by itself: the listener's own limits are too tight for an upload.
  const handle = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  const server = createServer((request, response) => void handle(request, response));
  cleanups.push(() => stopServer(server));
  const port = await listen(server, config);
  return { url: `http://localhost:${port}`, db, identity, dataDir: folder.path, close };
}

/** A document that cannot be read is the tenant's to mend; anything else is the operator's. */
function reportWork(logger: Logger, { item, error, final }: Parameters<Engine["report"]>[0]): void {
  const fields = {
    workItemId: item.id,
    tenantId: item.tenantId,
    stage: `${item.kind}.${item.stage}`,
    code: errorCode(error),
    final,
  };
  if (error instanceof FetchError) logger.info("corpus_ingestion.fetch_failed", fields);
  else if (error instanceof DocumentError) logger.info("document.failed", fields);
  else logger.error("work.failed", { ...fields, ...(fields.code === "INTERNAL_ERROR" ? describeError(error) : {}) });
}

async function connectDatabase(config: Config, dataDir: string): Promise<Connection> {
  if (!config.DATABASE_URL) {
    const embedded = await connectEmbedded({ dataDir: join(dataDir, "postgres") });
    await migrate(embedded);
    return embedded;
  }
  const migrating = connectServer(config.DATABASE_MIGRATE_URL ?? config.DATABASE_URL);
  try {
    await migrate(migrating);
  } finally {
    await migrating.close();
  }
  return connectServer(config.DATABASE_URL);
}

async function requireIsolation(db: Database): Promise<void> {
  const problems = await verifyIsolation(db);
  if (problems.length > 0)
    throw new ConfigError(
      `Cannot start as the database does not keep tenants apart:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    );
}

function retrievalSettings(config: Config) {
  return {
    similarityThreshold: config.SIMILARITY_THRESHOLD,
    chunksPerRequirement: config.CHUNKS_PER_REQUIREMENT,
    confidenceComplete: config.CONFIDENCE_COMPLETE,
    confidencePartial: config.CONFIDENCE_PARTIAL,
  };
}

function documentSettings(config: Config) {
  return {
    textLengthMax: config.TEXT_LENGTH_MAX,
    extractionLimitMs: config.EXTRACTION_LIMIT_MS,
    sliceMs: config.SLICE_MS,
    sliceLimitMs: config.SLICE_LIMIT_MS,
    archive: {
      depthMax: config.ARCHIVE_DEPTH_MAX,
      filesMax: config.ARCHIVE_FILES_MAX,
      bytesMax: config.ARCHIVE_BYTES_MAX,
    },
  };
}

function listen(server: Server, { HOST, PORT }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new ConfigError(`Cannot listen on port ${PORT} as it is in use: set PORT to another one`)
          : error,
      ),
    );
    server.listen(PORT, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 1000).unref();
  });
}
