import type { DatedFact } from "../evaluated-evidence.ts";

const ACT =
  "(?:tests?|exercises?|drills?|restor(?:e|es|ation)|recover(?:y|ies)|reviews?|scans?|backups?|trainings?|audits?|checks?|inspections?|rehearsals?|rotations?|patch(?:es|ing)?|updates?|fail-?overs?|simulations?|runs?|attempts?|meetings?|assessments?|reports?|jobs?)";
const UNDONE =
  "(?:fail(?:ed|s|ure)?|(?:was|were|is|been|proved)\\s+(?:un|not\\s+)successful|unsuccessful(?:ly)?|not\\s+(?:been\\s+)?(?:successful|passed|succeed\\w*)|did\\s+not\\s+(?:succeed|pass|complete|work|finish)|didn['’]t\\s+(?:succeed|pass|complete|work|finish)|could\\s+not\\s+be\\s+(?:restored|completed|finished|recovered|done|carried\\s+out|performed)|(?:was|were)\\s+(?:aborted|interrupted|broken\\s+off|abandoned|stopped)|without\\s+success|ended\\s+(?:in|with)\\s+(?:an?\\s+)?(?:failure|error)s?)";
/** Of these it may be said that they failed in an act that took place. */
const OTHERS = "users?|employees?|people|persons?|participants?|staff|attendees?|accounts?|logins?|of\\s+them";

/** "The restore test of the file server failed". */
const PREDICATE = new RegExp(
  `\\b${ACT}\\b(?:(?!\\b(?:${OTHERS})\\b)(?:[^.;|\\n]|(?<=\\b[A-Z])\\.)){0,80}?\\b${UNDONE}\\b`,
  "iu",
);
/** "A failed restore test". */
const ADJECTIVE = new RegExp(
  `\\b(?:failed|unsuccessful|aborted|incomplete|interrupted)\\s+(?!(?:the|an?|this|that|in|at|to)\\b)(?:[\\w-]+\\s+){0,2}?${ACT}\\b`,
  "iu",
);
/** "It did not succeed", after the sentence that gives the day. */
const REFERS_BACK = new RegExp(
  `^\\W*(?:it|this|they|these|the\\s+(?:[\\w-]+\\s+){0,2}?${ACT}|however,?\\s+it|but\\s+it)\\b[^.;|\\n]{0,60}?\\b${UNDONE}\\b`,
  "iu",
);
const FAILED_CELL =
  /(?:^|[|\t:=([])\s*(?:(?:partly|partially|completely|test|restore|overall)\s+)?(?:fail(?:ed|ure|s)?|unsuccessful|not\s+(?:successful|passed|ok|restored|restorable|recovered|completed|succeeded|effective)|nok|n\.?\s?ok|aborted|interrupted|incomplete|(?:with\s+)?errors?|partial(?:ly)?\s+success(?:ful)?|no\s+success|✗|✘|❌)\s*(?:$|[|\t).,;:(\]–-]|(?:due|because|after|at|on|with|as|by)\b)/iu;
const RESULT_LINE =
  /^\W*(?:(?:overall|final|test|restore)\s+)*(?:results?|outcome|status|conclusion|verdict|rating|successful|success|passed)\W*[:|]\W*(?:fail(?:ed|ure)?|unsuccessful|no\b|not\b|nok\b|aborted|incomplete|partial)/imu;
const REPEATED = /\b(?:repeat(?:ed)?|again|retr(?:y|ied)|re-?run|re-?tested|second\s+attempt)\b/iu;
const SUCCEEDED =
  /(?<!\b(?:not|partially|partly|no|un)\s*)\b(?:success(?:ful(?:ly)?)?|succeeded|passed|ok|done|completed|no\s+(?:errors?|failures?|issues?|findings?)|0\s+(?:errors?|failures?|failed)|without\s+(?:errors?|failures?|issues?))\b/iu;

/** Whether a record tells of an act that was tried and did not succeed: `text` is that of its passage. */
export function hasFailed(
  { text: words, scope }: Pick<DatedFact, "text" | "scope">,
  text: string,
  title: string,
): boolean {
  // "Failed logins are reviewed": there the word says what is reviewed.
  const isSubject = /\bfail/iu.test(title);
  const fails = (said: string) => {
    if (REPEATED.test(said) && SUCCEEDED.test(said)) return false;
    if (!isSubject && PREDICATE.test(said)) return true;
    return !isSubject && ADJECTIVE.test(said) && !SUCCEEDED.test(said);
  };
  switch (scope) {
    case "ROW":
      return (FAILED_CELL.test(words) && !(REPEATED.test(words) && SUCCEEDED.test(words))) || fails(words);
    case "SENTENCE":
      return fails(words) || REFERS_BACK.test(text.slice(endOf(words, text)).trimStart());
    case "PIECE":
      return RESULT_LINE.test(text) || fails(text);
    default:
      return scope satisfies never;
  }
}

function endOf(words: string, text: string): number {
  const start = text.indexOf(words);
  return start === -1 ? text.length : start + words.length;
}
