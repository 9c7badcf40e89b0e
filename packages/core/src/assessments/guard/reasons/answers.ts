import type { WeakReason } from "@assay/contract";
import type { Requirement } from "@assay/language/requirement";
import { foldWording, readTerms } from "@assay/language/text";
import { isSameConcept } from "../proof/action-groups.ts";

/** "Wiped: No", "encryption = off": a name, and what is behind it as its answer. */
const PAIR = /(?<key>[A-Za-z_][^\n:=;,|→]{0,70}?)["']?\s*(?:::|:|=|→|->|=>)\s*["']?(?<value>[^\n;,|."']{1,60})/g;
const BARE_ANSWER =
  /^(?:no|none|n|nil|nobody|false|off|disabled?|disabling|0|never|open|x|-+|–+|unset|null|0 ?%|inactive|absent|blank|empty|unknown|partial(?:ly)?|partly)$/;
const SAYS_BAD =
  /^(?:not (?!applicable\b)\w+.*|missing\b.*|fail(?:ed|s|ure)?\b.*|pending\b.*|overdue\b.*|vacant\b.*|expired\b.*|lapsed\b.*|outstanding\b.*|incomplete\b.*|unsigned\b.*|skipped\b.*|deferred\b.*|postponed\b.*|cancel\w+\b.*|to follow\b.*|to be \w+\b.*|in progress\b.*|planned\b.*|tb[acd]\b.*|poor\b.*|unsatisfactory\b.*|inadequate\b.*|insufficient\b.*|non-?compliant\b.*|ineffective\b.*|nok\b.*|ignored\b.*|waived\b.*|bypassed\b.*|n\.? ?n\.?$|no (?!exceptions?|findings?|issues?|gaps?|deviations?|defects?|errors?|remarks?|incidents?|changes?|problems?|objections?|complaints?|later|more|less)\w+.*|red\b|rejected by.*|awaiting\b.*|none (?:held|seen|found|recorded|received|available|on file|so far|yet|this|in|since|performed|done|kept|made).*)$/;
const LETS_IN =
  /^(?:allow(?:ed)?|permit(?:ted)?|any|everyone|all ?users|public|anonymous|0\.0\.0\.0\/0|\*|full(?: control)?|read(?: ?\/? ?write)?|unrestricted|open)\b/;
const RESTRICTS =
  /\b(?:block|deny|denied|restrict|prohibit|forbid|must not|not be|only|separat|segment|protect|limit|prevent|authori[sz]ed)\w*\b/;
/** Of these, none is good. */
const HARM =
  /\b(?:exceptions?|findings?|issues?|deviations?|gaps?|overdue|open|missing|failed|failures?|fails?|defects?|incidents?|anonymous|shared|default|guest|legacy|telnet|expired|outstanding|remarks?|comments?|notes?|complaints?|errors?|accidents?|injur\w+|loss(?:es)?|leaks?|breach\w*|violations?|non-?\w+|un\w+|pending|escalat\w+|vulnerabilit\w+|risks?|discrepanc\w+|absen\w+|damages?|faults?|objections?|obstruct\w*|late|differences?|alerts?|insecure|weak|discharge|odou?r|smoke|fire|deadlocks?|public(?:ly)?|removed|next)\b/;
const GUARDS = /^(?:block|deny|disable|prevent|restrict|prohibit|ignore|enforce|require)/;
const STATE =
  /\b(?:result|status|state|outcome|verdict|rating|opinion|enabled|active|done|signed|completed?|received|passed|certificates?|answer|response|conclusion|assessment|reviewers?|approvers?|approved(?: by)?|signature|attended|present|tested|checked|in place|implemented|met|compliant|evidence|owner|responsible|record|log)\b/;
const SETTLED = /\b(?:repaired|corrected|resolved|re-?tested|replaced|closed)\b/;

/** Why a text whose answers are next to names (settings, checklists, minutes) proves nothing. */
export function reasonOfAnswers(text: string, requirement: Requirement): WeakReason | undefined {
  for (const { groups = {}, index, 0: match } of text.matchAll(PAIR)) {
    const key = foldWording((groups.key ?? "").replace(/(?<=[a-z])(?=[A-Z])|[_.-]+/g, " "));
    const value = foldWording(groups.value ?? "")
      .replace(/[\s)\]}#*_]+$/, "")
      .replace(/\s+#.*$/, "");
    if (SETTLED.test(foldWording(text.slice(index + match.length, index + match.length + 80)))) continue;
    const isGuard = GUARDS.test(key);
    const keyTerms = readTerms(key);
    if (!isGuard && LETS_IN.test(value) && RESTRICTS.test(requirement.folded) && keyTerms.length > 0) return "NEGATED";
    const isHarm = !isGuard && (HARM.test(key) || keyTerms.some((term) => requirement.forbidden.has(term)));
    if (isHarm) continue;
    if (requirement.wanted.size > 0 && SAYS_BAD.test(value))
      return /^(?:pending|to |in progress|planned|tb|awaiting|deferred|postponed)/.test(value) ? "PLANNED" : "NEGATED";
    if (!BARE_ANSWER.test(value)) continue;
    const isRelevant =
      STATE.test(key) || keyTerms.some((term) => [...requirement.terms].some((asked) => isSameConcept(asked, term)));
    if (isRelevant && requirement.forbidden.size === 0) return "NEGATED";
  }
  return undefined;
}
