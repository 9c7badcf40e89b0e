import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beginMaintenance, endMaintenance, type MaintenanceMode, readMaintenance } from "@assay/core/maintenance-mode";
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
});

/** Asks the service that has a data folder open, and waits for what it says. Throws ConfigError where it says nothing. */
export async function askRunningService(
  dataDir: string,
  act: z.infer<typeof asked>["act"],
): Promise<MaintenanceMode | undefined> {
  const id = randomUUID();
  await writeWhole(join(dataDir, ASKED), { id, act });
  try {
    const until = Date.now() + WITHIN_MS;
    while (Date.now() < until) {
      const reply = said.safeParse(await readJson(join(dataDir, SAID)));
      if (reply.success && reply.data.id === id) return reply.data.mode;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    throw new ConfigError(
      `Cannot reach the process that uses the data folder '${dataDir}': it is no service of this release, or hangs`,
    );
  } finally {
    await rm(join(dataDir, ASKED), { force: true });
    await rm(join(dataDir, SAID), { force: true });
  }
}

/** Does what commands ask in the data folder. Only who may write there can ask. */
export function watchMaintenanceRequests(dataDir: string, db: Database, onError: (error: unknown) => void): () => void {
  let last: string | undefined;
  let busy = false;
  const look = async () => {
    const request = asked.safeParse(await readJson(join(dataDir, ASKED)));
    if (!request.success || request.data.id === last) return;
    const { id, act } = request.data;
    if (act?.on) await beginMaintenance(db, act.reason);
    else if (act) await endMaintenance(db);
    last = id;
    await writeWhole(join(dataDir, SAID), { id, mode: await readMaintenance(db) });
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
