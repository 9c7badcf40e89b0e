import { AssayError } from "@assay/contract";
import { jobs } from "@assay/db";
import { and, eq, lt } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { Attempt, Outcome, Stage } from "./stage.ts";

const AGAIN_AFTER_MS = 30_000;
const LEFT_FOR_MS = 24 * 3_600_000;

/**
 * A stage that this process does not have: a newer one, next to which it runs during an upgrade, has it. The job is left to
 * that one as it is. It waits for no part then, and since when it does says when it was left first: a day later it fails, so
 * that it does not circle for ever.
 */
export const unknownStage: Stage = { run: leave, fail: async () => [], limitMs: 1000 };

async function leave({ db, job, report }: Attempt): Promise<Outcome> {
  const { id, tenantId, kind, stage, waitingFor, waitingSince } = job;
  const unknown = new AssayError(
    "INVALID_STATE",
    `Cannot run job '${id}' because there is no stage '${kind}.${stage}'`,
  );
  const isLeft = waitingFor === null && waitingSince !== null;
  const isOld = lt(jobs.waitingSince, databaseTimeIn(-LEFT_FOR_MS));
  const old = await inTenant({ db, tenantId }, (tx) =>
    tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.tenantId, tenantId), eq(jobs.id, id), isOld)),
  );
  if (isLeft && old.length > 0) throw unknown;
  if (!isLeft) report(unknown, { final: false });
  return { state: "more", delayMs: AGAIN_AFTER_MS, leftSince: isLeft ? waitingSince : "now", write: async () => [] };
}
