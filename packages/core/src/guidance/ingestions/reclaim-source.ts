import { corpusIngestions } from "@assay/db";
import { eq } from "drizzle-orm";
import { type Attempt, nothingLeft, type Outcome } from "../../jobs/stage.ts";
import { inSystem } from "../../tenancy/transact.ts";
import { ingestionFileKey } from "./create-ingestion.ts";
import type { IngestionServices } from "./open-ingestion.ts";

/** Deletes the stored file of an ingestion that came to nothing, no matter of whose pack it would be. */
export async function reclaimSource({ files }: IngestionServices, { db, job }: Attempt): Promise<Outcome> {
  const [row] = await inSystem(db, (tx) =>
    tx.select({ status: corpusIngestions.status }).from(corpusIngestions).where(eq(corpusIngestions.id, job.subjectId)),
  );
  if (!row || row.status === "FAILED") await files.delete(ingestionFileKey(job.subjectId));
  return nothingLeft;
}
