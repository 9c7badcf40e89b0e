/** What a control or test looks for; "no sign of" these is bad. */
const CONTROLS =
  "reviews?|tests?|checks?|approvals?|records?|training|controls?|certificates?|inspections?|maintenance|cleaning|procedures?|process|assessments?|audits?|supervision|monitoring|activity|action|use|life|entr(?:y|ies)|signatures?|reports?|documentation";

/** Denials by which a text proves that it is so: a hindrance, a case that did not come about, a harm that was not found. */
const ASSURANCES: readonly RegExp[] = [
  /\b(?:has|have|had|did|does|do) (?:not|never) (?:once |yet |ever )?(?:happen\w*|occur\w*|arisen|been the case) that [^.;]*/g,
  /\b(?:can|could|may|must|shall|will|is|are|do|does|did|was|were) (?:not|never) [^.;]{1,80}?\b(?:as long as|so long as|while|until|before|if|unless) [^.;]*?\b(?:not|no|without)\b/g,
  new RegExp(
    `\\b(?:no|without (?:any |a )?|(?:not|never) (?:find|found|see|seen|saw|show|shown|detect|detected)(?: any| an?)?) (?:\\w+ )?(?:sign|signs|trace|traces|indication|indications|suggestion|hints?|symptoms?|growth) of (?!(?:an? |the |any |such )?(?:\\w+ ){0,2}?(?:${CONTROLS})\\b)`,
    "g",
  ),
  /\bwithout (?:\w+ )?(?:having|needing) to /g,
  /\bun(?:opened|touched|broken|used|disturbed|sealed) (?:until|till|before|up to)\b/g,
];

/** A folded text with its assurances blanked out; offsets stay. */
export function withoutAssurances(folded: string): string {
  return ASSURANCES.reduce((text, phrase) => text.replace(phrase, (found) => " ".repeat(found.length)), folded);
}

/** Where a person has to be independent, what they have no part in proves it. */
const INDEPENDENT =
  /\b(?:independen\w*|impartial\w*|conflicts? of interest|unbiased|neutral\w*|segregat\w*|separat\w*)\b/;
const HAS_NO_PART =
  /^(?:(?:ever|been|have|has|had|any|an?|the|other|personal\w*|own|financial|himself|herself|themselves|once) )*(?:held?|holds?|works?|worked|part|role|posts?|positions?|interests?|ties|links?|relation\w*|involved|involvement|members?|employed|responsib\w*|report(?:s|ed)?|stake|shares?|business|dealings|took part|taken part|access|rights?|contributed|written|designed)\b/;
/** Where things have to be apart, that nothing else is with them. */
const APART = /\b(?:separat\w*|segregat\w*|apart|isolat\w*|own room|dedicated)\b/;
const HAS_NO_SHARE =
  /^(?:(?:has|have|been|ever|any|a|an) )*(?:else|other|others|route|connection|path|way|contact|traffic|rights?|receiv\w*|contain\w*|mix\w*)\b/;

/** Whether a denial, of what is `after` it, is how independence or separation is proved. */
export function provesDistance(asked: string, after: string): boolean {
  return (INDEPENDENT.test(asked) && HAS_NO_PART.test(after)) || (APART.test(asked) && HAS_NO_SHARE.test(after));
}
