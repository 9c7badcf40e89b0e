import { type ReadText, readTerms } from "@assay/language/text";

const ANSWERED_YES =
  /\?\W*(?:[\w. ]{1,30}:\s*)?(?:yes|we do(?! not)|they are(?! not)|it is|it does|indeed|certainly|always|daily|weekly|monthly|quarterly|annually|every|all|each|correct|affirmative|by|through|with|the|our|in|we|at|backups?|access)\b/;
const UNTICKED = /(?:☐|□|◻|\[ ?\]|\( ?\)|○)\s*(?:yes|no|n\/a|partial|compliant)\b|\b(?:yes|y)\s*\/\s*(?:no|n)\b/;
const TICKED = /(?:☑|☒|✓|✔|\[x\])\s*(?:yes|compliant|done)?/;
const ASKED = /\?["')\]]*\s*$/;
const ASKS_FOR =
  /^(?:\W*(?:q?\d+(?:\.\d+)*|[a-z]|q|question(?: \d+)?|[a-z]{1,4}[-.]\d[\w.-]*)[.):]?\s+)?(?:please |kindly )?(?:(?:describe|explain|indicate|state|specify|list|outline|detail|elaborate|tick|attach|upload|provide|summari[sz]e|clarify|identify|tell us|let us know|give|name|rate|comment) (?:how|whether|if|what|which|who|when|where|why|the|your|any|all|an?|evidence|details|examples?|on|in|below|briefly|us)\b|(?:confirm|verify|check|determine|assess|ascertain|establish|examine|inspect|inquire|enquire|ask|interview|review|evaluate|obtain|observe|test|validate|ensure|select a sample|sample|look for|see) (?:that|whether|if|how|the|a|an|for|documentation|documented|evidence|with|management|all|each|any)\b|(?:whether|how|what|which|who|when|where|why|is|are|do|does|did|has|have|can|could|will|would|should|were|was)\b.*\?)/;
const DIRECTED =
  /\b(?:you|your|respondent|supplier|vendor|applicant|bidder|auditor|assessor|reviewer|below|response|evidence required|interviewee|tick|n\/a)\b/;
const PROCEDURE_VERB =
  /^(?:\W*\d*[.)]?\s*)?(?:confirm|verify|check|determine|assess|ascertain|examine|inspect|inquire|enquire|interview|obtain|observe|look for|ask (?:[\w']+ ){1,5}(?:whether|how|if)|see (?:if|whether)|evaluate (?:whether|if)|review whether)\b.*\b(?:that|whether|if|how|evidence|documentation|sample|management|interview)\b/;
/** "Auditor to establish that", "Ask to see the log", "Rate from 1 to 5". */
const FOR_THE_AUDITOR =
  /^\W*(?:\w+ ){0,2}(?:auditors?|assessors?|reviewers?|inspectors?|applicants?|respondents?|evaluators?|interviewers?|examiners?|suppliers?|bidders?) to (?:\w+ly )?(?:establish|check|verify|confirm|determine|ascertain|examine|inspect|ask|note|obtain|assess|describe|state|provide|complete|answer|attach|find out)\b|^\W*(?:ask|request|demand) (?:to see|for (?:the|a|an|copies|evidence|proof)|to be shown|\w+ (?:whether|how|if|to show))\b|^\W*(?:rate|score|grade|mark|rank)\b[^.]{0,30}\b(?:from|on a scale|\d)|\b(?:to be|must be|please be) (?:answered|completed|filled in|ticked|responded to) by\b|^\W*(?:observe|watch|interview|sample|select|pick|trace|reperform|re-perform|walk through|inspect|examine|look at|look for|obtain)\b.*\b(?:whether|if|that|evidence|record|note|compare|agree|confirm|ask|see)\b/;
const LABEL =
  /^(?:to (?:check|verify|ask|test|confirm|clarify)|expected (?:answer|response|evidence|result)|open question|checklist item|question|q|test|test step|test procedure|audit step|evidence (?:required|requested)|expected evidence|assessment objective|control question|ask|request|prompt)\s*\d*\s*[:.]\s/;
/** A question that lost its mark: "Is it true that staff are vetted". */
const INVERTED =
  /^\W*(?:is|are|does|did|has|was|were) (?!(?:not|to|be|been|being|also|only|by|no)\b)(?!\w+(?:ed|en)\b)(?:it|there|he|she|they|you|your|the|an?|any|all|each|every|staff|this|that|\w+) (?!(?:by|to|with|in|on|of|at|for)\b)\w+/;
/** "State whether": to be told, and not to state. */
const TELL =
  /^\W*(?:[\w.]{1,5}[.)] )?(?:please )?(?:state|specify|indicate|say|note|record|list|name|give|tell|explain|describe|clarify|outline|show|demonstrate) (?:us |me )?(?:whether|if|which|what|who|how|when|where|why)\b|^\W*please confirm\b/;
const PLEASE = /^\W*(?:please|kindly) (?!note\b)\w+ (?:\w+ ){0,3}(?:whether|how|if|what|which|who|when|where)\b/;
const REPEATED = 0.6;
const WHETHER = /^(?:\W*\d*[.)]?\s*)?whether\b(?!.*,\s*(?:the|we|our|it|they|then|\w+ (?:is|are|must|shall|will))\b)/;

/** Whether a sentence asks, or tells somebody to find out, and does not state. What is asked for may be to find out. */
export function isQuestion({ folded }: Pick<ReadText, "folded">, asked: ReadonlySet<string> = new Set()): boolean {
  if (TICKED.test(folded)) return false;
  if (UNTICKED.test(folded)) return true;
  if (ANSWERED_YES.test(folded)) return false;
  if (ASKED.test(folded) || LABEL.test(folded) || INVERTED.test(folded) || PLEASE.test(folded) || TELL.test(folded))
    return true;
  if (FOR_THE_AUDITOR.test(folded)) return asked.size === 0 || !asked.has(readTerms(folded)[0] ?? "");
  if (PROCEDURE_VERB.test(folded)) return asksToCheck(folded, asked);
  if (WHETHER.test(folded)) return true;
  return (
    ASKS_FOR.test(folded) &&
    (/^\W*(?:please |kindly )?(?:describe|explain|indicate|tick|elaborate|outline|tell us|let us)/.test(
      folded.replace(/^\W*[\w.-]{1,8}[.):]\s+/, ""),
    ) ||
      DIRECTED.test(folded))
  );
}

/** An auditor's step repeats what is required; a step of a procedure does not, and may be what is required. */
function asksToCheck(folded: string, asked: ReadonlySet<string>): boolean {
  const [verb, ...said] = readTerms(folded);
  if (verb === undefined || asked.has(verb)) return false;
  return asked.size > 0 && [...asked].filter((term) => said.includes(term)).length / asked.size >= REPEATED;
}
