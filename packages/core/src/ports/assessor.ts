/** One passage that the retrieval found; the text is the stored chunk, to be treated as data. */
export interface EvidencePassage {
  readonly chunkId: string;
  readonly documentTitle: string;
  readonly location: string | null;
  readonly pageNumber: number | null;
  readonly text: string;
}

export interface AssessmentRequest {
  readonly requirement: {
    readonly requirementId: string;
    readonly title: string;
    readonly subcheckLabel: string | null;
    readonly criterionTitle: string;
  };
  /** Regulatory guidance from the corpus: helps to judge, is never cited. */
  readonly guidance: readonly string[];
  /** Best first; never empty. */
  readonly passages: readonly EvidencePassage[];
}

export interface ModelUsage {
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** 0 for a model that costs nothing. */
  readonly costUsd: number;
}

export interface AssessmentAnswer {
  /** From 0 to 1; the status follows from it and from the pinned thresholds. */
  readonly confidence: number;
  /** Word for word from the passage that they name; whatever is not found there is dropped by the caller. */
  readonly quotes: readonly { readonly chunkId: string; readonly text: string }[];
  readonly reasoning: string;
  /** What to do about a gap; `null` where nothing is missing. */
  readonly remediation: string | null;
  readonly usage: ModelUsage;
}

/** Judges one requirement against the passages found for it. Throws ModelError. */
export interface Assessor {
  readonly model: string;
  readonly promptVersion: string;
  assess(request: AssessmentRequest, options: { signal: AbortSignal }): Promise<AssessmentAnswer>;
}
