import { CONTRADICTION } from "./contradiction.ts";
import { DATE } from "./date.ts";
import { DRAFT } from "./draft.ts";
import { EIGHTH_KEPT, EIGHTH_TUNED } from "./eighth.ts";
import { EXCLUSION } from "./exclusion.ts";
import { FIFTH_KEPT, FIFTH_TUNED } from "./fifth.ts";
import { FIGURE } from "./figure.ts";
import { FRESH } from "./fresh.ts";
import type { GuardHalf, GuardSet } from "./guard-pair.ts";
import { MIXED, MIXED_LAST } from "./mixed.ts";
import { NEGATED } from "./negated.ts";
import { OTHER_PARTY } from "./other-party.ts";
import { PAST } from "./past.ts";
import { PLANNED } from "./planned.ts";
import { QUESTION } from "./question.ts";
import { RECORDS } from "./records.ts";
import { REQUIREMENT_TEXT } from "./requirement-text.ts";
import { SIXTH_KEPT, SIXTH_TUNED } from "./sixth.ts";
import { TEMPLATE } from "./template.ts";

export * from "./guard-pair.ts";

const NONE: GuardHalf = { everyday: [], evading: [], sound: [] };

/** One set a kind, 44 pairs each, and seven of all kinds. */
export const GUARD_SETS: readonly GuardSet[] = [
  NEGATED,
  PLANNED,
  PAST,
  OTHER_PARTY,
  EXCLUSION,
  FIGURE,
  DATE,
  TEMPLATE,
  QUESTION,
  DRAFT,
  REQUIREMENT_TEXT,
  CONTRADICTION,
  { kind: "mixed", tuned: MIXED, kept: NONE },
  { kind: "mixed, later", tuned: FRESH, kept: NONE },
  { kind: "mixed, last", tuned: MIXED_LAST, kept: NONE },
  { kind: "mixed, by another author", tuned: FIFTH_TUNED, kept: FIFTH_KEPT },
  { kind: "mixed, in whole sentences", tuned: SIXTH_TUNED, kept: SIXTH_KEPT },
  { kind: "mixed, policies and exports", tuned: EIGHTH_TUNED, kept: EIGHTH_KEPT },
  { kind: "mixed, short records", tuned: RECORDS, kept: NONE },
];
