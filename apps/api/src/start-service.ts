import { type DatabaseClock, startDatabaseClock } from "@assay/core/database-clock";
import type { MailPart } from "@assay/core/mail";
import type {
  Assessor,
  CheckpointStore,
  Embedder,
  Failpoints,
  Fetcher,
  MarkedFileStore,
  OpenModels,
  SignOn,
  WebhookSender,
} from "@assay/core/ports";
import { createSsoDirectory } from "@assay/core/single-sign-on";
import type { ClaimTimes } from "@assay/core/tenancy";
import { type Context as AssayContext, findRole, recordFactorChange, recordPasswordChange } from "@assay/core/tenancy";
import type { Connection, Database } from "@assay/db";
import { createFetcher } from "@assay/embedded/fetch";
import { createPackParser } from "@assay/embedded/packs";
import { createWebhookSender } from "@assay/embedded/webhooks";
import { type LocalIdentity, type LocalUser, networkOf } from "@assay/identity";
import type { BatchReport } from "@assay/models/process";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, Hono } from "hono";
import { createApp } from "./app.ts";
import { startAuditOut } from "./audit-out/start-audit-out.ts";
import { createClientAddress } from "./client-address.ts";
import { activateSettings, composeApi, composeEngine, createLimits, type Parts } from "./compose.ts";
import { type Config, ConfigError } from "./config.ts";
import type { JobsProcess } from "./jobs-process/jobs-process.ts";
import { listen } from "./listen.ts";
import { describeError, type Logger } from "./logger.ts";
import { watchMaintenanceRequests } from "./maintenance-requests.ts";
import { createScrape } from "./metrics/create-scrape.ts";
import { listenForMetrics } from "./metrics/listen-for-metrics.ts";
import { measureMail, measureModels, measureWebhooks } from "./metrics/measure-parts.ts";
import type { Meter } from "./metrics/meter.ts";
import { metricsRoutes } from "./metrics/metrics-routes.ts";
import { openMetrics } from "./metrics/open-metrics.ts";
import { logSignIns } from "./middleware/log-sign-ins.ts";
import { refuseChangesOfIdentity, refuseInMaintenance } from "./middleware/refuse-in-maintenance.ts";
import { startNotices } from "./notices/start-notices.ts";
import { configuredCheckpoints } from "./parts/checkpoints.ts";
import { openDatabase } from "./parts/database.ts";
import { openDispatcher } from "./parts/dispatcher.ts";
import { openExtractor } from "./parts/extractor.ts";
import { openFileScanner } from "./parts/file-scanner.ts";
import { chooseStore, openFiles } from "./parts/files.ts";
import { keepsState, openFolder } from "./parts/folder.ts";
import { openIdentity } from "./parts/identity.ts";
import { keepKeys } from "./parts/keep-keys.ts";
import { configuredKeyWrapper } from "./parts/key-wrapper.ts";
import { openMail } from "./parts/mail.ts";
import { openMeaning } from "./parts/meaning.ts";
import { configuredModels } from "./parts/models.ts";
import { openOcrEngine } from "./parts/ocr-engine.ts";
import { reseal, rewrap } from "./parts/re-encrypt.ts";
import { requireIsolation } from "./parts/require-isolation.ts";
import { openSecretBox } from "./parts/secret-box.ts";
import { openSignOn } from "./parts/sign-on.ts";
import { findEarlierKeys, openSigner } from "./parts/signer.ts";
import { supabaseParts } from "./parts/supabase.ts";
import { scim } from "./routes/scim.ts";
import { type SiteFolders, sites } from "./sites/index.ts";
import { startConfiguredSpanExport } from "./span-export.ts";
import type { ApiEnv } from "./variables.ts";
import { watchDataFolder } from "./watch-data-folder.ts";

