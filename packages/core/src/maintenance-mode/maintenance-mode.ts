import { AssayError } from "@assay/contract";
import { type Database, deployment, jobs } from "@assay/db";
import { count, eq, isNotNull, sql } from "drizzle-orm";
import { SYSTEM_ACTOR, writeDeploymentEntry } from "../deployment-log/index.ts";
import { sha256Hex } from "../digest.ts";
import { inSystem, readInSystem } from "../tenancy/transact.ts";

/** Nothing is changed: writes are refused, and jobs wait. */
export interface MaintenanceMode {
  readonly since: Date;
  /** What people are told of it. */
  readonly reason: string;
}

const RETRY_SECONDS = 30;

/** What an operator asks of it. */
export type MaintenanceAct = { readonly on: true; readonly reason: string } | { readonly on: false };

/** Begins or ends it, for the command and for the service that has the database open. */
export async function changeMaintenance(db: Database, act: MaintenanceAct): Promise<void> {
  if (act.on) await beginMaintenance(db, act.reason);
  else await endMaintenance(db);
}

/** Undefined where everything is served. */
export async function readMaintenance(db: Database): Promise<MaintenanceMode | undefined> {
  const [row] = await readInSystem(db, (tx) =>
    tx.select({ since: deployment.maintenanceSince, reason: deployment.maintenanceReason }).from(deployment),
  );
  const { since, reason } = row ?? {};
  return since && reason ? { since, reason } : undefined;
}

/** Throws MAINTENANCE while nothing may be changed. */
export async function requireNoMaintenance(db: Database): Promise<void> {
  const mode = await readMaintenance(db);
  if (!mode) return;
  throw new AssayError("MAINTENANCE", `Cannot change anything during maintenance: ${mode.reason}`, {
    details: { since: mode.since.toISOString(), reason: mode.reason },
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** From now on nothing is changed. Where it is so already, only the reason changes. */
export async function beginMaintenance(db: Database, reason: string): Promise<void> {
  const since = sql`coalesce(${deployment.maintenanceSince}, now())`;
  const reasonHash = await sha256Hex(reason);
  await inSystem(db, async (tx) => {
    const [row] = await tx
      .update(deployment)
      .set({ maintenanceSince: since, maintenanceReason: reason })
      .where(isNotNull(deployment.id))
      .returning({ objectId: deployment.id });
    await writeDeploymentEntry(tx, SYSTEM_ACTOR, {
      ...{ action: "maintenance.began", objectType: "deployment", ...row! },
      details: { reasonHash },
    });
  });
}

/** Returns whether there was one to end. */
export async function endMaintenance(db: Database): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const [ended] = await tx
      .update(deployment)
      .set({ maintenanceSince: null, maintenanceReason: null })
      .where(isNotNull(deployment.maintenanceSince))
      .returning({ objectId: deployment.id });
    if (ended)
      await writeDeploymentEntry(tx, SYSTEM_ACTOR, { action: "maintenance.ended", objectType: "deployment", ...ended });
    return ended !== undefined;
  });
}

/** Jobs of which an attempt began before the maintenance, and that still write. */
export async function countRunningJobs(db: Database): Promise<number> {
  const [row] = await inSystem(db, (tx) => tx.select({ running: count() }).from(jobs).where(eq(jobs.state, "RUNNING")));
  return row?.running ?? 0;
}
