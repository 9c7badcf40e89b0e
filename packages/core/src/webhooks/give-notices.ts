import type { Database, Transaction } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { inSystem, inTenant } from "../tenancy/transact.ts";

/** Notices of something with a last day that one sweep gives. */
export const NOTICES_MAX = 100;

export interface DueNotice {
  readonly tenantId: string;
  /** How many days before the last day it is for. */
  readonly days: number;
  readonly daysLeft: number;
}

/** The days as rows of a `values` list. */
export function noticeDays(days: readonly number[]): SQL {
  return sql.join(
    days.map((each) => sql`(${each}::int)`),
    sql`, `,
  );
}

/** Gives what `list` finds due across all tenants, those of one tenant in one transaction of its own. */
export async function giveNotices<T extends DueNotice>(
  db: Database,
  list: (tx: Transaction) => Promise<T[]>,
  give: (tx: Transaction, notice: T) => Promise<void>,
): Promise<void> {
  const due = await inSystem(db, list);
  for (const [tenantId, notices] of Map.groupBy(due, (notice) => notice.tenantId))
    await inTenant({ db, tenantId }, async (tx) => {
      for (const notice of notices) await give(tx, notice);
    });
}
