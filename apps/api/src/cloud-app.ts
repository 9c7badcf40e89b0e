import { createOutbox } from "@assay/core/jobs";
import type { Fetcher, PackParser, TextExtractor, WebhookSender } from "@assay/core/ports";
import { type Database, newId } from "@assay/db";
import { createApp } from "./app.ts";
import { createCallbacks } from "./callbacks/create-callbacks.ts";
import { createSlots } from "./callbacks/slots.ts";
import { createCheckInterval } from "./callbacks/sweep-when-late.ts";
import { activateSettings, composeApi, composeEngine, createLimits } from "./compose.ts";
import { type Config, ConfigError } from "./config.ts";
import { errorBody } from "./error-body.ts";
import { describeError, type Logger } from "./logger.ts";
import { guardStore } from "./parts/guard-store.ts";
import { keepKeys } from "./parts/keep-keys.ts";
import { createKeptSecretBox } from "./parts/kept-secret-box.ts";
import { createKeptSigner } from "./parts/kept-signer.ts";
import { configuredKeyWrapper } from "./parts/key-wrapper.ts";
import { createConfiguredDispatcher, qstashAccount } from "./parts/qstash.ts";
import { reseal, rewrap } from "./parts/re-encrypt.ts";
import { remoteCheckpoints } from "./parts/remote-checkpoints.ts";
import { remoteFiles } from "./parts/remote-files.ts";
import { remoteModels } from "./parts/remote-models.ts";
import { requireIsolation } from "./parts/require-isolation.ts";
import { supabaseParts } from "./parts/supabase.ts";
import { notOnThisRuntime } from "./parts/unavailable.ts";
import { LIVENESS_PATH } from "./routes/health.ts";
import { driverFor } from "./settings/database-driver.ts";
import { VERSION } from "./version.ts";

/** What differs between the runtimes that keep no state. */
export interface CloudRuntime {
  /**
   * Lends the database for one request, and for the work that `act` gives to the `keep` it receives. A runtime whose
   * sockets end with their request opens one and ends it after both (`withNeon`); another lends the same one each time.
   */
  withDatabase(keep: KeepAlive, act: (db: Database, keep: KeepAlive) => Promise<Response>): Promise<Response>;
  /** Where the runtime has processes. Without it EXTRACTION_URL must name a deployment that has. */
  readonly extractor?: TextExtractor;
  /** Where the runtime has sockets. */
  readonly fetcher?: Fetcher;
  readonly webhookSender?: WebhookSender;
  /** Where the runtime has threads. */
  readonly packs?: PackParser;
}

/** Keeps the invocation for work that continues after the answer: `waitUntil`. */
type KeepAlive = (work: Promise<unknown>) => void;

export interface CloudApp {
  fetch(request: Request, keep: KeepAlive): Promise<Response>;
}

const NEEDED = ["DATABASE_URL", "QSTASH_TOKEN", "SUPABASE_URL", "CHECKPOINT_SIGNING_KEY"] as const;

/**
 * The service on nothing but web standards, with all state in the cloud: for Deno and for workers. Made once for a
 * process or isolate; what belongs to a request is made for each. Throws ConfigError.
 */
export function createCloudApp(config: Config, logger: Logger, runtime: CloudRuntime): CloudApp {
  for (const removed of config.removed) logger.warn("setting.removed", { ...removed });
  requireCloud(config, runtime);
  const supabase = supabaseParts(config)!;
  const shared = {
    ...supabase,
    files: remoteFiles(config, supabase)!,
    models: remoteModels(config),
    checkpointStores: remoteCheckpoints(config),
    signer: createKeptSigner(config.CHECKPOINT_SIGNING_KEY!),
    secretBox: createKeptSecretBox(config.WEBHOOK_SECRET_KEY),
    extractor: runtime.extractor ?? notOnThisRuntime.extractor,
    fetcher: runtime.fetcher ?? notOnThisRuntime.fetcher,
    webhookSender: runtime.webhookSender ?? notOnThisRuntime.webhookSender(config.WEBHOOK_ALLOWED_NETWORKS),
    packs: runtime.packs ?? notOnThisRuntime.packs,
  };
  const openWrapper = configuredKeyWrapper(config);
  const files = guardStore(shared.files, { openWrapper, logger });
  const limits = createLimits(config);
  const slots = createSlots(config.limits.callbacksMax);
  const interval = createCheckInterval(config);
  let ready = false;
  /** What a process does at its start, done with the first request; after a failure the next one tries again. */
  const makeReady = async (db: Database) => {
    if (ready) return;
    await requireIsolation(db);
    await activateSettings(config, db, shared.models);
    await keepKeys(db, await shared.signer(), logger);
    await reseal(db, await shared.secretBox(), logger);
    await rewrap(db, openWrapper, logger);
    ready = true;
  };

  return {
    fetch: (request, outerKeep) =>
      runtime.withDatabase(outerKeep, async (db, keep) => {
        try {
          if (new URL(request.url).pathname !== LIVENESS_PATH) await makeReady(db);
        } catch (error) {
          logger.error("service.unready", describeError(error));
          return answerUnready("The service is not ready yet: try again in a few seconds");
        }
        const outbox = createOutbox(db);
        const dispatcher = createConfiguredDispatcher(qstashAccount(config)!, config, outbox, logger);
        const [signer, secretBox] = [await shared.signer(), await shared.secretBox()];
        const parts = { ...shared, files: files(db), signer, secretBox, db, dispatcher };
        const engine = composeEngine(config, parts, logger);
        const callbacks = createCallbacks({ config, engine, outbox, slots, interval, logger, later: keep });
        return createApp(composeApi(config, parts, limits, logger), callbacks).fetch(request);
      }),
  };
}

/** An answer in the shape of all errors, for when there is no app to give it. */
export function answerUnready(message: string): Response {
  const body = errorBody({ code: "SERVICE_UNAVAILABLE", message, details: undefined }, newId());
  return Response.json(body, {
    status: 503,
    headers: { "Retry-After": "5", "X-Request-Id": body.requestId, "Assay-Version": VERSION },
  });
}

function requireCloud(config: Config, { extractor }: CloudRuntime): void {
  const problems = NEEDED.filter((name) => config[name] === undefined).map(
    (name) => `${name} must be set because this runtime keeps no state`,
  );
  const { DATABASE_URL: url } = config;
  if (url && driverFor(url, config) === "pg")
    problems.push(
      "DATABASE_URL must name a database at neon.tech, or DATABASE_WS_PROXY must be set, because this runtime connects to databases over WebSocket",
    );
  if (config.FILES_DIR) problems.push("FILES_DIR must not be set because this runtime has no folders: use S3_BUCKET");
  if (config.CHECKPOINT_FOLDER)
    problems.push(
      "CHECKPOINT_FOLDER must not be set because this runtime has no folders: use CHECKPOINT_S3_BUCKET or CHECKPOINT_WITNESS_URL",
    );
  if (config.CHECKPOINT_GIT_URL)
    problems.push(
      "CHECKPOINT_GIT_URL must not be set because this runtime starts no processes: use CHECKPOINT_S3_BUCKET or CHECKPOINT_WITNESS_URL",
    );
  if (!extractor && !config.EXTRACTION_URL)
    problems.push("EXTRACTION_URL must be set because this runtime cannot start processes that read files");
  if (problems.length > 0)
    throw new ConfigError(`Cannot start with these settings:\n${problems.map((each) => `  ${each}`).join("\n")}`);
}
