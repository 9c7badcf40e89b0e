import { corpusIngestions } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { nothingLeft } from "../../documents/document-stage.ts";
import type { Attempt, Outcome, Stage } from "../../jobs/stage.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { findEmbedder } from "../find-models.ts";
import { getRetrievalVersion } from "../retrieval-versions.ts";
import { ingestionFileKey } from "./create-ingestion.ts";
import { embedGuidance } from "./embed-guidance.ts";
import { fetchSource } from "./fetch-stage.ts";
import { finishIngestion, indexGuidance } from "./index-stage.ts";
import { failIngestion, type IngestionServices } from "./ingestion-stage.ts";
import { parseSource } from "./parse-stage.ts";
import { findIngestionRow } from "./read-ingestions.ts";

/** `FETCHING → PARSING → INDEXING → finish`, and `reclaim` for the file of one that came to nothing. */
export function ingestionStages(services: IngestionServices): Record<string, Stage> {
  const limitMs = services.settings.attemptLimitMs;
  const stage = (run: Stage["run"]): Stage => ({ run, limitMs, fail: failIngestion });
  return {
    FETCHING: { ...stage((attempt) => fetchSource(services, attempt)), needs: "files" },
    PARSING: { ...stage((attempt) => parseSource(services, attempt)), needs: "files" },
    INDEXING: stage((attempt) => indexGuidance(services, attempt)),
    finish: stage(finishIngestion),
    reclaim: { run: (attempt) => reclaim(services, attempt), limitMs, needs: "files", fail: async () => [] },
  };
}

/** Of jobs about a retrieval version: its vectors for the guidance that one tenant asked for. */
export function guidanceReembedding(services: IngestionServices): Stage {
  return {
    run: (attempt) => reembedGuidance(services, attempt),
    limitMs: services.settings.attemptLimitMs,
    fail: async () => [],
  };
}

async function reembedGuidance({ models, settings }: IngestionServices, attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  const version = await inTenant({ db, tenantId: job.tenantId }, (tx) => getRetrievalVersion(tx, job.subjectId));
  const which = and(eq(corpusIngestions.status, "COMPLETED"), eq(corpusIngestions.requestedByTenantId, job.tenantId));
  const whole = await embedGuidance(attempt, findEmbedder(models, version.embedderModel), settings, which);
  return { state: whole ? "done" : "more", write: async () => [] };
}

async function reclaim({ files }: IngestionServices, { db, job }: Attempt): Promise<Outcome> {
  const row = await inTenant({ db, tenantId: job.tenantId }, (tx) => findIngestionRow(tx, job.subjectId));
  if (!row || row.status === "FAILED") await files.delete(ingestionFileKey(job.subjectId));
  return nothingLeft;
}
