import { mkdtemp, rm } from "node:fs/promises";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { connectServer } from "@assay/db/connect";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { makeText } from "../../make-text.ts";
import { residentMb } from "../../resident-mb.ts";
import { launch } from "../../services.ts";
import { startService } from "../../start-service.ts";
import type { DatabaseSettings } from "../../with-database.ts";
import { createCaller, type LoadCaller, type Tally } from "./caller.ts";
import { makeTenant } from "./make-tenant.ts";

const TENANTS = 50;
const REQUIREMENTS = 3;
/** So many that the noisy tenant's run lasts as long as the measure. */
const NOISY_REQUIREMENTS = 2000;
const QUEUED = 1000;
const NOISY_UPLOADERS = 4;
const STREAMS = 500;
const SLOW_CLIENTS = 20;
const HOSTILE_FILES = 20;
const WINDOW_MS = 10_000;
const AMIDST_MS = 15_000;
const PAUSE_MS = 10;
/** So that the noisy tenant also comes to a limit. */
const SEARCHES_PER_MINUTE = "50";
const SEARCHES = 80;

export interface LoadSeen extends Tally {
  readonly alone: Times;
  readonly beside: Times;
  readonly amidst: Times;
  readonly tenants: number;
  readonly middleRunMs: number;
  readonly lastRunMs: number;
  readonly queued: number;
  readonly streams: number;
  readonly grownMb: number;
}

/** p99 of a tenant's reads and of /readyz, in milliseconds. */
interface Times {
  readonly p99: number;
  readonly ready: number;
}

export async function measureLoad(settings: DatabaseSettings): Promise<LoadSeen> {
  const env = { ...settings, SEARCHES_PER_MINUTE };
  await using service = await startService(env);
  await using stack = new AsyncDisposableStack();
  const tally: Tally = { replies: 0, broken: 0, limited: 0 };
  const caller = (key: string, connections?: number) =>
    stack.adopt(createCaller(service.url, key, tally, connections), ({ close }) => close());
  const owner = stack.adopt(connectServer(settings.DATABASE_MIGRATE_URL, { poolSize: 2 }), ({ close }) => close());

  const quiet = caller((await makeTenant(owner.db, REQUIREMENTS)).key);
  await prepare(quiet, 1);
  const many = await Promise.all(
    Array.from({ length: TENANTS }, async () => caller((await makeTenant(owner.db, REQUIREMENTS)).key, 1)),
  );
  for (const [at, each] of many.entries()) await prepare(each, at);
  const noisy = caller((await makeTenant(owner.db, NOISY_REQUIREMENTS)).key, STREAMS + 2 * SLOW_CLIENTS + 10);
  const largeId = await prepare(noisy, 99, 2_000_000);

  const watch = watchMemory(service.pid);
  const alone = await time(quiet, WINDOW_MS);

  const ended = new AbortController();
  stack.defer(() => ended.abort());
  const noise = await makeNoise(noisy, ended.signal);
  const beside = await time(quiet, WINDOW_MS);

  const streaming = Array.from({ length: STREAMS }, () =>
    noisy.open(`/api/runs/${noise.runId}/events`).then((stream) => stream.resume()),
  );
  const streams = (await Promise.all(streaming)).filter(({ statusCode }) => statusCode === 200).length;
  const slow = Array.from({ length: SLOW_CLIENTS }, () => [
    noisy.uploadSlowly(ended.signal),
    noisy.readSlowly(`/api/documents/${largeId}/original`, ended.signal),
  ]).flat();
  const hostile = Array.from({ length: HOSTILE_FILES }, (_, at) => noisy.upload(`${at}.zip`, makeBomb(at)));
  const searches = Array.from({ length: SEARCHES }, () => noisy.call("/api/search?q=backups"));
  const running = Promise.all(many.map((each) => runToEnd(each)));
  awaitLater([...slow, ...hostile, ...searches, running]);
  const amidst = await time(quiet, AMIDST_MS);
  const runs = (await running).toSorted((a, b) => a - b);
  while (noise.queued() < QUEUED) await pause(PAUSE_MS);
  await Promise.all([...hostile, ...searches]);
  ended.abort();
  await Promise.all([noise.end, ...slow]);
  return {
    ...tally,
    ...{ alone, beside, amidst, queued: noise.queued(), streams, tenants: TENANTS },
    middleRunMs: runs[Math.floor(runs.length / 2)]!,
    lastRunMs: runs.at(-1)!,
    grownMb: watch(),
  };
}

