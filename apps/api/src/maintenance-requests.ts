import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  changeMaintenance,
  countRunningJobs,
  type MaintenanceAct,
  type MaintenanceMode,
  readMaintenance,
} from "@assay/core/maintenance-mode";
import type { Database } from "@assay/db";
import { z } from "zod";
import { ConfigError } from "./config.ts";

/** In the data folder of a service with an embedded database: what it is asked, and what it says. */
const ASKED = "maintenance-asked.json";
const SAID = "maintenance-said.json";
const WITHIN_MS = 20_000;
const LOOK_MS = 100;
const WATCH_MS = 500;

const asked = z.strictObject({
  id: z.uuid(),
  act: z
    .union([z.strictObject({ on: z.literal(true), reason: z.string() }), z.strictObject({ on: z.literal(false) })])
    .optional(),
});
const said = z.strictObject({
  id: z.uuid(),
  mode: z.strictObject({ since: z.coerce.date(), reason: z.string() }).optional(),
  runningJobs: z.int(),
});

/**
 * Asks the service that has a data folder open, and waits for what it says; of maintenance that begins also until `wait` is
 * over, to which it says how many jobs are under way by then. Throws ConfigError where it says nothing.
 */
export async function askRunningService(
  dataDir: string,
  act: MaintenanceAct | undefined,
  wait: (countJobs: () => Promise<number>) => Promise<void>,
): Promise<MaintenanceMode | undefined> {
  const id = randomUUID();
  const readReply = async () => {
    const reply = said.safeParse(await readJson(join(dataDir, SAID)));
    return reply.success && reply.data.id === id ? reply.data : undefined;
  };
  await writeWhole(join(dataDir, ASKED), { id, act });
  try {
    const until = Date.now() + WITHIN_MS;
    while (Date.now() < until) {
      const reply = await readReply();
      if (!reply) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        continue;
      }
      if (act?.on) await wait(async () => (await readReply())?.runningJobs ?? reply.runningJobs);
      return reply.mode;
    }
    throw new ConfigError(
      `Cannot reach the process that uses the data folder '${dataDir}': it is no service of this release, or hangs`,
    );
  } finally {
    await rm(join(dataDir, ASKED), { force: true });
    await rm(join(dataDir, SAID), { force: true });
  }
}

/**
 * Does once what commands ask in the data folder, and says what is so for as long as they ask. Only who may write there can ask.
 */
export function watchMaintenanceRequests(dataDir: string, db: Database, onError: (error: unknown) => void): () => void {
  let last: string | undefined;
  let busy = false;
  const look = async () => {
    const request = asked.safeParse(await readJson(join(dataDir, ASKED)));
    if (!request.success) return;
    const { id, act } = request.data;
    if (id !== last && act) await changeMaintenance(db, act);
    last = id;
    const reply = { id, mode: await readMaintenance(db), runningJobs: await countRunningJobs(db) };
    await writeWhole(join(dataDir, SAID), reply);
    // Who asked went meanwhile.
    if (!existsSync(join(dataDir, ASKED))) await rm(join(dataDir, SAID), { force: true });
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    look()
      .catch(onError)
      .finally(() => {
        busy = false;
      });
  }, WATCH_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}

async function writeWhole(path: string, value: unknown): Promise<void> {
  const part = `${path}.${randomUUID()}`;
  await writeFile(part, JSON.stringify(value), { mode: 0o600 });
  await rename(part, path);
}
