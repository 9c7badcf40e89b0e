import type { Database } from "@assay/db";
import { checkpointStages } from "../audit/checkpoint-stages.ts";
import { guidanceReembedding, ingestionStages } from "../corpus/index.ts";
import { documentStages, reembeddingStages } from "../documents/document-stages.ts";
import { type DocumentServices, postponeRehash, reclaimFile, rehashFile } from "../documents/index.ts";
import type { Fetcher } from "../ports/fetcher.ts";
import type { Signer } from "../ports/signer.ts";
import type { Waker } from "../ports/waker.ts";
import { assessmentStages, type RunServices, runStages } from "../runs/index.ts";
import { resultCheckStage } from "../snapshots/index.ts";
import { createLeases } from "../work/leases.ts";
import type { Engine, EngineSettings } from "../work/run-work-item.ts";
import type { Stage } from "../work/stage.ts";

export interface EngineServices {
  readonly db: Database;
  readonly waker: Waker;
  readonly signer: Signer;
  readonly documents: DocumentServices;
  /** Reads the pages that the corpus takes in. */
  readonly fetcher: Fetcher;
  readonly runs: RunServices;
  readonly settings: EngineSettings;
  readonly report: Engine["report"];
}

/** Everything that work items can ask for, by kind and stage. */
export function createEngine({
  db,
  waker,
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
    limitMs: documents.settings.sliceLimitMs,
    fail,
  });
  return {
    db,
    waker,
    settings,
    leases: createLeases(db, settings),
    report,
    stages: {
      document: documentStages(documents),
      run: runStages(runs),
      assessment: assessmentStages(runs),
      checkpoint: checkpointStages(signer, { limitMs: runs.settings.sliceLimitMs }),
      ingestion: ingestionStages({ ...documents, fetcher }),
      reembedding: { ...reembeddingStages(documents), guidance: guidanceReembedding({ ...documents, fetcher }) },
      file: {
        reclaim: file((work) => reclaimFile(documents.files, work)),
        rehash: file((work) => rehashFile(documents.files, work), postponeRehash),
        results: resultCheckStage({ limitMs: documents.settings.sliceLimitMs }),
      },
    },
  };
}
