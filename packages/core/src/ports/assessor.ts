import type {
  EntailmentScores,
  MeaningThresholds,
  ModelAbilities,
  ModelUsage,
  PartVerdict,
  WeakReason,
} from "@assay/contract";
import type { AbilityStore } from "./ability-store.ts";
import type { Destination, Sending } from "./sending.ts";

export type { ModelUsage } from "@assay/contract";

/** One passage that the retrieval found; the text is to be treated as data. */
export interface EvidencePassage {
  readonly chunkId: string;
  readonly documentTitle: string;
  readonly location: string | null;
  readonly pageNumber: number | null;
  /** What a reader of the chunk needs and the chunk does not repeat, such as the column headings of its table. */
  readonly context: string | null;
  /** Its words were read from an image. */
  readonly isFromImage?: true;
  /** The stored chunk, with blanks for what is hidden, crossed out, or addresses a model. */
  readonly text: string;
  /** Where these blanks are, [start, end): a quote across one is in no document. Absent where there are none. */
  readonly uncounted?: readonly (readonly [number, number])[];
}

export interface AssessmentRequest {
  readonly requirement: {
    readonly requirementId: string;
    readonly title: string;
    readonly subcheckLabel: string | null;
    readonly criterionTitle: string;
  };
  /** What the requirement asks for, one thing each, in its order and its words; never empty. */
  readonly parts: readonly string[];
  /** Regulatory guidance from the corpus: helps to judge, is never cited. */
  readonly guidance: readonly string[];
  /** Best first; never empty. */
  readonly passages: readonly EvidencePassage[];
}

export interface Quote {
  /** Of a passage of the request; empty where the model named none. */
  readonly chunkId: string;
  readonly text: string;
}

/** What an assessor says of one part; a part that rests on several quotes has one of these for each. */
export interface AnsweredPart {
  /** One of the request's parts, as it is there. */
  readonly part: string;
  readonly verdict: PartVerdict;
  readonly why: string;
  /** Of a passage of the request; both are empty where the part has no quote. */
  readonly chunkId: string;
  readonly quote: string;
}

/** What an assessor takes the document of a passage for, each in a few words. */
export interface AnsweredDocument {
  readonly chunkId: string;
  /** Such as `policy`, `log` or `contract`. */
  readonly kind: string;
  /** Such as `in force`, `draft` or `template`. */
  readonly state: string;
}

/** An assessor's answer without its cost: it holds JSON alone, as it is stored. */
export interface Answer {
  /** From 0 to 1; the status follows from it and from the pinned thresholds. */
  readonly confidence: number;
  /** Word for word from the passage that they name; whatever is not found is dropped by the caller. */
  readonly quotes: readonly Quote[];
  readonly reasoning: string;
  /** What to do about a gap; `null` where nothing is missing. */
  readonly remediation: string | null;
  /** Absent where the assessor does not judge by parts. Their quotes are among `quotes`. */
  readonly parts?: readonly AnsweredPart[];
  readonly documents?: readonly AnsweredDocument[];
  /** Passages that answer the requirement differently. */
  readonly conflicts?: readonly { readonly chunkIds: readonly string[]; readonly about: string }[];
  /** What the passages do not prove, one thing each. */
  readonly missing?: readonly string[];
}

export interface AssessmentAnswer extends Answer {
  /** Of all calls that the answer took. */
  readonly usage: ModelUsage;
}

/** A quote held against one part of the requirement. */
export interface Claim extends Quote {
  readonly part: string;
}

/** What is said of a claim before it is made, as it will be judged once it is. */
export interface WeighedClaim {
  /** Null where the model does not cover the language or the kind of text. */
  readonly scores: EntailmentScores | null;
  /** Why the quote would be no proof, by a rule that reads no meaning; undefined where nothing speaks against it. */
  readonly veto: WeakReason | undefined;
}

/** The model that the engine version names for meaning, as an assessor may ask it before it answers. */
export interface MeaningReader {
  readonly thresholds: MeaningThresholds;
  /**
   * In the order of the claims; undefined for a quote that counts nowhere: it is in no passage, hidden, or addresses a
   * model. Throws ModelError.
   */
  weigh(claims: readonly Claim[]): Promise<(WeighedClaim | undefined)[]>;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly sending?: Sending | undefined;
  /** Absent where the engine version checks nothing for meaning. */
  readonly meaning?: MeaningReader | undefined;
  /** To be called before each further request of the same call: waits until the model's quota has room for it. */
  readonly again?: (() => Promise<void>) | undefined;
  /** Runs what the call waits for and is no work of the model, such as its place: it takes nothing of the caller's time. */
  readonly hold?: Hold | undefined;
  /** What is left of the caller's time. A turn that only betters an answer must end before it does. */
  readonly leftMs?: (() => number) | undefined;
}

export type Hold = <T>(wait: () => Promise<T>) => Promise<T>;

/** What a call would use; the cost is null where nobody knows the price. */
export interface EstimatedUsage {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly costUsd: number | null;
}

/**
 * Judges one requirement against the passages found for it. Throws ModelError, with the `usage` of its calls where
 * there was any. It throws MODEL_REFUSED where the model declines, and MODEL_INVALID_OUTPUT where its answer is still
 * unusable after a repair turn: to ask the same again helps with neither.
 */
export interface Assessor {
  readonly model: string;
  readonly promptVersion: string;
  /** Whose model it is, as `gen_ai.provider.name` of OpenTelemetry has it; absent for rules of this service. */
  readonly provider?: string;
  readonly sendsTo?: Destination;
  /** Models of earlier releases in whose place it came; a deployment that runs on one of them continues doing so. */
  readonly replaces?: readonly string[];
  /** It judges by the model for meaning: an engine version that asks it names one. */
  readonly readsMeaning?: true;
  /** It goes by words, which prove nothing for certain: what no model for meaning checks is PARTIAL at most. */
  readonly goesByWords?: true;
  assess(request: AssessmentRequest, options: CallOptions): Promise<AssessmentAnswer>;
  /** What a request would use, about, if no turn has to be repaired. Absent where no model is asked over a network. */
  estimate?(request: AssessmentRequest): EstimatedUsage;
  /**
   * Asks for a word or two, whatever they are: tells whether the model answers at all. Returns what that used; throws
   * ModelError.
   */
  probe(options: Pick<CallOptions, "signal" | "sending">): Promise<ModelUsage>;
  /**
   * Learns what the model's server accepts: from the store, else by small requests, once for all processes. `afresh` asks
   * even so. Returns undefined where that could not be found out. Absent where all is known.
   */
  prepare?(
    store: AbilityStore,
    options: CallOptions & { readonly afresh?: boolean },
  ): Promise<ModelAbilities | undefined>;
  /**
   * Asks once more, about quotes of its answer that stand in none of the passages; the usage is that of this call alone.
   * Absent where a lost quote lowers the confidence and nothing else.
   */
  repairQuotes?(
    request: AssessmentRequest,
    lost: { readonly answer: Answer; readonly quotes: readonly Quote[] },
    options: CallOptions,
  ): Promise<AssessmentAnswer>;
}
