import { corpusIngestions } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { nothingLeft } from "../../documents/document-stage.ts";
import { inTenant } from "../../tenancy/transact.ts";
import type { Outcome, Stage, StageWork } from "../../work/stage.ts";
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
  const limitMs = services.settings.sliceLimitMs;
  const stage = (run: Stage["run"]): Stage => ({ run, limitMs, fail: failIngestion });
  return {
    FETCHING: { ...stage((work) => fetchSource(services, work)), needs: "files" },
    PARSING: { ...stage((work) => parseSource(services, work)), needs: "files" },
    INDEXING: stage((work) => indexGuidance(services, work)),
    finish: stage(finishIngestion),
    reclaim: { run: (work) => reclaim(services, work), limitMs, needs: "files", fail: async () => [] },
  };
}

/** Of work items about a retrieval version: its vectors for the guidance that one tenant asked for. */
export function guidanceReembedding(services: IngestionServices): Stage {
  return {
    run: (work) => reembedGuidance(services, work),
    limitMs: services.settings.sliceLimitMs,
    fail: async () => [],
  };
}

async function reembedGuidance({ models, settings }: IngestionServices, work: StageWork): Promise<Outcome> {
  const { db, item } = work;
  const version = await inTenant({ db, tenantId: item.tenantId }, (tx) => getRetrievalVersion(tx, item.subjectId));
  const which = and(eq(corpusIngestions.status, "COMPLETED"), eq(corpusIngestions.requestedByTenantId, item.tenantId));
  const whole = await embedGuidance(work, findEmbedder(models, version.embedderModel), settings, which);
  return { state: whole ? "done" : "more", write: async () => [] };
}

async function reclaim({ files }: IngestionServices, { db, item }: StageWork): Promise<Outcome> {
  const row = await inTenant({ db, tenantId: item.tenantId }, (tx) => findIngestionRow(tx, item.subjectId));
  if (!row || row.status === "FAILED") await files.delete(ingestionFileKey(item.subjectId));
  return nothingLeft;
}
