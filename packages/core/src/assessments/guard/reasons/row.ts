import type { WeakReason } from "@assay/contract";
import { foldWording, readTerms, type Statement } from "@assay/language/text";

const MARKS = "[\\s✗✘❌☒🔴🟡🟠⚠️*_()\\[\\]\"'.:-]*";
const CELLS: readonly (readonly [WeakReason, RegExp])[] = [
  [
    "NEGATED",
    /^(?:no|not (?:implemented|in place|started|done|met|compliant|available|enabled|performed|applied|satisfied|fulfilled|effective|covered|tested|configured|present|achieved|observed|documented)|non-?complian(?:t|ce)|non-?conform\w*|fail(?:ed|s)?|missing|absent|none|ineffective|inadequate|insufficient|disabled|inactive|off|gap|major gap|open(?: finding| issue)?|overdue|unmet|0 ?%|n|x|red|rejected|lapsed|never|deficient|unsatisfactory|not ok|nok|ko)$/,
  ],
  [
    "PLANNED",
    /^(?:planned|in (?:progress|planning|preparation|development|work)|to ?do|to be (?:done|implemented|defined|confirmed|started|decided)|tb[acd]|pending(?: .*)?|not yet(?: .*)?|scheduled(?: for .*)?|under (?:way|development|construction|review)|wip|ongoing implementation|proposed|backlog|road ?map|started|deferred|postponed|on hold|waiting|awaiting .*|budgeted|q[1-4][ /-]20\d\d|amber|yellow|future|draft|planned .*|target(?:ed)? .*|partly planned)$/,
  ],
  [
    "EXCLUSION",
    /^(?:part(?:ly|ial|ially)(?: (?:implemented|met|compliant|in place|done|satisfied|effective|covered|fulfilled|achieved))?|some|mostly|largely|[1-9]\d? ?%|excluded|exempt(?:ed)?|out of scope|not applicable|n\/a|exception|pilot|limited|incomplete)$/,
  ],
  [
    "PAST",
    /^(?:retired|discontinued|withdrawn|obsolete|expired|decommissioned|archived|superseded|cancelled|terminated|former)$/,
  ],
];
/** Columns in which a word of their own says how it is. */
const STATUS =
  /\b(?:status|state|implement\w*|complian\w*|result|in place|met|met\?|progress|conform\w*|fulfil\w*|answer|response|rating|outcome|enabled|active|done|effective\w*|assessment|maturity|verdict|covered|coverage|level|opinion|evaluation|yes\/no|rag|control)\b/;
/** Columns in which "none" is good. */
const COUNTS_HARM =
  /\b(?:exceptions?|gaps?|findings?|issues?|deviations?|incidents?|remarks?|comments?|notes?|observations?|defects?|open|risks?|errors?|failures?|optional|expired|shared|outstanding|overdue|failed|missing|deficienc\w+|problems?|questions?|breach\w*|excluded|vulnerabilit\w+|actions?|dependenc\w+|alternatives?|due|owner)\b/;

/** Why an answer of a few words, in plain form, says that something is not so. */
export function reasonOfAnswer(answer: string): WeakReason | undefined {
  return CELLS.find(([, pattern]) => pattern.test(answer))?.[0];
}

/** Why a row of a table is no sound support: a cell that is nothing but a bad state. */
export function reasonOfRow({ cells }: Statement, asked: ReadonlySet<string>): WeakReason | undefined {
  for (const { column, text } of cells) {
    const cell = foldWording(text).replace(new RegExp(`^${MARKS}|${MARKS}$`, "gu"), "");
    const head = column === null ? "" : foldWording(column);
    const isMarked = /^[\s]*[✗✘❌🔴]/u.test(text);
    if (COUNTS_HARM.test(head) && !STATUS.test(head)) {
      if (
        /^(?:yes|y|exempt(?:ed)?|excluded)$/.test(cell) &&
        /\b(?:exceptions?|gaps?|deviations?|missing|overdue|optional|excluded|expired)\b/.test(head)
      )
        return "EXCLUSION";
      continue;
    }
    if (isMarked) return "NEGATED";
    const reason = reasonOfAnswer(cell);
    if (
      reason !== undefined &&
      (STATUS.test(head) || readTerms(head).some((term) => asked.has(term)) || !isAmbiguous(cell))
    )
      return reason;
  }
  return undefined;
}

function isAmbiguous(cell: string): boolean {
  return /^(?:no|n|x|none|off|open|never|red|amber|yellow|some|started|draft|former|future|limited|[1-9]\d? ?%|0 ?%|n\/a|not applicable|archived|terminated|cancelled|rejected|inactive|disabled|expired|q[1-4].*|started|waiting|fail(?:ed|s)?|missing|scheduled.*|target.*|control|mostly|largely)$/.test(
    cell,
  );
}
