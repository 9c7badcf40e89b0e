/** How a pair is worded: `everyday` says plainly that the thing is not so, `evading` hides it, `sound` proves it. */
export type Wording = "everyday" | "evading" | "sound";

export interface GuardPair {
  readonly requirement: string;
  /** The passage of the evidence. */
  readonly text: string;
  /** What is cited of it; all of it where nothing stands here. */
  readonly quote?: string;
  readonly title?: string;
  /** Passages of other documents of the same evidence. */
  readonly beside?: readonly string[];
  /** Texts of the pack and of the guidance, beside the requirement. */
  readonly known?: readonly string[];
}

/** A requirement, a passage, and what else there is to say. */
type Written = readonly [requirement: string, text: string, more?: Omit<GuardPair, "requirement" | "text">];

export type GuardHalf = Readonly<Record<Wording, readonly Written[]>>;

/**
 * The pairs of one kind of weakness. Rules were made with `tuned` in view; `kept` is of other domains and another
 * voice, and its figures were read only at the end of a round.
 */
export interface GuardSet {
  readonly kind: string;
  readonly tuned: GuardHalf;
  readonly kept: GuardHalf;
}

/** The day on which all pairs are judged. */
export const JUDGED_ON = "2026-11-22";
