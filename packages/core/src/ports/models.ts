import type { EngineMetrics, MeaningCover, MeaningThresholds } from "@assay/contract";
import type { Assessor } from "./assessor.ts";
import type { Embedder } from "./embedder.ts";
import type { Entailment } from "./entailment.ts";
import type { FileScanner } from "./file-scanner.ts";
import type { OcrEngine } from "./ocr-engine.ts";

/** What is known of a part without asking it: only `packages/core/src/egress` makes one of it that can be asked. */
export type EmbedderCard = Omit<Embedder, "embed">;
export type AssessorCard = Omit<Assessor, "assess" | "probe" | "prepare" | "repairQuotes">;
export type EntailmentCard = Omit<Entailment, "score">;
export type ScannerCard = Omit<FileScanner, "scan">;
export type OcrEngineCard = Omit<OcrEngine, "recognise">;

/** The models that a deployment can run; the first of each is the one that its settings choose. */
export interface Models {
  readonly embedders: readonly [EmbedderCard, ...EmbedderCard[]];
  readonly assessors: readonly [AssessorCard, ...AssessorCard[]];
  /** Asked where the pinned assessor refuses or gives no usable answer. */
  readonly fallback?: AssessorCard | undefined;
  /** Checks citations for their meaning; absent where nothing does. */
  readonly meaning?: MeaningModel | undefined;
}

/** As `Models`, for who asks them with texts of its own. */
export interface OpenModels extends Models {
  readonly embedders: readonly [Embedder, ...Embedder[]];
  readonly assessors: readonly [Assessor, ...Assessor[]];
  readonly fallback?: Assessor | undefined;
  readonly meaning?: OpenMeaningModel | undefined;
}

export interface OpenMeaningModel extends MeaningModel {
  readonly entailment: Entailment;
}

/** The model that checks citations for their meaning, with what its card says of it. */
export interface MeaningModel {
  readonly entailment: EntailmentCard;
  /** What it was measured on. */
  readonly covers: MeaningCover;
  readonly thresholds: {
    /** Next to an assessor that reads by itself: the check is a second opinion. */
    readonly reading: MeaningThresholds;
    /** Next to one that goes by words: the check is the only opinion on what they mean. */
    readonly wording: MeaningThresholds;
  };
  /** What was measured of it with this release; absent where nothing was. */
  readonly metrics?: EngineMetrics | undefined;
}
