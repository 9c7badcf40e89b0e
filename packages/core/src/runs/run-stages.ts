import type { Stage } from "../jobs/stage.ts";
import { assess } from "./assessment-stage.ts";
import { failRunStage } from "./fail-run.ts";
import { finishRun, finishWithoutSnapshot } from "./finish-stage.ts";
import { ingest } from "./ingestion-stage.ts";
import { exportResults, generateTasks } from "./results-stages.ts";
import { retrieve } from "./retrieval-stage.ts";
import type { RunServices } from "./run-stage.ts";
import { failAssessment } from "./store-verdict.ts";
import { verify } from "./verification-stage.ts";

/** `INGESTION → RETRIEVAL → VERIFICATION → ASSESSMENT (a job per requirement) → TASK_GENERATION → EXPORT → finish` */
export function runStages(services: RunServices): Record<string, Stage> {
  const stage = (run: Stage["run"]): Stage => ({ run, limitMs: services.settings.attemptLimitMs, fail: failRunStage });
  return {
    INGESTION: stage(ingest),
    RETRIEVAL: stage((attempt) => retrieve(services, attempt)),
    VERIFICATION: { ...stage((attempt) => verify(services, attempt)), needs: "files" },
    TASK_GENERATION: stage(generateTasks),
    EXPORT: stage((attempt) => exportResults(services, attempt)),
    finish: { ...stage(finishRun), fail: finishWithoutSnapshot },
  };
}

export function assessmentStages(services: RunServices): Record<string, Stage> {
  return {
    ASSESSMENT: {
      run: (attempt) => assess(services, attempt),
      limitMs: services.settings.requirementLimitMs,
      fail: failAssessment,
    },
  };
}
