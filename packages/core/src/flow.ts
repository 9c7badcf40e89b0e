import { type DOCUMENT_FLOW, type INGESTION_FLOW, RUN_FLOW, rowOf } from "@assay/contract";
import { checkTenantChain } from "./checkpoints/check-tenant-chain.ts";
import { makeCheckpoint, type Signs } from "./checkpoints/make-checkpoint.ts";
import { checkpointMail } from "./checkpoints/recipients.ts";
import { type KeepsCheckpoints, sendCheckpoints } from "./checkpoints/send-checkpoints.ts";
import type { DocumentSettings } from "./documents/document-settings.ts";
import { failRecognition } from "./documents/recognition/give-up.ts";
import { recognisePages } from "./documents/recognition/recognise-pages.ts";
import { rehashFiles } from "./documents/rehash-files.ts";
import { chunkDocument } from "./documents/stages/chunk-document.ts";
import { describeDocument, skipDescription } from "./documents/stages/describe-document.ts";
import { embedDocument, reembedDocuments } from "./documents/stages/embed-document.ts";
import { extractDocument } from "./documents/stages/extract-document.ts";
import { failDocument } from "./documents/stages/fail-document.ts";
import { finishDocument } from "./documents/stages/finish-document.ts";
import { traceStage } from "./documents/stages/trace-stage.ts";
import { reclaimFile } from "./documents/stored-files.ts";
import { expireUpload } from "./documents/uploads/expire-upload.ts";
import { encryptTenantFiles } from "./encrypt-files.ts";
import { makeForecasts } from "./forecasts/make-forecasts.ts";
import { fetchSource } from "./guidance/ingestions/fetch-source.ts";
import { finishIngestion, indexGuidance } from "./guidance/ingestions/index-guidance.ts";
import { failIngestion, type IngestionServices } from "./guidance/ingestions/open-ingestion.ts";
import { parseSource } from "./guidance/ingestions/parse-source.ts";
import { reclaimSource } from "./guidance/ingestions/reclaim-source.ts";
import { reembedDeploymentGuidance, reembedGuidance } from "./guidance/ingestions/reembed-guidance.ts";
import { writeInvitationMail } from "./invitations/write-invitation-mail.ts";
import { type AttemptLimits, bindStages, type RowsOf, type StageRow, type StageTable } from "./jobs/define-stages.ts";
import type { Job } from "./jobs/job.ts";
import type { Stages } from "./jobs/stage.ts";
import { deliverMail, failMail, type MailServices } from "./mail/deliver-mail.ts";
import { writeResetMail } from "./resets/write-reset-mail.ts";
import { failRunStage } from "./runs/fail-run.ts";
import type { RunServices, RunSettings } from "./runs/open-run.ts";
import { checkResults } from "./runs/results/check-results.ts";
import { assessRequirement } from "./runs/steps/assess/assess-requirement.ts";
import { failAssessment } from "./runs/steps/assess/store-verdict.ts";
import { checkPassages } from "./runs/steps/check-passages/check-passages.ts";
import { collectEvidence } from "./runs/steps/collect/collect-evidence.ts";
import { exportResults } from "./runs/steps/export/export-results.ts";
import { retrievePassages } from "./runs/steps/retrieve/retrieve-passages.ts";
import { finishRun, finishWithoutSnapshot } from "./runs/steps/snapshot/finish-run.ts";
import { generateTasks } from "./runs/steps/tasks/generate-tasks.ts";
import { type DeliveryServices, deliverMessage, failDelivery } from "./webhooks/deliver.ts";

/** What all stages together work with. */
export interface StageServices
  extends IngestionServices,
    RunServices,
    DeliveryServices,
    MailServices,
    Signs,
    KeepsCheckpoints {
  readonly settings: DocumentSettings & RunSettings & AttemptLimits;
}

type Row = StageRow<StageServices>;

const MAILS = {
  INVITATION: { write: writeInvitationMail },
  RESET: { write: writeResetMail },
  CHECKPOINT: checkpointMail,
};

/** Rare: what does it is loaded when it is asked for. */
const runErasure: StageRow<StageServices>["run"] = async (...given) =>
  (await import("./erasure/erase-stage.ts")).runErasure(...given);

const runRetention: StageRow<StageServices>["run"] = async (_, attempt) =>
  (await import("./retention/index.ts")).applyRetention(attempt);

const EMBED_FAILED = "Cannot embed the text: the embedding model failed";

