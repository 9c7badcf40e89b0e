import { type Database, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { inSystem } from "../tenancy/transact.ts";
import { ofActiveTenant } from "./of-active-tenant.ts";

/** Whether anything is due that somebody waits for. What waits for a part of its own, or for its tenant to be resumed, is not in the way. */
export function isWorkWaiting(db: Database): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const [found] = await rowsOf<{ waits: boolean }>(
      tx,
      sql`select exists (select 1 from work_items where state = 'PENDING' and not delayed and losses < 2
        and kind in ('document', 'ocr', 'run', 'assessment', 'ingestion') and waiting_for is null and ${ofActiveTenant}) as waits`,
    );
    return found!.waits;
  });
}
