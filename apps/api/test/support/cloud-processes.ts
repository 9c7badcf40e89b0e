import { putSweepSchedule } from "@assay/adapters/qstash";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type QstashDouble, startQstash } from "@assay/testing/doubles/qstash/start-qstash";
import { startBalancer } from "@assay/testing/doubles/start-balancer";
import { type SupabaseDouble, startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import type { Limits } from "../../src/settings/limits.ts";
import { ENTRIES, type Env, launchProcess, startedUrl, type TestProcess } from "./launch-process.ts";
import { makeTenant, type TestTenant } from "./make-tenant.ts";
import { queueSettings } from "./queued-service.ts";
import { createTestClient } from "./test-client.ts";
import { limitsEnv } from "./test-limits.ts";

export interface CloudProcess extends TestProcess {
  readonly url: string;
}

export interface CloudProcesses {
  readonly qstash: QstashDouble;
  readonly supabase: SupabaseDouble;
  readonly database: TestDatabase;
  /** Every process that was ever started. */
  readonly all: readonly CloudProcess[];
  /** Those that take requests now. */
  readonly serving: readonly CloudProcess[];
  /** Starts one that takes no requests yet. */
  start(changes?: Env): Promise<CloudProcess>;
  serve(process: CloudProcess): void;
  /** Takes it out of service, ends it, and waits for its end. */
  stop(process: CloudProcess, signal: NodeJS.Signals): Promise<void>;
  /** `send` is what its clients call with. */
  tenant(options?: Parameters<typeof makeTenant>[1], send?: typeof fetch): Promise<TestTenant>;
  close(): Promise<void>;
}

const SECOND_MS = 10;
const QUICK = {
  answerCountsMs: 200,
  retryDelayMs: 20,
  progressPollMs: 50,
  extractionProcesses: 1,
  dispatchOverdueMs: 1500,
};

/** Settings with which processes look for work themselves: nothing is dispatched to them. */
export const LOOPS: Env = { QSTASH_TOKEN: "", QSTASH_CURRENT_SIGNING_KEY: "", QSTASH_NEXT_SIGNING_KEY: "" };

/** Processes without state of their own behind one address, on PostgreSQL and doubles of QStash and Supabase. */
export async function cloudProcesses(env: Env = {}, limits: Partial<Limits> = {}): Promise<CloudProcesses> {
  const [qstash, supabase, database, balancer] = await Promise.all([
    startQstash({ secondMs: SECOND_MS }),
    startSupabaseDouble(),
    openTestDatabase(),
    startBalancer(),
  ]);
  supabase.storage.makeBucket("evidence");
  const settings = {
    PORT: "0",
    ...limitsEnv({ ...QUICK, ...limits }),
    ...(await queueSettings(qstash, balancer.url)),
    DATABASE_URL: database.url!,
    DATABASE_POOL_SIZE: "5",
    SUPABASE_URL: supabase.url,
    SUPABASE_SECRET_KEY: supabase.secretKey,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
    ...env,
  };
  await putSweepSchedule(
    { token: qstash.token, baseUrl: qstash.url },
    { scheduleId: "sweep", url: `${balancer.url}/callbacks/sweep` },
  );
  const minutes = setInterval(() => qstash.tick(), 60 * SECOND_MS);
  const all: CloudProcess[] = [];
  const serving: CloudProcess[] = [];

  return {
    qstash,
    supabase,
    database,
    all,
    serving,
    async start(changes = {}) {
      const started = launchProcess([process.execPath, ENTRIES.slow], { ...settings, ...changes });
      const running = { ...started, url: await startedUrl(started) };
      all.push(running);
      return running;
    },
    serve(entering) {
      serving.push(entering);
      balancer.add(addressOf(entering));
    },
    async stop(leaving, signal) {
      serving.splice(serving.indexOf(leaving), 1);
      balancer.remove(addressOf(leaving));
      await leaving.end(signal);
    },
    tenant: (options, send) =>
      makeTenant(
        {
          db: database.db,
          issueToken: ({ userId, tenantId, ttlSeconds }) =>
            supabase.auth.issueToken({ id: userId, tenantId, ttlSeconds }),
          client: (token) => createTestClient(balancer.url, token, send),
        },
        options,
      ),
    async close() {
      clearInterval(minutes);
      for (const each of all) await each.end("SIGKILL");
      await Promise.all([balancer.close(), qstash.close(), supabase.close()]);
      await database.close();
    },
  };
}

const addressOf = ({ url }: CloudProcess) => url.replace("localhost", "127.0.0.1");
