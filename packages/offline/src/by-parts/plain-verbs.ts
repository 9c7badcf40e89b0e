import { VERBS } from "@assay/language/requirement";

/** Verbs of everyday procedures in their base form, next to those of requirements. */
const EVERYDAY =
  "bring buy calibrate carry clean count declare dispose empty get hire inform invoice isolate obtain pay reconcile refuse reject replace run sample seal sell sweep tell wash weigh wear";

/** What the parts assessor knows as a verb where its place in a sentence shows that it is one. */
export const PLAIN_VERBS: readonly string[] = [...new Set([...VERBS, ...EVERYDAY.split(" ")])];
