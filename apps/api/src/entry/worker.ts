import { withNeon } from "@assay/db/with-neon";
import { answerUnready, type CloudApp, createCloudApp } from "../cloud-app.ts";
import { ConfigError, readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";

interface ExecutionContext {
  waitUntil(work: Promise<unknown>): void;
}

type Bindings = Readonly<Record<string, unknown>>;

let app: CloudApp | undefined;

/** The service on workerd. Each request has connections of its own; what reads files and web pages goes to EXTRACTION_URL. */
export default {
  async fetch(request: Request, env: Bindings, context: ExecutionContext): Promise<Response> {
    const keep = (work: Promise<unknown>) => context.waitUntil(work);
    try {
      app ??= createWorkerApp(env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      console.error(error.message);
      return answerUnready("Cannot serve with these settings: the log says which ones to correct");
    }
    const answer = app.fetch(request, keep);
    // A client that leaves must not end what other requests wait for, such as a fetch of keys.
    keep(answer.catch(() => {}));
    return answer;
  },
};

function createWorkerApp(env: Bindings): CloudApp {
  const config = readConfig(settingsOf(env));
  const logger = createLogger((line) => console.log(line), config.LOG_LEVEL);
  return createCloudApp(config, logger, {
    withDatabase: (keep, act) =>
      withNeon(config.DATABASE_URL!, keep, ({ db }, innerKeep) => act(db, innerKeep), {
        wsProxy: config.DATABASE_WS_PROXY,
      }),
  });
}

/** Variables and secrets; other bindings are not settings. */
function settingsOf(env: Bindings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
