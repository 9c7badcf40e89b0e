import * as z from "zod";
import { readSet } from "./read-set.ts";

/** How a pair is worded: `everyday` says plainly that the thing is not so, `evading` hides it, `sound` proves it. */
export const WORDINGS = ["everyday", "evading", "sound"] as const;
export type Wording = (typeof WORDINGS)[number];

const guardPair = z.strictObject({
  requirement: z.string().min(1),
  /** The passage of the evidence. */
  text: z.string().min(1),
  /** What is cited of it; all of it where nothing is here. */
  quote: z.string().optional(),
  title: z.string().optional(),
  /** Passages of other documents of the same evidence. */
  beside: z.array(z.string()).optional(),
  /** Texts of the pack and of the guidance, in addition to the requirement. */
  known: z.array(z.string()).optional(),
});
export type GuardPair = Readonly<z.infer<typeof guardPair>>;

/** Rules were made with `tuned` in view; `kept` is of other trades and another voice, read at the end of a round. */
const guardRow = guardPair.extend({
  kind: z.string().min(1),
  half: z.enum(["tuned", "kept"]),
  wording: z.enum(WORDINGS),
});
type GuardRow = Readonly<z.infer<typeof guardRow>>;

/** The day on which all pairs are judged. */
export const JUDGED_ON = "2026-11-22";

const ROWS: readonly GuardRow[] = readSet("guard", guardRow);

/** The kinds of weakness, 44 pairs each, and seven sets of all kinds. */
export const GUARD_KINDS: readonly string[] = [...new Set(ROWS.map(({ kind }) => kind))];

export const ALL_GUARD_PAIRS: readonly GuardPair[] = ROWS.map(toPair);

/** The pairs of a kind, of one half and wording. */
export function guardPairs(of: Pick<GuardRow, "kind" | "half" | "wording">): readonly GuardPair[] {
  const isMeant = (row: GuardRow) => row.kind === of.kind && row.half === of.half && row.wording === of.wording;
  return ROWS.filter(isMeant).map(toPair);
}

function toPair({ kind, half, wording, ...pair }: GuardRow): GuardPair {
  return pair;
}
