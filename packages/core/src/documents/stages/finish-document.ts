import type { Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { enqueue, type Job } from "../../jobs/job.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { getRetrievalVersion } from "../../retrieval-versions/retrieval-versions.ts";
import { ACTIVATION_LOCK } from "../../retrieval-versions/vector-coverage.ts";
import { advanceDocument, stageJob } from "./advance.ts";
import { listPendingChunks } from "./list-pending-chunks.ts";
import type { DocumentServices } from "./open-document.ts";

/** Makes the document available for assessment and tells the archive that it came from. */
export async function finishDocument(_: DocumentServices, { job }: Attempt): Promise<Outcome> {
  return {
    state: "done",
    async write(tx) {
      // The active version may have changed since: no document becomes READY without what the version that counts searches by.
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${ACTIVATION_LOCK})`);
      if (await isIncomplete(tx, job)) return enqueue(tx, [stageJob(job, "embed")]);
      return advanceDocument(tx, job);
    },
  };
}

async function isIncomplete(tx: Transaction, job: Job): Promise<boolean> {
  const missing = await listPendingChunks(tx, job, await getRetrievalVersion(tx), 1);
  return missing.length > 0;
}