export interface Service {
  readonly url: string;
  readonly db: Database;
  /** The data folder, or where all state is elsewhere a temporary one. */
  readonly dataDir: string;
  /** The issuer in this process, where people are not kept elsewhere. */
  readonly identity?: LocalIdentity;
  /** Resolves when the data folder is gone or the embedded database has ended, with words for the operator. */
  readonly lost: Promise<string>;
  close(): Promise<void>;
}

/** A service that issues tokens itself. */
export interface LocalService extends Service {
  readonly identity: LocalIdentity;
}

/** Parts that a caller may bring in place of the configured ones. */
export interface ServiceParts {
  readonly embedder?: Embedder;
  readonly assessor?: Assessor;
  /** Runnable next to the chosen one, for retrieval versions that pin them. */
  readonly furtherEmbedders?: readonly Embedder[];
  readonly fetcher?: Fetcher;
  readonly webhookSender?: WebhookSender;
  /** How the TXT records of a name are found. */
  readonly findTexts?: SignOn["findTexts"];
  readonly checkpointStores?: readonly CheckpointStore[];
  readonly files?: MarkedFileStore;
  readonly failpoints?: Failpoints;
  /** An open connection, migrated; the caller closes it. */
  readonly connection?: Connection;
  readonly idempotency?: ClaimTimes;
  /** Folders of the built sites. */
  readonly sites?: SiteFolders;
  /** The process that does this one's jobs. */
  readonly jobsProcess?: JobsProcess;
  readonly mail?: MailPart;
  readonly meter?: Meter | undefined;
}

const FOLDER_LOOK_MS = 2000;
/** Clocks drift by less than a millisecond in it. */
const CLOCK_READ_MS = 60_000;

type Cleanups = (() => Promise<unknown>)[];

