import type { Stage } from "../work/stage.ts";
import { assess } from "./assessment-stage.ts";
import { failRunStage } from "./fail-run.ts";
import { finishRun, finishWithoutSnapshot } from "./finish-stage.ts";
import { ingest } from "./ingestion-stage.ts";
import { exportResults, generateTasks } from "./results-stages.ts";
import { retrieve } from "./retrieval-stage.ts";
import type { RunServices } from "./run-stage.ts";
import { failAssessment } from "./store-verdict.ts";
import { verify } from "./verification-stage.ts";

/** `INGESTION → RETRIEVAL → VERIFICATION → ASSESSMENT (an item per requirement) → TASK_GENERATION → EXPORT → finish` */
export function runStages(services: RunServices): Record<string, Stage> {
  const stage = (run: Stage["run"]): Stage => ({ run, limitMs: services.settings.sliceLimitMs, fail: failRunStage });
  return {
    INGESTION: stage(ingest),
    RETRIEVAL: stage((work) => retrieve(services, work)),
    VERIFICATION: { ...stage((work) => verify(services, work)), needs: "files" },
    TASK_GENERATION: stage(generateTasks),
    EXPORT: stage((work) => exportResults(services, work)),
    finish: { ...stage(finishRun), fail: finishWithoutSnapshot },
  };
}

export function assessmentStages(services: RunServices): Record<string, Stage> {
  return {
    ASSESSMENT: {
      run: (work) => assess(services, work),
      limitMs: services.settings.requirementLimitMs,
      fail: failAssessment,
    },
  };
}
