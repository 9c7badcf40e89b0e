import type { Database } from "@assay/db";
import { checkpointStages } from "../audit/checkpoint-stages.ts";
import { guidanceReembedding, ingestionStages } from "../corpus/index.ts";
import { documentStages, reembeddingStages } from "../documents/document-stages.ts";
import { type DocumentServices, postponeRehash, reclaimFile, rehashFile } from "../documents/index.ts";
import { createLeases } from "../jobs/leases.ts";
import type { Engine, EngineSettings } from "../jobs/run-job.ts";
import type { Stage } from "../jobs/stage.ts";
import type { Dispatcher } from "../ports/dispatcher.ts";
import type { Fetcher } from "../ports/fetcher.ts";
import type { Signer } from "../ports/signer.ts";
import { assessmentStages, type RunServices, runStages } from "../runs/index.ts";
import { resultCheckStage } from "../snapshots/index.ts";

export interface EngineServices {
  readonly db: Database;
  readonly dispatcher: Dispatcher;
  readonly signer: Signer;
  readonly documents: DocumentServices;
  /** Reads the pages that the corpus takes in. */
  readonly fetcher: Fetcher;
  readonly runs: RunServices;
  readonly settings: EngineSettings;
  readonly report: Engine["report"];
}

/** Everything that jobs can ask for, by kind and stage. */
export function createEngine({
  db,
  dispatcher,
  signer,
  documents,
  fetcher,
  runs,
  settings,
  report,
}: EngineServices): Engine {
  const file = (run: Stage["run"], fail: Stage["fail"] = async () => []): Stage => ({
    run,
    needs: "files",
    limitMs: documents.settings.attemptLimitMs,
    fail,
  });
  return {
    db,
    dispatcher,
    settings,
    leases: createLeases(db, settings),
    report,
    stages: {
      document: documentStages(documents),
      run: runStages(runs),
      assessment: assessmentStages(runs),
      checkpoint: checkpointStages(signer, { limitMs: runs.settings.attemptLimitMs }),
      ingestion: ingestionStages({ ...documents, fetcher }),
      reembedding: { ...reembeddingStages(documents), guidance: guidanceReembedding({ ...documents, fetcher }) },
      file: {
        reclaim: file((attempt) => reclaimFile(documents.files, attempt)),
        rehash: file((attempt) => rehashFile(documents.files, attempt), postponeRehash),
        results: resultCheckStage({ limitMs: documents.settings.attemptLimitMs }),
      },
    },
  };
}
