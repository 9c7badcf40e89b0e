import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApiKeyReply } from "@assay/contract";
import { rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CloudProcess, type CloudProcesses, cloudProcesses } from "../support/cloud-processes.ts";
import { createTestClient } from "../support/test-client.ts";
import { patientFetch, readWhole } from "./support/patient-fetch.ts";
import { doWork, readResults } from "./support/workload.ts";

const HOUR_MS = 3_600_000;
const PRELOAD = fileURLToPath(new URL("../support/shifted-clock-preload.ts", import.meta.url));

let dir: string;
let cloud: CloudProcesses;
let golden: Awaited<ReturnType<typeof readResults>>;
const clockFile = (which: number) => join(dir, `clock-${which}`);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "assay-clocks-"));
  cloud = await cloudProcesses({}, { leaseMs: 2000 });
  const start = (which: number) =>
    cloud.start({ NODE_OPTIONS: `--import=${PRELOAD}`, TEST_CLOCK_SHIFT: clockFile(which) });
  for (const started of await Promise.all([start(0), start(1)])) cloud.serve(started);
  golden = await readResults(await doWork(await cloud.tenant({}, patientFetch)));
});
afterAll(async () => {
  await cloud?.close();
  await rm(dir, { recursive: true, force: true });
});

test("processes whose clocks jump by an hour, one ahead and one back, go by the database's", async () => {
  const delivered = cloud.qstash.deliveries.length;
  writeFileSync(clockFile(0), String(HOUR_MS));
  writeFileSync(clockFile(1), String(-HOUR_MS));
  const tenant = await cloud.tenant({}, patientFetch);
  const worked = await doWork(tenant);
  expect(await readResults(worked)).toEqual(golden);

  const admin = await tenant.as("ADMIN");
  const made = await admin.sendJson("POST", "/api/admin/api-keys", {
    name: "export",
    role: "VIEWER",
    expiresAt: new Date(Date.now() + HOUR_MS / 2).toISOString(),
  });
  const { key } = createApiKeyReply.parse(await made.json());
  for (const { url } of cloud.serving)
    for (const token of [key, admin.token])
      expect((await createTestClient(url, token).call("GET", "/api/documents")).status).toBe(200);

  const statuses = new Set(cloud.qstash.deliveries.slice(delivered).map(({ status }) => status));
  expect([...statuses].filter((status) => status === 401)).toEqual([]);
  const owner = await cloud.database.asOwner();
  const lost = sql`select count(*)::int as n from work_items where tenant_id = ${tenant.id} and losses + attempts > 0`;
  expect(await rowsOf(owner.db, lost)).toEqual([{ n: 0 }]);
  await owner.close();
});

test("each process stopped and started in its turn, and nobody told: requests find no process, but never a failing one", async () => {
  const ports = cloud.serving.map(({ url }) => new URL(url).port);
  const old: CloudProcess[] = [...cloud.serving];
  const statuses: number[] = [];
  let turnedAway = 0;
  let turn = 0;
  /** Knows both addresses, and takes the other one where one gives no reply. */
  const eitherFetch: typeof fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    if (init.method !== "GET") headers.set("Idempotency-Key", randomUUID());
    for (;;) {
      const address = new URL(String(input));
      address.port = ports[turn++ % ports.length]!;
      const response = await fetch(address, { ...init, headers }).catch(() => undefined);
      if (!response) turnedAway += 1;
      else {
        statuses.push(response.status);
        return readWhole(response);
      }
    }
  };
  const tenant = await cloud.tenant({}, eitherFetch);
  let restarting = true;
  const reader = await tenant.as("VIEWER");
  const read = async () => {
    while (restarting) await reader.call("GET", "/api/documents");
  };
  const working = Promise.all([read(), read(), doWork(tenant)]);
  const restart = async () => {
    for (const [at, process] of old.entries()) {
      expect(await process.end("SIGTERM")).toEqual({ code: 0, signal: null });
      await cloud.start({ PORT: ports[at]! });
    }
    restarting = false;
  };
  const [[, , worked]] = await Promise.all([working, restart()]);
  expect(await readResults(worked)).toEqual(golden);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(turnedAway).toBeGreaterThan(0);
});
