import type { DocumentStage } from "@assay/contract";
import type { Stage } from "../work/stage.ts";
import { chunkDocument } from "./chunk-stage.ts";
import { type DocumentServices, failDocument } from "./document-stage.ts";
import { embedDocument, reembedDocuments } from "./embed-stage.ts";
import { extractDocument } from "./extract-stage.ts";
import { finishDocument } from "./finish-stage.ts";
import { traceStage } from "./trace-stage.ts";

/** Of work items about a retrieval version: its vectors for one tenant's documents. */
export function reembeddingStages(services: DocumentServices): Record<string, Stage> {
  const { sliceLimitMs: limitMs } = services.settings;
  return { embed: { run: (work) => reembedDocuments(services, work), limitMs, fail: async () => [] } };
}

/** `extract → chunk → embed → finish` */
export function documentStages(services: DocumentServices): Record<DocumentStage, Stage> {
  const limitMs = services.settings.sliceLimitMs;
  const stage = (run: Stage["run"]): Stage => traceStage({ run, limitMs, fail: failDocument });
  return {
    extract: { ...stage((work) => extractDocument(services, work)), needs: "files" },
    chunk: stage(chunkDocument),
    embed: stage((work) => embedDocument(services, work)),
    finish: stage(finishDocument),
  };
}