/** A tenant's reads alone and next to a noisy one, by a process that leaves the jobs to another one of least priority. */
export async function measureApart(
  settings: DatabaseSettings,
): Promise<{ readonly alone: Times; readonly beside: Times }> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "assay-bench-"));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const env = {
    ...settings,
    PORT: "0",
    NODE_ENV: "test",
    TEST_CONFIGURED_MODELS: "true",
    FILES_DIR: dir,
    CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()),
  };
  const worker = await launch(env);
  stack.defer(worker.end);
  setPriority(worker.pid, constants.priority.PRIORITY_LOW);
  const requests = await launch({ ...env, TAKE_JOBS: "off" });
  stack.defer(requests.end);
  const tally: Tally = { replies: 0, broken: 0, limited: 0 };
  const owner = stack.adopt(connectServer(settings.DATABASE_MIGRATE_URL, { poolSize: 2 }), ({ close }) => close());
  const callerOf = async (requirements: number) =>
    stack.adopt(
      createCaller(requests.url, (await makeTenant(owner.db, requirements)).key, tally, NOISY_UPLOADERS + 1),
      ({ close }) => close(),
    );
  const [quiet, noisy] = [await callerOf(REQUIREMENTS), await callerOf(NOISY_REQUIREMENTS)];
  await prepare(quiet, 1);
  await prepare(noisy, 99);
  const alone = await time(quiet, WINDOW_MS);
  const ended = new AbortController();
  stack.defer(() => ended.abort());
  const noise = await makeNoise(noisy, ended.signal);
  const beside = await time(quiet, WINDOW_MS);
  ended.abort();
  await noise.end;
  return { alone, beside };
}

/** A run that lasts as long as the measure, and uploads one after the other until `signal`. */
async function makeNoise(noisy: LoadCaller, signal: AbortSignal) {
  const { text } = await noisy.post("/api/runs/start", {});
  const runId = (JSON.parse(text) as { run: { id: string } }).run.id;
  let queued = 0;
  const uploading = Array.from({ length: NOISY_UPLOADERS }, async (_, uploader) => {
    for (let at = 0; !signal.aborted; at++) {
      const { status } = await noisy.upload(`${uploader}-${at}.txt`, Buffer.from(makeText(uploader * 1e5 + at, 3000)));
      if (status === 201) queued += 1;
      else await pause(200);
    }
  });
  const end = Promise.all(uploading);
  awaitLater([end]);
  return { runId, queued: () => queued, end };
}

/** What fails before it is awaited fails the measure then, in place of ending the process at once. */
function awaitLater(promises: readonly Promise<unknown>[]): void {
  for (const promise of promises) promise.catch(() => {});
}

/** A document that is read: its id. */
async function prepare(caller: LoadCaller, seed: number, characters = 3000): Promise<string> {
  const { text } = await caller.upload("plan.txt", Buffer.from(makeText(seed, characters)));
  const { id } = (JSON.parse(text) as { document: { id: string } }).document;
  for (;;) {
    const { document } = JSON.parse((await caller.call(`/api/documents/${id}`)).text) as {
      document: { status: string };
    };
    if (document.status === "READY") return id;
    if (document.status === "FAILED") throw new Error("Cannot measure load because a document has failed");
    await pause(PAUSE_MS * 5);
  }
}

/** How long a run takes from its start to its end. */
async function runToEnd(caller: LoadCaller): Promise<number> {
  const begun = performance.now();
  const { text } = await caller.post("/api/runs/start", {});
  const { id } = (JSON.parse(text) as { run: { id: string } }).run;
  for (;;) {
    const { status } = JSON.parse((await caller.call(`/api/runs/${id}`)).text) as { status: string };
    if (status === "COMPLETED") return performance.now() - begun;
    if (status === "FAILED") throw new Error("Cannot measure load because a run has failed");
    await pause(200);
  }
}

async function time(caller: LoadCaller, forMs: number): Promise<Times> {
  const until = performance.now() + forMs;
  const [reads, ready]: [number[], number[]] = [[], []];
  const timed = async (path: string, into: number[]) => {
    const begun = performance.now();
    await caller.call(path);
    into.push(performance.now() - begun);
  };
  while (performance.now() < until) {
    for (const path of ["/api/documents?limit=20", "/api/runs?limit=20", "/api/session"]) await timed(path, reads);
    await timed("/readyz", ready);
    await pause(PAUSE_MS);
  }
  return { p99: percentile(reads), ready: percentile(ready) };
}

function percentile(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

/** Returns what ends the watch: how much the process has grown at most, in MB; 0 where the system does not tell. */
function watchMemory(pid: number): () => number {
  const before = residentMb(pid) ?? 0;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid) ?? 0);
  }, 50);
  return () => {
    clearInterval(timer);
    return peak - before;
  };
}

const BOMB_BYTES = 50_000_000;

/** A ZIP whose one entry says 10 bytes and is 50 MB of zeros; another one for each `at`. */
function makeBomb(at: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(BOMB_BYTES, at));
  const name = Buffer.from("a.txt");
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(10, 8);
  const common = Buffer.concat([
    Buffer.from("14000000080000000000", "hex"),
    sizes,
    Buffer.from([name.length, 0, 0, 0]),
  ]);
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, name, packed]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
