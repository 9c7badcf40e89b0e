import { jobs } from "@assay/db";
import { and, eq, lt } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { Attempt, Outcome, Stage } from "./stage.ts";

const AGAIN_AFTER_MS = 30_000;
const LEFT_FOR_MS = 24 * 3_600_000;

/**
 * A stage that this process does not have: a newer one, next to which it runs during an upgrade, has it. The job is left to
 * that one without a spent attempt, and fails once it is a day old, so that it does not circle for ever.
 */
export const unknownStage: Stage = { run: leave, fail: async () => [], limitMs: 1000 };

async function leave({ db, job, report }: Attempt): Promise<Outcome> {
  const { id, tenantId, kind, stage } = job;
  const isOld = lt(jobs.createdAt, databaseTimeIn(-LEFT_FOR_MS));
  const old = await inTenant({ db, tenantId }, (tx) =>
    tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.tenantId, tenantId), eq(jobs.id, id), isOld)),
  );
  const unknown = new Error(`Cannot run job '${id}' because there is no stage '${kind}.${stage}'`);
  if (old.length > 0) throw unknown;
  report(unknown);
  return { state: "more", delayMs: AGAIN_AFTER_MS, write: async () => [] };
}
