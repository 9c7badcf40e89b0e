import { canonicalJson, type DeploymentDetails, type DeploymentEntry, deploymentDetails } from "@assay/contract";
import { type Database, deploymentEntries, lockUntilCommit, newId, oneRow, rowsOf, type Transaction } from "@assay/db";
import { desc, sql } from "drizzle-orm";
import { readDatabaseMillis } from "../database-clock.ts";
import { sha256Hex } from "../digest.ts";
import type { Actor } from "../tenancy/context.ts";
import { inSystem } from "../tenancy/transact.ts";

export interface DeploymentEvent {
  /** `noun.verbed` */
  readonly action: `${string}.${string}`;
  readonly objectType: string;
  readonly objectId: string;
  readonly details?: DeploymentDetails;
}

/** `previousHash` of the first entry. */
export const DEPLOYMENT_GENESIS = "0".repeat(64);

/** Anyone who runs the deployment at its machine, and the service itself. */
export const SYSTEM_ACTOR = { id: "system" } as const;

/**
 * Adds entries to the log of what belongs to no tenant. Call it last in a transaction, after `recordAudit`: the end of the
 * log stays locked until commit. Whatever the transaction's role is, it is the same afterwards.
 */
export async function writeDeploymentEntry(
  tx: Transaction,
  actor: Pick<Actor, "id">,
  ...events: DeploymentEvent[]
): Promise<void> {
  if (events.length === 0) return;
  const { role } = oneRow(await rowsOf<{ role: string }>(tx, sql`select current_setting('role') as role`));
  await tx.execute(sql`select set_config('role', 'assay_system', true)`);
  await lockUntilCommit(tx, "deployment-log");
  const [last] = await tx
    .select({ sequence: deploymentEntries.sequence, hash: deploymentEntries.hash })
    .from(deploymentEntries)
    .orderBy(desc(deploymentEntries.sequence))
    .limit(1);
  const createdAt = new Date(await readDatabaseMillis(tx));
  let { sequence, hash } = last ?? { sequence: 0, hash: DEPLOYMENT_GENESIS };
  const rows = [];
  for (const event of events) {
    const entry = {
      id: newId(),
      sequence: ++sequence,
      createdAt: createdAt.toISOString(),
      action: event.action,
      objectType: event.objectType,
      objectId: event.objectId,
      actor: actor.id,
      details: deploymentDetails.parse(event.details ?? {}),
      previousHash: hash,
    };
    hash = await deploymentHash(entry);
    rows.push({ ...entry, createdAt, hash });
  }
  await tx.insert(deploymentEntries).values(rows);
  await tx.execute(sql`select set_config('role', ${role}, true)`);
}

/** As `writeDeploymentEntry`, for what was done outside of the database: in a transaction of its own. */
export function recordDeploymentAct(
  db: Database,
  actor: Pick<Actor, "id">,
  ...events: DeploymentEvent[]
): Promise<void> {
  return inSystem(db, (tx) => writeDeploymentEntry(tx, actor, ...events));
}

/** SHA-256 of the entry's RFC 8785 form without `hash`; `previousHash` is inside, which makes the chain. */
export function deploymentHash(entry: Omit<DeploymentEntry, "hash">): Promise<string> {
  return sha256Hex(canonicalJson(entry));
}
