import { runDetails, runListReply } from "@assay/contract";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listLeftovers, listReclaims, listStoredFiles, queryStopped } from "../support/data-dir.ts";
import { findProcess, listDescendants } from "../support/list-processes.ts";
import { makeEvidence } from "../support/make-evidence.ts";
import { isSettled, listAllDocuments, readAuditChain, readDocuments, readRun } from "../support/read-results.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { demoClient, readDemo, type ServiceProcess, seededFolder, startServer } from "../support/start-process.ts";
import { type TestClient, until } from "../support/test-client.ts";
import { limitsEnv } from "../support/test-limits.ts";

const SEED = 20_261;
/** Of the demo. */
const REQUIREMENTS = 25;

/** One process reads documents and each model call takes its time: other work is under way when one is held. */
const SLOW = { TEST_EMBED_MS: "150", TEST_ASSESS_MS: "1000", ...limitsEnv({ extractionProcesses: 1, pollMs: 50 }) };

async function client(service: ServiceProcess): Promise<TestClient> {
  return demoClient(service.url, await readDemo(service.dataDir));
}

async function uploadAll(to: TestClient, evidence: Map<string, Uint8Array>): Promise<void> {
  for (const [name, bytes] of evidence) await to.upload(name, bytes);
}

const countUnsettled = async (of: TestClient) =>
  (await listAllDocuments(of)).filter((document) => !isSettled(document)).length;

const finaliseAll = async (of: TestClient) =>
  until(
    () => countUnsettled(of),
    (count) => count === 0,
  );

/** Until a call of a model is held, which is in the middle of an attempt. */
const untilHeld = (service: ServiceProcess) =>
  until(
    async () => service.logged("test.held"),
    (held) => held.length > 0,
    10,
  );

/** Kills the service at this moment, and starts it again once the processes that it had started are gone too. */
async function killAndRestart(service: ServiceProcess, env: Record<string, string> = {}): Promise<ServiceProcess> {
  const readers = listDescendants(service.pid);
  expect(await service.end("SIGKILL")).toEqual({ code: null, signal: "SIGKILL" });
  await until(
    async () => readers.filter(({ pid }) => findProcess(pid)),
    (alive) => alive.length === 0,
  );
  return startServer("seeded", service.dataDir, { ...SLOW, ...env });
}

async function runUndisturbed(evidence: Map<string, Uint8Array>) {
  const service = await startServer("seeded", await seededFolder(), limitsEnv({ pollMs: 50 }));
  const api = await client(service);
  await uploadAll(api, evidence);
  await finaliseAll(api);
  const { id } = await api.startRun();
  await api.finished(id);
  const results = { documents: await readDocuments(api), run: await readRun(api, id) };
  await service.end("SIGTERM");
  return results;
}

test("kills in the middle of reading and of assessing, at a call drawn by chance, leave the results of a service that was never disturbed", {
  timeout: 900_000,
}, async () => {
  const evidence = await makeEvidence();
  expect(evidence.size).toBeGreaterThanOrEqual(12);
  const undisturbed = runUndisturbed(evidence);
  undisturbed.catch(() => {});

  const random = seededRandom(SEED);
  const drawn = (most: number) => String(1 + Math.floor(random() * most));
  const held = { TEST_EMBED_HELD_AT: drawn(evidence.size) };
  let service = await startServer("seeded", await seededFolder(), { ...SLOW, ...held });
  await uploadAll(await client(service), evidence);
  await untilHeld(service);
  expect(await countUnsettled(await client(service)), "documents under way").toBeGreaterThan(0);
  service = await killAndRestart(service, { TEST_ASSESS_HELD_AT: drawn(REQUIREMENTS) });
  await finaliseAll(await client(service));

  const { id: runId } = await (await client(service)).startRun();
  await untilHeld(service);
  expect(await (await client(service)).get(`/api/runs/${runId}`, runDetails)).toMatchObject({ status: "IN_PROGRESS" });
  let modelCalls = service.logged("test.model_called").length;
  service = await killAndRestart(service);
  const api = await client(service);
  await api.finished(runId);
  modelCalls += service.logged("test.model_called").length;

  const expected = await undisturbed;
  expect(Object.keys(expected.documents).length).toBeGreaterThan(evidence.size);
  expect(await readDocuments(api)).toEqual(expected.documents);
  expect(await readRun(api, runId)).toEqual(expected.run);
  // A call that the kill cut off is made again; a tenant has at most six under way.
  expect(modelCalls).toBeLessThanOrEqual(REQUIREMENTS + 6);
  await expectNothingDoubled(api);
  await service.end("SIGTERM");
  await expectNothingLeft(service.dataDir);
});

async function expectNothingDoubled(api: TestClient): Promise<void> {
  const events = await readAuditChain(api);
  const changes = events.map(({ action, object_id, runId }) => `${action} ${object_id} ${runId}`);
  expect(changes.length).toBe(new Set(changes).size);
  const { runs } = await api.get("/api/runs", runListReply);
  expect(runs.map(({ status }) => status)).toEqual(runs.map(() => "COMPLETED"));
}

async function expectNothingLeft(dataDir: string): Promise<void> {
  const work = await queryStopped<{ kind: string; losses: number; open: number }>(
    dataDir,
    sql`select kind, sum(losses)::int as losses, count(*) filter (where state in ('PENDING', 'RUNNING'))::int as open
        from work_items where kind in ('document', 'run', 'assessment') group by kind`,
  );
  const losses = Object.fromEntries(work.map(({ kind, losses }) => [kind, losses]));
  expect(losses.document, "kills in the middle of a document's attempt").toBeGreaterThan(0);
  expect(losses.assessment, "kills in the middle of an assessment").toBeGreaterThan(0);
  expect(work.map(({ open }) => open)).toEqual(work.map(() => 0));

  await listReclaims(dataDir, { dueNow: true });
  const service = await startServer("seeded", dataDir, limitsEnv({ pollMs: 50 }));
  const documents = (await listAllDocuments(await client(service))).map(({ id }) => id).toSorted();
  await until(
    () => listStoredFiles(dataDir),
    (stored) => stored.length <= documents.length,
  );
  expect(await listStoredFiles(dataDir)).toEqual(documents);
  // A deleted file is first moved aside.
  await until(
    () => listLeftovers(dataDir),
    (leftovers) => leftovers.length === 0,
  );
}
