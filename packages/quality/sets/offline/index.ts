import { EIGHTH_KEPT_PAIRS, EIGHTH_PAIRS } from "./eighth-statements.ts";
import { FURTHER_PAIRS } from "./further-statements.ts";
import { KEPT_PAIRS } from "./kept-statements.ts";
import type { PlainPair } from "./plain-pair.ts";
import { PLAIN_PAIRS } from "./plain-statements.ts";
import { SEVENTH_KEPT_PAIRS, SEVENTH_PAIRS } from "./seventh-statements.ts";
import { SIXTH_PAIRS } from "./sixth-statements.ts";

export { EVERYDAY_CASES } from "./everyday-cases.ts";
export type { PlainPair } from "./plain-pair.ts";

/** Looked at while the rules were made. */
export const TUNED_PAIRS: readonly PlainPair[] = [
  ...PLAIN_PAIRS,
  ...FURTHER_PAIRS,
  ...SIXTH_PAIRS,
  ...SEVENTH_PAIRS,
  ...EIGHTH_PAIRS,
];
/** Not looked at while the rules were made. */
export const KEPT_BACK_PAIRS: readonly PlainPair[] = [...KEPT_PAIRS, ...SEVENTH_KEPT_PAIRS, ...EIGHTH_KEPT_PAIRS];
