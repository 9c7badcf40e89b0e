import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { keysToText, makeSigningKeys } from "@assay/adapters/key-signer";
import type { Run } from "@assay/contract";
import { bindPack, importPack } from "@assay/core/packs";
import { createTenant, putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { connectServer } from "@assay/db/connect";
import { startQstash } from "@assay/testing/doubles/qstash/start-qstash";
import { startBalancer } from "@assay/testing/doubles/start-balancer";
import { startSupabaseDouble } from "@assay/testing/doubles/supabase/start-supabase";
import { type Measure, rounded } from "../measure.ts";
import { type DatabaseSettings, withDatabase } from "../with-database.ts";

const ENTRY = fileURLToPath(new URL("../../../../apps/api/test/support/slow-entry.ts", import.meta.url));
const PROCESSES = 3;
const REQUIREMENTS = 60;
/** As a model over a network takes: the processes share the processors of this machine. */
const MODEL_MS = 800;
const CALLS_OF_A_PROCESS = 4;
const POLL_MS = 50;

export const processes: Measure = {
  name: "processes",
  needsServer: true,
  async run({ server }) {
    const { one, many } = await withDatabase(server!, measureProcesses);
    return [
      {
        what: `Requirements a second, ${PROCESSES} processes`,
        value: `${rounded(many)} a second`,
        reference: `one process: ${rounded(one)}`,
        ratio: many / one,
        target: { atLeast: 2.5 },
      },
    ];
  },
};

/** Requirements a second that one process and three assess, each with so many model calls at a time. */
async function measureProcesses(settings: DatabaseSettings): Promise<{ one: number; many: number }> {
  await using stack = new AsyncDisposableStack();
  const keep = <T extends { close(): Promise<unknown> }>(opened: T) =>
    stack.adopt(opened, async ({ close }) => void (await close()));
  const qstash = keep(await startQstash({ secondMs: 10 }));
  const supabase = keep(await startSupabaseDouble());
  const balancer = keep(await startBalancer());
  supabase.storage.makeBucket("evidence");
  const env = {
    ...settings,
    PORT: "0",
    API_URL: balancer.url,
    QSTASH_URL: qstash.url,
    QSTASH_TOKEN: qstash.token,
    QSTASH_CURRENT_SIGNING_KEY: qstash.keys.current,
    QSTASH_NEXT_SIGNING_KEY: qstash.keys.next,
    NODE_ENV: "test",
    ASSAY_TEST_LIMITS: JSON.stringify({
      deliveriesPerTenantMax: PROCESSES * CALLS_OF_A_PROCESS,
      callbacksMax: CALLS_OF_A_PROCESS,
    }),
    CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()),
    SUPABASE_URL: supabase.url,
    SUPABASE_SECRET_KEY: supabase.secretKey,
    SUPABASE_PUBLISHABLE_KEY: supabase.publishableKey,
    TEST_ASSESS_MS: String(MODEL_MS),
  };
  const add = async () => {
    const { url, end } = await launch(env);
    stack.defer(end);
    balancer.add(url);
  };
  await add();
  const { id: tenantId, userId } = await seed(settings);
  const token = await supabase.auth.issueToken({ id: userId, tenantId });
  const call = async <T>(path: string, body?: FormData | string): Promise<T> => {
    const headers = {
      Authorization: `Bearer ${token}`,
      ...(typeof body === "string" ? { "Content-Type": "application/json" } : {}),
    };
    const response = await fetch(`${balancer.url}${path}`, { method: body ? "POST" : "GET", body, headers });
    if (!response.ok) throw new Error(`Cannot call ${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  };
  const form = new FormData();
  form.append("file", new Blob(["Accounts are reviewed every quarter, and the review is recorded."]), "reviews.txt");
  const { document } = await call<{ document: { id: string } }>("/api/documents/upload", form);
  await until(
    async () =>
      (await call<{ document: { status: string } }>(`/api/documents/${document.id}`)).document.status === "READY",
  );

  const measure = async () => {
    const startedAt = performance.now();
    const { run } = await call<{ run: Run }>("/api/runs/start", JSON.stringify({ reuse: false }));
    await until(async () => (await call<Run>(`/api/runs/${run.id}`)).status === "COMPLETED");
    return (REQUIREMENTS / (performance.now() - startedAt)) * 1000;
  };
  const one = await measure();
  for (let more = 1; more < PROCESSES; more++) await add();
  return { one, many: await measure() };
}

async function seed({ DATABASE_URL }: DatabaseSettings): Promise<{ id: string; userId: string }> {
  const { db, close } = connectServer(DATABASE_URL, { poolSize: 1 });
  try {
    const { id } = await createTenant(db, { name: "Bench" });
    const ctx = { db, tenantId: id, actor: { id: "system", role: "SUPER_ADMIN", tenantId: id } } as const;
    const requirements = Array.from({ length: REQUIREMENTS }, (_, at) => ({
      requirementId: `1.${at + 1}`,
      title: `Accounts are reviewed, rule ${at + 1}.`,
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

/** Resolves once the service listens. */
async function launch(env: Readonly<Record<string, string>>): Promise<{ url: string; end(): Promise<void> }> {
  const child = spawn(process.execPath, [ENTRY], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "inherit", "pipe"],
  });
  const ended = once(child, "exit");
  for await (const text of createInterface({ input: child.stderr })) {
    const line = text.startsWith("{") ? (JSON.parse(text) as { event: string; url: string }) : undefined;
    if (line?.event !== "service.started") continue;
    child.stderr.resume();
    return {
      url: line.url.replace("localhost", "127.0.0.1"),
      async end() {
        child.kill("SIGTERM");
        await ended;
      },
    };
  }
  throw new Error("Cannot measure the service because it ended while it started");
}

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await pause(POLL_MS);
}