/** Starts the whole service in this process: database, files, engine, issuer, API. Throws ConfigError. */
export async function startService(config: Config, logger: Logger, brought: ServiceParts = {}): Promise<Service> {
  const cleanups: Cleanups = [];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    return { ...(await open(config, logger, brought, cleanups)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** For what makes people and tokens of its own. Throws ConfigError where the issuer is another one. */
export async function startLocalService(
  config: Config,
  logger: Logger,
  brought: ServiceParts = {},
): Promise<LocalService> {
  const service = await startService(config, logger, brought);
  const { identity } = service;
  if (identity) return { ...service, identity };
  await service.close();
  throw new ConfigError("Cannot create users because Supabase stores them: unset SUPABASE_URL");
}

/** Serves requests, and does the jobs where no other process does. */
async function open(
  config: Config,
  logger: Logger,
  brought: ServiceParts,
  cleanups: Cleanups,
): Promise<Omit<Service, "close">> {
  const { jobsProcess } = brought;
  for (const removed of config.removed) logger.warn("setting.removed", { ...removed });
  const folder = await openFolder(config);
  cleanups.push(folder.release);
  const metrics = await openMetrics(config, "service");
  const opened = await openParts(config, logger, { ...brought, meter: metrics?.meter }, folder, cleanups);
  const { parts, engine, dispatching, connection, local } = opened;
  if (jobsProcess) cleanups.push(() => jobsProcess.stop());
  await jobsProcess?.start();
  const scrape = metrics && createScrape(config, metrics, { connection, jobsProcess, folder: folder.path });
  const pages = await sites(siteConfig(config), brought.sites ?? {});
  const mount = (root: Hono<ApiEnv>) => {
    if (scrape && config.METRICS_TOKEN) root.route("/", metricsRoutes(scrape, config.METRICS_TOKEN));
    root.route("/", pages);
    if (local) root.use("/auth/v1/*", logSignIns, refuseChangesOfIdentity).route("/auth/v1", local.app);
    // Of the built-in identity: elsewhere people sign in through Supabase, which has no directory here.
    if (local) root.use("/scim/*", refuseInMaintenance).route("/", scim);
    dispatching.mount(root, engine);
  };
  const services = composeApi(
    config,
    { ...parts, dispatcher: dispatching.ofRequests },
    createLimits(config),
    logger,
    brought.idempotency,
  );
  const app = createApp(services, mount, { compress: true });

  const spanExport = startConfiguredSpanExport(config, { db: parts.db, logger });
  if (spanExport) cleanups.push(() => spanExport.stop());
  const { port, stop } = await listen(app, config, logger);
  cleanups.push(stop);
  if (scrape && config.METRICS_PORT !== undefined)
    cleanups.push(await listenForMetrics(scrape, config.METRICS_PORT, logger));
  cleanups.push(async () => services.progress.end());
  cleanups.push(async () => services.events.end());
  // Ends before the listener does, so that a callback under way returns its work and answers.
  await dispatching.start(engine);
  cleanups.push(() => dispatching.stop());
  const doesJobs = !jobsProcess && config.TAKE_JOBS !== "off";
  const notices = doesJobs ? startNotices(config, parts, { logger, folder: folder.path }) : undefined;
  if (notices) cleanups.push(() => notices.stop());
  const auditOut = doesJobs ? startAuditOut(config, parts, logger) : undefined;
  if (auditOut) cleanups.push(() => auditOut.stop());
  const watch = await watchDataFolder(keepsState(config) ? folder.path : undefined, { everyMs: FOLDER_LOOK_MS });
  cleanups.push(async () => watch.stop());
  if (connection.driver === "pglite") {
    const stop = watchMaintenanceRequests(folder.path, parts.db, (error) =>
      logger.error("maintenance.failed", describeError(error)),
    );
    cleanups.push(async () => stop());
  }
  const folderLost = watch.lost.then((problem) => {
    logger.error("data_folder.lost", { dataDir: folder.path });
    return problem;
  });
  const databaseLost = connection.ended?.then((lastWords) => {
    logger.error("database.ended", describeError(lastWords));
    return `Cannot go on because the embedded database has ended: ${lastWords.message}. Start again when that is mended`;
  });
  const jobsLost = jobsProcess?.ended.then((problem) => {
    logger.error("jobs.ended");
    return problem;
  });
  const lost = Promise.race([folderLost, databaseLost, jobsLost].filter((each) => each !== undefined));
  return { url: `http://localhost:${port}`, db: parts.db, identity: local, dataDir: folder.path, lost };
}

/** Opens each part where parts/ says, from below to above; `cleanups` closes them from above to below. */
export async function openParts(
  config: Config,
  logger: Logger,
  brought: ServiceParts,
  folder: { readonly path: string },
  cleanups: Cleanups,
) {
  const connection = brought.connection ?? (await openDatabase(config, folder.path));
  if (!brought.connection) cleanups.push(() => connection.close());
  const { db } = connection;
  await requireIsolation(db, { anyLogin: connection.driver === "pglite" });

  const own = await openMeaning(config, folder.path, (report) => reportBatch(logger, report));
  cleanups.push(own.close);
  const { meter } = brought;
  const chosen = { ...chooseModels(configuredModels(config, own), brought), meaning: own.meaning };
  const models = meter ? measureModels(chosen, meter) : chosen;
  await activateSettings(config, db, models);
  const extractor = await openExtractor(config, folder.path);
  cleanups.push(() => extractor.close());
  const ocrEngine = openOcrEngine(config, folder.path);
  if (ocrEngine) cleanups.push(() => ocrEngine.close());
  const clock = await openClock(connection);
  cleanups.push(async () => clock.stop());
  const supabase = supabaseParts(config, clock);
  const addressOf = createClientAddress(config.TRUSTED_PROXIES);
  const clientAddress = (c: Context) =>
    addressOf({ remote: getConnInfo(c).remote.address, forwardedFor: c.req.header("x-forwarded-for") });
  const secretBox = await openSecretBox(config, folder.path);
  const signOn = openSignOn(config, { ...clock, findTexts: brought.findTexts });
  const { identity, accounts, local } = await openIdentity(
    config,
    supabase,
    { dataDir: folder.path, db },
    {
      passwordChanged: (user) => recordOwnChange(db, user, recordPasswordChange),
      factorChanged: (user, change) => recordOwnChange(db, user, (ctx) => recordFactorChange(ctx, change)),
      secretBox,
      clientAddress,
      sso: { signOn, directory: createSsoDirectory(db, secretBox), siteOrigins: config.CORS_ORIGINS },
      clock,
    },
  );
  const packs = createPackParser();
  cleanups.push(() => packs.close());
  const { failpoints, jobsProcess } = brought;
  const sender = brought.webhookSender ?? createWebhookSender({ allowed: config.WEBHOOK_ALLOWED_NETWORKS });
  const mail = brought.mail ?? openMail(config);
  const dispatching = openDispatcher(config, connection, logger, { failpoints, clock, jobsProcess });
  const signer = await openSigner(config, folder.path);
  await keepKeys(db, signer, logger, await findEarlierKeys(config, db));
  await reseal(db, secretBox, logger);
  const openWrapper = configuredKeyWrapper(config);
  await rewrap(db, openWrapper, logger);

  const parts: Parts = {
    db,
    models,
    extractor,
    fileScanner: openFileScanner(config),
    ocrEngine,
    identity,
    accounts,
    clock,
    dispatcher: dispatching.dispatcher,
    files: await openFiles(brought.files ?? chooseStore(config, supabase, folder.path), db, { openWrapper, logger }),
    signer,
    checkpointStores: brought.checkpointStores ?? configuredCheckpoints(config),
    fetcher: brought.fetcher ?? createFetcher(),
    webhookSender: meter ? measureWebhooks(sender, meter) : sender,
    mail: meter && mail ? measureMail(mail, meter) : mail,
    meter,
    secretBox,
    signOn: local && signOn,
    failpoints,
    packs,
    clientAddress: (c) => networkOf(clientAddress(c)),
    ...(jobsProcess && { checkJobs: () => jobsProcess.check() }),
  };
  return { parts, engine: composeEngine(config, parts, logger), dispatching, connection, local };
}

/** A measure of each batch that a model in the house has computed: none of its words. */
function reportBatch(logger: Logger, { startedAt, endedAt, ...report }: BatchReport): void {
  logger.info("model.batch", { ...report, latencyMs: endedAt.getTime() - startedAt.getTime() });
}

/** What processes judge tokens and signatures by, whatever their machines' clocks say; an embedded database has this one's. */
async function openClock({ db, driver }: Connection): Promise<DatabaseClock> {
  if (driver === "pglite") return { now: () => new Date(), uncertaintyMs: () => 0, stop: () => {} };
  return startDatabaseClock(db, { everyMs: CLOCK_READ_MS });
}

/** Where the sites' pages sign in; the local issuer asks for no key. */
function siteConfig({ SUPABASE_URL = "/", SUPABASE_PUBLISHABLE_KEY = "local" }: Config) {
  const sites = { portal: "/cm", admin: "/admin" };
  return { apiUrl: "/", authUrl: SUPABASE_URL, publishableKey: SUPABASE_PUBLISHABLE_KEY, sites };
}

function chooseModels(
  { embedders, assessors, fallback }: OpenModels,
  { embedder, assessor, furtherEmbedders = [] }: ServiceParts,
): OpenModels {
  const [configuredEmbedder, ...olderEmbedders] = embedders;
  const [configuredAssessor, ...olderAssessors] = assessors;
  return {
    embedders: [embedder ?? configuredEmbedder, ...furtherEmbedders, ...olderEmbedders],
    assessors: [assessor ?? configuredAssessor, ...olderAssessors],
    fallback,
  };
}

/** What people changed of their own at the issuer itself; of somebody without a membership there is no tenant to record it in. */
async function recordOwnChange(
  db: Database,
  { id: userId, tenantId }: LocalUser,
  record: (ctx: AssayContext) => Promise<void>,
): Promise<void> {
  const role = tenantId ? await findRole(db, { tenantId, userId }) : undefined;
  if (tenantId && role) await record({ db, tenantId, actor: { id: userId, role, tenantId } });
}
