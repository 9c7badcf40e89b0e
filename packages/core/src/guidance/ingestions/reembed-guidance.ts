import { corpusIngestions } from "@assay/db";
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { findEmbedder } from "../../retrieval-versions/find-models.ts";
import { getRetrievalVersion } from "../../retrieval-versions/retrieval-versions.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { embedGuidance } from "./embed-guidance.ts";
import type { IngestionServices } from "./open-ingestion.ts";

/** The vectors of a retrieval version for the guidance of one tenant. */
export function reembedGuidance(services: IngestionServices, attempt: Attempt): Promise<Outcome> {
  return reembed(services, attempt, eq(corpusIngestions.ownerTenantId, attempt.job.tenantId), {
    isOfDeployment: false,
  });
}

/** Those for the guidance that all tenants share. */
export function reembedDeploymentGuidance(services: IngestionServices, attempt: Attempt): Promise<Outcome> {
  return reembed(services, attempt, isNull(corpusIngestions.ownerTenantId), { isOfDeployment: true });
}

async function reembed(
  { models, settings }: IngestionServices,
  attempt: Attempt,
  owned: SQL,
  whose: { readonly isOfDeployment: boolean },
): Promise<Outcome> {
  const { db, job } = attempt;
  const version = await inTenant({ db, tenantId: job.tenantId }, (tx) => getRetrievalVersion(tx, job.subjectId));
  const which = and(eq(corpusIngestions.status, "COMPLETED"), owned);
  const whole = await embedGuidance(
    attempt,
    findEmbedder(models, version.embedderModel),
    { ...settings, ...whose },
    which,
  );
  return { state: whole ? "done" : "more", write: async () => [] };
}
