import type { DocumentStage } from "@assay/contract";
import type { Stage } from "../jobs/stage.ts";
import { chunkDocument } from "./chunk-stage.ts";
import { type DocumentServices, failDocument } from "./document-stage.ts";
import { embedDocument, reembedDocuments } from "./embed-stage.ts";
import { extractDocument } from "./extract-stage.ts";
import { finishDocument } from "./finish-stage.ts";
import { traceStage } from "./trace-stage.ts";

/** Of jobs about a retrieval version: its vectors for one tenant's documents. */
export function reembeddingStages(services: DocumentServices): Record<string, Stage> {
  const { attemptLimitMs: limitMs } = services.settings;
  return { embed: { run: (attempt) => reembedDocuments(services, attempt), limitMs, fail: async () => [] } };
}

/** `extract → chunk → embed → finish` */
export function documentStages(services: DocumentServices): Record<DocumentStage, Stage> {
  const limitMs = services.settings.attemptLimitMs;
  const stage = (run: Stage["run"]): Stage => traceStage({ run, limitMs, fail: failDocument });
  return {
    extract: { ...stage((attempt) => extractDocument(services, attempt)), needs: "files" },
    chunk: stage(chunkDocument),
    embed: stage((attempt) => embedDocument(services, attempt)),
    finish: stage(finishDocument),
  };
}
