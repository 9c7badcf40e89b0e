import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Document, Run } from "@assay/contract";
import { bindPack, importPack } from "@assay/core/packs";
import { createApiKey, createTenant, putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { type QstashDouble, startQstash } from "@assay/testing/doubles/qstash/start-qstash";
import { startBalancer } from "@assay/testing/doubles/start-balancer";
import { startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import pg from "pg";
import { cpuMsOf, startedCpuMsOf } from "./cpu-time.ts";
import { RUNTIME_FLAGS } from "./runtime-flags.ts";
import { type DatabaseSettings, withDatabase } from "./with-database.ts";

const ENTRY = fileURLToPath(new URL("../../../apps/api/test/support/slow-entry.ts", import.meta.url));
const POLL_MS = 25;

export interface ServicesOptions {
  /** What dispatches: the loop in each process, or a double of QStash that calls them behind one address. */
  readonly dispatch: "loop" | "qstash";
  readonly processes: number;
  /** Of the pack that the tenant has bound. */
  readonly requirements: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Processes of the service on one database, and a member of one tenant who calls them. */
export interface Services {
  /** Of all processes and of what they started, since they started. */
  cpuMs(): number;
  /** Of what they started alone: the processes that read files. */
  readersCpuMs(): number;
  call<T>(path: string, body?: FormData | string): Promise<T>;
  /** The address of the first process, past the balancer. */
  readonly url: string;
  readonly token: string;
  readonly tenantId: string;
  /** As the service connects. */
  readonly databaseUrl: string;
  /** As the owner of the database connects. */
  readonly ownerUrl: string;
  /** Tokens of further members. */
  newPeople(count: number): Promise<string[]>;
  /** API keys of the tenant. */
  newKeys(count: number): Promise<string[]>;
  /** Uploads texts, ten at a time, and returns once all are READY. */
  read(texts: readonly string[]): Promise<void>;
  startRun(): Promise<Run>;
  /** Runs once and returns how long it took, from the request to COMPLETED. */
  run(): Promise<{ ms: number; runId: string }>;
}

/** Starts processes on a new database of a server, and ends them after `act`. */
export function withServices<T>(
  server: string,
  options: ServicesOptions,
  act: (services: Services) => Promise<T>,
): Promise<T> {
  return withDatabase(server, async (settings) => {
    await using stack = new AsyncDisposableStack();
    return await act(await start(stack, settings, options));
  });
}

async function start(
  stack: AsyncDisposableStack,
  settings: DatabaseSettings,
  { dispatch, processes, requirements, env }: ServicesOptions,
): Promise<Services> {
  const keep = <T extends { close(): Promise<unknown> }>(opened: T) =>
    stack.adopt(opened, async ({ close }) => void (await close()));
  const qstash = dispatch === "qstash" ? keep(await startQstash({ secondMs: 10 })) : undefined;
  const supabase = keep(await startSupabaseDouble());
  const balancer = keep(await startBalancer());
  supabase.storage.makeBucket("evidence");
  const given = {
    ...settings,
    PORT: "0",
    API_URL: balancer.url,
    ...(qstash && qstashSettings(qstash)),
    NODE_ENV: "test",
    OCR: "off",
    CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()),
    SUPABASE_URL: supabase.url,
    SUPABASE_SECRET_KEY: supabase.secretKey,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
    ...env,
  };
  const launched: { pid: number; url: string }[] = [];
  for (let more = 0; more < processes; more++) {
    const { pid, url, end } = await launch(given);
    stack.defer(end);
    launched.push({ pid, url });
    balancer.add(url);
  }
  const { id: tenantId, userId } = await seed(settings, requirements);
  const watch = new pg.Client({ connectionString: settings.DATABASE_MIGRATE_URL });
  await watch.connect();
  stack.defer(() => watch.end());
  const token = await supabase.auth.issueToken({ id: userId, tenantId });
  return {
    cpuMs: () => launched.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0),
    readersCpuMs: () => launched.reduce((sum, { pid }) => sum + startedCpuMsOf(pid), 0),
    url: launched[0]!.url,
    token,
    tenantId,
    databaseUrl: settings.DATABASE_URL,
    ownerUrl: settings.DATABASE_MIGRATE_URL,
    async newPeople(count) {
      const ids = await addMembers(settings, tenantId, count);
      return Promise.all(ids.map((id) => supabase.auth.issueToken({ id, tenantId })));
    },
    newKeys: (count) => addKeys(settings, tenantId, count),
    ...callsTo(balancer.url, token, watch),
  };
}

function qstashSettings({ url, token, keys }: QstashDouble) {
  return {
    QSTASH_URL: url,
    QSTASH_TOKEN: token,
    QSTASH_CURRENT_SIGNING_KEY: keys.current,
    QSTASH_NEXT_SIGNING_KEY: keys.next,
  };
}

/** What is measured is looked at in the database: to ask the service would cost it as much as its work. */
function callsTo(url: string, token: string, watch: pg.Client): Pick<Services, "call" | "read" | "startRun" | "run"> {
  const call: Services["call"] = async <T>(path: string, body?: FormData | string): Promise<T> => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(typeof body === "string" ? { "Content-Type": "application/json" } : {}),
    };
    const response = await fetch(`${url}${path}`, { method: body ? "POST" : "GET", body, headers });
    if (!response.ok) throw new Error(`Cannot call ${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  };
  const upload = async (text: string, at: number) => {
    const form = new FormData();
    form.append("file", new Blob([text]), `plan-${at}.txt`);
    await call<{ document: Document }>("/api/documents/upload", form);
  };
  const count = async (status: string): Promise<number> => {
    const found = await watch.query("select count(*)::int as count from documents where status = $1", [status]);
    return found.rows[0].count;
  };
  const startRun = async () => (await call<{ run: Run }>("/api/runs/start", JSON.stringify({ reuse: false }))).run;
  return {
    call,
    startRun,
    async read(texts) {
      const before = await count("READY");
      for (let at = 0; at < texts.length; at += 10)
        await Promise.all(texts.slice(at, at + 10).map((text, place) => upload(text, at + place)));
      while ((await count("READY")) < before + texts.length) {
        if ((await count("FAILED")) > 0) throw new Error("Cannot measure because a document failed");
        await pause(POLL_MS);
      }
    },
    async run() {
      const begun = performance.now();
      const { id } = await startRun();
      for (;;) {
        const { status, reason } = (
          await watch.query("select status, failure_reason as reason from runs where id = $1", [id])
        ).rows[0];
        if (status === "COMPLETED") return { ms: performance.now() - begun, runId: id };
        if (status === "FAILED") throw new Error(`Cannot measure because the run failed: ${reason}`);
        await pause(POLL_MS);
      }
    },
  };
}

async function seed({ DATABASE_URL }: DatabaseSettings, count: number): Promise<{ id: string; userId: string }> {
  const { db, close } = connectServer(DATABASE_URL, { poolSize: 1 });
  try {
    const { id } = await createTenant(db, { name: "Bench" });
    const ctx = { db, tenantId: id, actor: { id: "system", role: "SUPER_ADMIN", tenantId: id } } as const;
    const requirements = Array.from({ length: count }, (_, at) => ({
      requirementId: `1.${at + 1}`,
      title: `The operations team reviews all accounts in week ${at}.`,
      subcheckLabel: null,
    }));
    const criteria = [{ criterionId: 1, criterionTitle: "Reviews", criterionDescription: "", requirements }];
    await bindPack(ctx, await importPack(ctx, { format: "assay-pack/1", name: "Bench", description: "", criteria }));
    const userId = newId();
    await putMember(db, { tenantId: id, userId, email: "bench@example.test", role: "MEMBER" });
    return { id, userId };
  } finally {
    await close();
  }
}

async function addMembers({ DATABASE_URL }: DatabaseSettings, tenantId: string, count: number): Promise<string[]> {
  const { db, close } = connectServer(DATABASE_URL, { poolSize: 1 });
  try {
    const ids = Array.from({ length: count }, () => newId());
    for (const userId of ids)
      await putMember(db, { tenantId, userId, email: `${userId}@example.test`, role: "MEMBER" });
    return ids;
  } finally {
    await close();
  }
}

async function addKeys({ DATABASE_URL }: DatabaseSettings, tenantId: string, count: number): Promise<string[]> {
  const { db, close } = connectServer(DATABASE_URL, { poolSize: 1 });
  try {
    const ctx = { db, tenantId, actor: { id: "system", role: "SUPER_ADMIN", tenantId } } as const;
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const keys: string[] = [];
    for (let at = 0; at < count; at++)
      keys.push((await createApiKey(ctx, { name: `Viewer ${at}`, role: "VIEWER", expiresAt })).key);
    return keys;
  } finally {
    await close();
  }
}

/** Starts a process of the service alone; resolves once it listens. */
export async function launch(
  env: Readonly<Record<string, string>>,
): Promise<{ pid: number; url: string; end(): Promise<void> }> {
  // ASSAY_BENCH_NODE: options of node for a profile, such as --cpu-prof.
  const options = process.env.ASSAY_BENCH_NODE?.split(" ") ?? [];
  const child = spawn(process.execPath, [...options, ENTRY], {
    env: { ...RUNTIME_FLAGS.env, ...env },
    stdio: ["ignore", "inherit", "pipe"],
  });
  const ended = once(child, "exit");
  for await (const text of createInterface({ input: child.stderr })) {
    const line = text.startsWith("{") ? (JSON.parse(text) as { event: string; url: string }) : undefined;
    if (line?.event !== "service.started") continue;
    child.stderr.resume();
    return {
      pid: child.pid!,
      url: line.url.replace("localhost", "127.0.0.1"),
      async end() {
        child.kill("SIGTERM");
        await ended;
      },
    };
  }
  throw new Error("Cannot measure the service because it ended while it started");
}
