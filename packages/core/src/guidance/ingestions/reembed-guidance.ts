import { corpusIngestions } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { findEmbedder } from "../../retrieval-versions/find-models.ts";
import { getRetrievalVersion } from "../../retrieval-versions/retrieval-versions.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { embedGuidance } from "./embed-guidance.ts";
import type { IngestionServices } from "./open-ingestion.ts";

/** The vectors of a retrieval version for the guidance that one tenant asked for. */
export async function reembedGuidance({ models, settings }: IngestionServices, attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  const version = await inTenant({ db, tenantId: job.tenantId }, (tx) => getRetrievalVersion(tx, job.subjectId));
  const which = and(eq(corpusIngestions.status, "COMPLETED"), eq(corpusIngestions.requestedByTenantId, job.tenantId));
  const whole = await embedGuidance(attempt, findEmbedder(models, version.embedderModel), settings, which);
  return { state: whole ? "done" : "more", write: async () => [] };
}
