import { type Database, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { inSystem } from "../tenancy/transact.ts";
import { ofActiveTenant } from "./of-active-tenant.ts";

/** How long an attempt below all other work continues, and how soon it looks again where other work waits. */
const ATTEMPT_MS = 10_000;
const BUSY_MS = 30_000;

/** Until when an attempt may continue, none where it must not begin; and after how long it is to look again. */
export interface Turn {
  readonly endsAt: number | undefined;
  readonly delayMs: number;
}

/** The turn of an attempt that is below all other work: while such work waits none, or one step of what is late. */
export async function giveWay(db: Database, isLate = async () => false): Promise<Turn> {
  if (!(await isWorkWaiting(db))) return { endsAt: performance.now() + ATTEMPT_MS, delayMs: 0 };
  return { endsAt: (await isLate()) ? performance.now() : undefined, delayMs: BUSY_MS };
}

/** Whether anything is due that somebody waits for. What waits for a part of its own, or for its tenant to be resumed, is not in the way. */
function isWorkWaiting(db: Database): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const [found] = await rowsOf<{ waits: boolean }>(
      tx,
      sql`select exists (select 1 from work_items where state = 'PENDING' and not delayed and losses < 2
        and kind in ('document', 'ocr', 'run', 'assessment', 'ingestion') and waiting_for is null and ${ofActiveTenant}) as waits`,
    );
    return found!.waits;
  });
}