/** How a document is read, in order. */
const DOCUMENT_STAGES: RowsOf<typeof DOCUMENT_FLOW, StageServices> = [
  {
    name: "extract",
    run: extractDocument,
    needs: "files",
    heavy: true,
    // Its readers are held to processor time; by the clock only what never ends is ended.
    limit: "recognitionLimitMs",
    fail: failDocument("UNREADABLE_FILE", "Cannot read the file: upload it in another format or try again"),
  },
  {
    name: "chunk",
    run: chunkDocument,
    fail: failDocument("UNREADABLE_FILE", "Cannot split the text: upload the file in another format or try again"),
  },
  {
    name: "embed",
    run: embedDocument,
    fail: failDocument("EMBEDDING_FAILED", `${EMBED_FAILED}; reprocess the document later`),
  },
  {
    name: "finish",
    run: finishDocument,
    fail: failDocument("EMBEDDING_FAILED", "Cannot finish the document: reprocess it later"),
  },
];

/** How a run evaluates its requirements, in order. */
const RUN_STEPS: RowsOf<typeof RUN_FLOW, StageServices> = [
  { name: "INGESTION", run: collectEvidence },
  { name: "RETRIEVAL", run: retrievePassages },
  { name: "VERIFICATION", run: checkPassages, needs: "files" },
  { name: "ASSESSMENT", run: assessRequirement, limit: "requirementLimitMs", fail: failAssessment },
  { name: "TASK_GENERATION", run: generateTasks },
  { name: "EXPORT", run: exportResults },
];

/** How a page or file becomes guidance, in order. */
const INGESTION_STAGES: RowsOf<typeof INGESTION_FLOW, StageServices> = [
  {
    name: "FETCHING",
    run: fetchSource,
    needs: "files",
    heavy: true,
    fail: failIngestion("FETCH_FAILED", "Cannot fetch the page: try again later"),
  },
  {
    name: "PARSING",
    run: parseSource,
    needs: "files",
    heavy: true,
    fail: failIngestion("UNREADABLE_FILE", "Cannot read the file: submit it in another format or try again"),
  },
  {
    name: "INDEXING",
    run: indexGuidance,
    fail: failIngestion("EMBEDDING_FAILED", `${EMBED_FAILED}; try again later`),
  },
  {
    name: "finish",
    run: finishIngestion,
    fail: failIngestion("EMBEDDING_FAILED", "Cannot finish the ingestion: try again later"),
  },
];

function runStepsPer(subject: (typeof RUN_FLOW)[number]["jobPer"]): readonly Row[] {
  const rows = RUN_STEPS.filter(({ name }) => rowOf(RUN_FLOW, name).jobPer === subject);
  return rows.map((row) => ({ fail: failRunStage, ...row }));
}

/** Every stage that a job can ask for, by the kind of the job. */
export const FLOW: StageTable<StageServices> = {
  document: DOCUMENT_STAGES.map((row) => traceStage<StageServices, string>(row)),
  ocr: [
    traceStage<StageServices, string>({
      name: "recognise",
      run: recognisePages,
      needs: "files",
      heavy: true,
      limit: "recognitionLimitMs",
      fail: failRecognition,
    }),
  ],
  run: [...runStepsPer("run"), { name: "finish", run: finishRun, fail: finishWithoutSnapshot }],
  assessment: runStepsPer("requirement"),
  file: [
    { name: "reclaim", run: reclaimFile, needs: "files" },
    { name: "expire", run: expireUpload, needs: "files" },
    { name: "rehash", run: rehashFiles, needs: "files", heavy: true },
    { name: "describe", run: describeDocument, fail: skipDescription },
    { name: "results", run: checkResults },
    { name: "forecast", run: makeForecasts },
    { name: "erase", run: runErasure, needs: "files" },
    { name: "encrypt", run: encryptTenantFiles, needs: "files", heavy: true, limit: "recognitionLimitMs" },
    { name: "encrypt-flawed", run: encryptTenantFiles, needs: "files", heavy: true, limit: "recognitionLimitMs" },
    { name: "retain", run: runRetention },
  ],
  checkpoint: [
    { name: "run", run: makeCheckpoint },
    { name: "daily", run: makeCheckpoint },
    { name: "check", run: checkTenantChain },
    { name: "send", run: sendCheckpoints },
  ],
  reembedding: [
    { name: "embed", run: reembedDocuments },
    { name: "guidance", run: reembedGuidance },
    { name: "deployment-guidance", run: reembedDeploymentGuidance },
  ],
  webhook: [
    { name: "deliver", run: deliverMessage, heavy: true, fail: failDelivery },
    { name: "mail", run: (services, attempt) => deliverMail(services, attempt, MAILS), heavy: true, fail: failMail },
  ],
  ingestion: [...INGESTION_STAGES, { name: "reclaim", run: reclaimSource, needs: "files" }],
};

/** Returns the stages of the flow, each with what it works with. */
export function createStages(services: StageServices): Stages {
  return bindStages(FLOW, services);
}

/** Whether a stage needs processes, sockets or more processor time than an edge runtime lends. */
export function isHeavy({ kind, stage }: Pick<Job, "kind" | "stage">): boolean {
  const rows: readonly Row[] = FLOW[kind];
  return rows.find(({ name }) => name === stage)?.heavy ?? false;
}
