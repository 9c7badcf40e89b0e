import { type Attempt, nothingLeft, type Outcome } from "../../jobs/stage.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { ingestionFileKey } from "./create-ingestion.ts";
import type { IngestionServices } from "./open-ingestion.ts";
import { findIngestionRow } from "./read-ingestions.ts";

/** Deletes the stored file of an ingestion that came to nothing. */
export async function reclaimSource({ files }: IngestionServices, { db, job }: Attempt): Promise<Outcome> {
  const row = await inTenant({ db, tenantId: job.tenantId }, (tx) => findIngestionRow(tx, job.subjectId));
  if (!row || row.status === "FAILED") await files.delete(ingestionFileKey(job.subjectId));
  return nothingLeft;
}
