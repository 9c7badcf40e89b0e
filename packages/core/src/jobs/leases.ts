import { type Database, newId, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { Job } from "./job.ts";
import { SUSPECT_LOSSES } from "./release-lost.ts";

/** A lease is renewed this often while it lasts, so that a late renewal or two cost nothing. */
const RENEWALS_PER_LEASE = 4;

/** The leases of one holder: a process, or a request on runtimes where nothing outlives it. */
export interface Leases {
  readonly holder: string;
  readonly leaseMs: number;
  keptIds(): string[];
  /** Whether one of the jobs may be what its holders died of. */
  holdsSuspect(): boolean;
  /** Renews the job's lease until the returned function is called, which waits for a renewal under way. */
  keep(job: Job, onLost: () => void): () => Promise<void>;
}

/** Renews all leases of the holder in one statement. Nothing is sent while it holds none. */
export function createLeases(db: Database, { leaseMs }: { leaseMs: number }): Leases {
  const kept = new Map<Job, () => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let renewal: Promise<void> | undefined;

  const renew = async () => {
    const items = [...kept.keys()];
    const held = await renewLeases(db, items, leaseMs);
    for (const job of items) if (!held.has(job.id)) kept.get(job)?.();
  };
  const tick = () => {
    // Without the database leases cannot be renewed; what is lost by that, the fence notices.
    renewal ??= renew()
      .catch(() => {})
      .finally(() => {
        renewal = undefined;
      });
  };

  return {
    holder: newId(),
    leaseMs,
    keptIds: () => [...kept.keys()].map(({ id }) => id),
    holdsSuspect: () => [...kept.keys()].some(({ losses }) => losses >= SUSPECT_LOSSES),
    keep(job, onLost) {
      kept.set(job, onLost);
      timer ??= setInterval(tick, leaseMs / RENEWALS_PER_LEASE);
      return async () => {
        kept.delete(job);
        if (kept.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
        await renewal;
      };
    },
  };
}

/** Returns the ids of those that are still held. One that is locked, as its holder commits, is not waited for. */
async function renewLeases(db: Database, items: readonly Job[], leaseMs: number): Promise<Set<string>> {
  const mine = sql`state = 'RUNNING' and (id, fence) in (${sql.join(
    items.map(({ id, fence }) => sql`(${id}::uuid, ${fence}::int)`),
    sql`, `,
  )})`;
  return inSystem(db, async (tx) => {
    const rows = await rowsOf<{ id: string }>(
      tx,
      sql`
      with free as (select id from work_items where ${mine} for update skip locked),
      renewed as (
        update work_items set lease_until = ${databaseTimeIn(leaseMs)} where id in (select id from free))
      select id from work_items where ${mine}`,
    );
    return new Set(rows.map(({ id }) => id));
  });
}
