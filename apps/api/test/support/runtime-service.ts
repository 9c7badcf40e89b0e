import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { startDatabaseProxy } from "@assay/testing/database-proxy";
import { type QstashDouble, startQstash } from "@assay/testing/doubles/qstash/start-qstash";
import { type SupabaseDouble, startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { answerAsGemini } from "../../../../packages/adapters/test/gemini/gemini-double.ts";
import { type ModelDouble, startModelDouble } from "../../../../packages/adapters/test/model-doubles/index.ts";
import { freePort } from "./free-port.ts";
import type { Env, TestProcess } from "./launch-process.ts";
import { makeTenant, type TestTenant } from "./make-tenant.ts";
import { queueSettings } from "./queued-service.ts";
import { NODE, type Runtime } from "./runtimes.ts";
import { createTestClient, type TestClient, until } from "./test-client.ts";
import { limitsEnv } from "./test-limits.ts";

/** Doubles of all vendors, and what a service needs to reach them. */
interface CloudVendors {
  readonly qstash: QstashDouble;
  readonly supabase: SupabaseDouble;
  readonly gemini: ModelDouble;
  readonly database: TestDatabase;
  readonly settings: Env;
  /** Awaited before each answer of the model. */
  beforeAnswer: (path: string) => Promise<void>;
  close(): Promise<void>;
}

export interface RuntimeService {
  readonly vendors: CloudVendors;
  readonly url: string;
  /** Everything that its processes wrote. */
  output(): string;
  client(token?: string): TestClient;
  tenant(): Promise<TestTenant>;
  /** A client of another process, on Node, with the same database, files and keys. */
  onNode(token: string): Promise<TestClient>;
  close(): Promise<void>;
}

const SECOND_MS = 10;
const PAGE_TIMEOUT_MS = 5000;
/** Short, so that a test can hold a model's answer for longer. */
export const LEASE_MS = 1000;

/** QStash, Supabase, Gemini, and PostgreSQL behind a proxy as Neon's, for a service at `apiUrl`. */
async function cloudVendors(apiUrl: string): Promise<CloudVendors> {
  const [qstash, supabase, gemini, database] = await Promise.all([
    startQstash({ secondMs: SECOND_MS }),
    startSupabaseDouble(),
    startModelDouble(async (request) => {
      await vendors.beforeAnswer(request.path);
      return answerAsGemini(request);
    }),
    openTestDatabase(),
  ]);
  supabase.storage.makeBucket("evidence");
  const proxy = await startDatabaseProxy("ws", database.url!);
  const vendors: CloudVendors = {
    qstash,
    supabase,
    gemini,
    database,
    beforeAnswer: async () => {},
    settings: {
      ...(await queueSettings(qstash, apiUrl)),
      DATABASE_URL: database.url!,
      // A process on Node checks meaning, and one elsewhere cannot: none moves the engine version for the others.
      ENGINE_UPDATE: "ask",
      DATABASE_WS_PROXY: proxy.url,
      SUPABASE_URL: supabase.url,
      SUPABASE_SECRET_KEY: supabase.secretKey,
      SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
      GEMINI_API_KEY: "key-of-the-double",
      GEMINI_BASE_URL: gemini.url,
      ...limitsEnv({ progressPollMs: 50, leaseMs: LEASE_MS }),
    },
    async close() {
      gemini.stop();
      await Promise.all([qstash.close(), supabase.close(), proxy.close()]);
      await database.close();
    },
  };
  return vendors;
}

/** The service as a process of its own, with another on Node at EXTRACTION_URL where the runtime needs one. */
export async function runtimeService(runtime: Runtime): Promise<RuntimeService> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const vendors = await cloudVendors(url);
  const readerUrl = `http://127.0.0.1:${await freePort()}`;
  const settings = runtime.readsFiles ? vendors.settings : { ...vendors.settings, EXTRACTION_URL: readerUrl };
  const processes = [runtime.launch(portOf(url), settings)];
  const launchNode = () => {
    const launched = NODE.launch(portOf(readerUrl), settings);
    processes.push(launched);
    return launched;
  };
  if (!runtime.readsFiles) launchNode();
  const close = async () => {
    await Promise.all(processes.map(endGroup));
    await vendors.close();
  };
  try {
    await Promise.all(processes.map((each, at) => isServing(each, [url, readerUrl][at]!)));
  } catch (error) {
    await close();
    throw error;
  }
  const client = (token?: string) => createTestClient(url, token);
  return {
    vendors,
    url,
    client,
    close,
    async onNode(token) {
      if (runtime.readsFiles) await isServing(launchNode(), readerUrl);
      return createTestClient(readerUrl, token);
    },
    output: () => processes.map((each) => `${each.output().stdout}${each.output().stderr}`).join("\n"),
    tenant: () =>
      makeTenant({
        db: vendors.database.db,
        issueToken: ({ userId, tenantId, ttlSeconds }) =>
          vendors.supabase.auth.issueToken({ id: userId, tenantId, ttlSeconds }),
        client,
      }),
  };
}

const portOf = (url: string) => Number(new URL(url).port);

/** Waits for an answer. Throws with what the process wrote when it has ended before. */
async function isServing(started: TestProcess, url: string): Promise<void> {
  let over = false;
  void started.ended.then(() => {
    over = true;
  });
  await until(
    async () => {
      if (over) throw new Error(`Cannot wait for the service because it ended:\n${JSON.stringify(started.output())}`);
      return fetch(`${url}/healthz`).then(
        ({ status }) => status,
        () => 0,
      );
    },
    (status) => status === 200,
  );
}

/** Tools start the runtime as a process of theirs: all end, in peace where they can. */
async function endGroup(started: TestProcess): Promise<void> {
  signalGroup(started, "SIGTERM");
  const patience = setTimeout(() => signalGroup(started, "SIGKILL"), PAGE_TIMEOUT_MS);
  await started.ended;
  clearTimeout(patience);
}

function signalGroup({ pid }: TestProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
