// Made from packages/contract/src/schemas.ts by `npm run types:client`: change the schemas, not this file.
// oxlint-disable typescript/no-duplicate-type-constituents -- the names of two kinds of strings say what they hold
import type { CheckpointKey, CorpusIngestion, ModelUse } from "./admin-types.ts";
import type { Document, RunEstimate, RunStep, SignOff, StartedRun } from "./types.ts";

export interface CheckpointKeyListReply {
  keys: CheckpointKey[];
}

export interface CorpusIngestionReply {
  ingestion: CorpusIngestion;
}

export interface DocumentReply {
  document: Document;
}

export interface EstimateRunReply {
  estimate: RunEstimate;
}

export interface ModelListReply {
  /** The length of the window in which requests and tokens count. */
  windowSeconds: number;
  /** Those that the settings choose come first. */
  models: ModelUse[];
}

export interface RunStepListReply {
  steps: RunStep[];
  nextCursor: string | null;
}

export interface SignOffReply {
  signOff: SignOff;
}

export interface StartRunReply {
  run: StartedRun;
}
