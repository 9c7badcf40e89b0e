import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { type Figure, type Measure, rounded } from "../measure.ts";
import { residentMb } from "../resident-mb.ts";
import { RUNTIME_FLAGS } from "../runtime-flags.ts";
import { withDatabase } from "../with-database.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const SERVE = [...RUNTIME_FLAGS.options, join(ROOT, "apps/api/dist/service.mjs")];
const STARTS = 3;
/** What a start leaves behind is collected by then. */
const IDLE_MS = 5000;

export const start: Measure = {
  name: "start",
  async run({ server }) {
    bundleService();
    const bareMs = fastest(Array.from({ length: STARTS }, timeBareNode));
    const figures: Figure[] = [];
    const dir = await mkdtemp(join(tmpdir(), "assay-bench-"));
    try {
      figures.push(...(await measureStart("embedded", 250, { ASSAY_DATA_DIR: join(dir, "data") }, bareMs)));
      if (!server) return figures;
      const key = keysToText(await makeSigningKeys());
      await withDatabase(server, async (settings) => {
        const env = { ...settings, FILES_DIR: dir, CHECKPOINT_SIGNING_KEY: key };
        figures.push(...(await measureStart("PostgreSQL", 120, env, bareMs)));
      });
      return figures;
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  },
};

function bundleService(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, "apps/api/build/main.ts")], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Cannot bundle the service: ${stderr}`);
}

async function measureStart(
  database: string,
  memoryMaxMb: number,
  env: Readonly<Record<string, string>>,
  bareMs: number,
): Promise<Figure[]> {
  // The first start makes the database.
  await (await launch(env)).end();
  const times: number[] = [];
  let memory: number | null = null;
  for (let at = 0; at < STARTS; at++) {
    const { ms, pid, end } = await launch(env);
    times.push(ms);
    if (at === STARTS - 1) {
      await pause(IDLE_MS);
      memory = residentMb(pid);
    }
    await end();
  }
  const seconds = fastest(times) / 1000;
  const figures: Figure[] = [
    {
      what: `Start until it listens, ${database}, s`,
      value: `${rounded(seconds)} s`,
      reference: `node alone ${rounded(bareMs / 1000)} s`,
      ratio: seconds,
      target: { atMost: 1.5 },
    },
  ];
  if (memory === null) return figures;
  const idle: Figure = {
    what: `Memory of the idle service, ${database}, MB`,
    value: `${rounded(memory)} MB`,
    reference: "",
    ratio: memory,
    target: { atMost: memoryMaxMb },
  };
  return [...figures, idle];
}

/** What else the machine does only makes it slower. */
const fastest = (times: readonly number[]) => Math.min(...times);

function timeBareNode(): number {
  const begun = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - begun;
}

async function launch(env: Readonly<Record<string, string>>) {
  const begun = performance.now();
  const child = spawn(process.execPath, SERVE, {
    env: { ...RUNTIME_FLAGS.env, ...env },
    stdio: ["ignore", "inherit", "pipe"],
  });
  const ended = once(child, "exit");
  const said: string[] = [];
  for await (const text of createInterface({ input: child.stderr })) {
    said.push(text);
    if (!text.includes('"service.started"')) continue;
    const ms = performance.now() - begun;
    child.stderr.resume();
    return {
      ms,
      pid: child.pid!,
      async end() {
        child.kill("SIGTERM");
        await ended;
      },
    };
  }
  throw new Error(`Cannot measure the start because the service ended: ${said.join("\n")}`);
}
