import { readTerms } from "./read-terms.ts";

/** Why a sentence that has the right words may still not say that the thing is done. */
export type Caveat = "planned" | "limited" | "asked" | "denied";

const PLANNED = anyOf([
  /will\s+be/,
  /t\.?b\.?[dca]\b(?!\w)/,
  /(?<!\b(?:have|has|had|needs?|required|ought)\s+)to\s+be\s+(?:defined|determined|decided|confirmed|agreed|announced|specified|advised|drafted|developed|introduced|implemented|rolled|established|written|created|clarified|done|procured|completed|scheduled|added|set\s+up)/,
  /(?:planned|planning|intends?|intended|yet)\s+to/,
  /(?:we|it|they|team|department|company|organi[sz]ation|management|group)\s+plans?\s+to/,
  /(?:is|are|was|were|currently)\s+(?:being\s+)?planned|(?<=[:|=\t]\s*)planned/,
  /planned\s+(?:for|in|by|start|roll|go)/,
  /in\s+progress/,
  /(?:in|a|first|this|current|initial)\s+draft/,
  /draft(?=\s*[-:,.;)\]|]|\s+(?:version|policy|procedure|plan|document|status|for|of)\b|\s*$)/,
  /being\s+drafted/,
  /not\s+yet/,
  /under\s+(?:development|construction|preparation|consideration)/,
  /(?:is|are)\s+proposed|proposed\s+(?:policy|control|solution|measures?|procedure|process)/,
  /(?:is|are)\s+being\s+(?:implemented|developed|introduced|prepared|rolled|deployed|defined|built|piloted|evaluated)/,
  /road\s?map/,
  /(?:pending|awaits?|awaiting)\s+(?:approval|implementation|decision|budget)/,
  /once\s+(?:implemented|approved|available|in\s+place)/,
  /aims?\s+to/,
  /(?:is|are)\s+going\s+to/,
]);
const LIMITED = anyOf([
  /with\s+the\s+exception\s+of/,
  /except(?:ing)?\s+(?:for|in|on|the|where|that)/,
  /excluding/,
  /not\s+all/,
  /partial(?:ly)?/,
  /pilot(?:ed|ing)?/,
  /in\s+(?:some|most)\s+(?:cases|areas|departments|locations|offices|systems)/,
  /only\s+(?:some|a\s+few|for\s+(?:administrators?|admins|production|servers|managers))/,
  /for\s+(?:administrators?|admins|managers)\s+only/,
  /ad[\s-]hoc/,
  /where\s+possible/,
  /best[\s-]effort/,
  /(?:is|are)\s+(?:only\s+)?(?:recommended|optional|encouraged|voluntary)/,
]);
const DENIED_ANSWER = /\?\W*(?:(?:a|answer)\s*[:.]\s*)?(?:no|n\/a)\b/i;
const ASKED = /\?\W*$/;
/** "No access without X", "not later than": grammar that denies, meaning that does not. */
const NEVER_DENIES = new RegExp(
  [
    /\b(?:no|not|never|cannot|can[’']t)\b[^.;,]{0,60}\b(?:without|unless|until)\b/,
    /\b(?:no|not|never)\s+(?:be\s+)?(?:later|less|more|fewer|longer|shorter|older|lower|smaller|exceed\w*|only|limited|permitted|allowed|possible|granted|accepted|yet)\b/,
    /\bdo(?:es)?\s+not\s+(?:exceed|exempt|affect)\b/,
    /\bwithout\s+(?:undue\s+|unreasonable\s+)?(?:delay|exceptions?)\b/,
    /\bno\s+exceptions?\b/,
    /(?<!,\s)\b(?:who|that|which)\s+(?:is|are|was|were|has|have|does|do)\s+not\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);
const DENIAL =
  /\b(?:(?:is|are|was|were|has|have|had|does|do|did|could|can)(?:\s+not|n[’']t)|cannot|never|there\s+(?:is|are|was|were)\s+(?:currently\s+|at\s+present\s+|still\s+)?no|no|none|nobody|lacks?|lacking|absence\s+of|fail(?:s|ed|ure)?\s+to|not\s+(?=in\s+place|available|enabled|configured|performed|implemented|enforced|documented|defined|tested|reviewed|approved|required|encrypted|met|started|done))\b/gi;
const SAYS_DONE =
  /\b(?:exist\w*|in\s+place|available|perform\w*|implement\w*|enforc\w*|document\w*|defin\w*|establish\w*|carr(?:y|ied)|conduct\w*|enabled?|configured?|happen\w*|occur\w*|follow\w*|done|started|met)\b/i;
const MARKED_DRAFT =
  /^\W*draft\b(?:\W|v\.?\s?\d|version|for)|\b(?:status|version)\s*[:|=\t]\s*(?:\d[\d.]*\s*)?\(?draft\b/im;
const WORDS_AFTER_DENIAL = 7;

/** The caveats of a sentence, of which those that the requirement's own words have are no caveats. */
export function findCaveats(sentence: string, clause: { text: string; terms: ReadonlySet<string> }): Set<Caveat> {
  const caveats = new Set<Caveat>();
  if (PLANNED.test(sentence) && !PLANNED.test(clause.text)) caveats.add("planned");
  if (LIMITED.test(sentence) && !LIMITED.test(clause.text)) caveats.add("limited");
  if (ASKED.test(sentence)) caveats.add("asked");
  if (DENIED_ANSWER.test(sentence)) caveats.add("denied");
  else if (!denies(clause.text, clause.terms) && denies(sentence, clause.terms)) caveats.add("denied");
  return caveats;
}

function anyOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(`(?<!\\w)(?:${patterns.map(({ source }) => source).join("|")})(?!\\w)`, "i");
}

/** Whether a passage belongs to a document that calls itself a draft. */
export function isDraft({ documentTitle, text }: { documentTitle: string; text: string }): boolean {
  return /\bdraft\b/i.test(documentTitle) || MARKED_DRAFT.test(text);
}

/** Whether a text says of one of these terms that it is not so. */
function denies(text: string, terms: ReadonlySet<string>): boolean {
  const affirmed = text.replace(NEVER_DENIES, " ");
  return [...affirmed.matchAll(DENIAL)].some(({ index, 0: match }) => {
    const rest =
      affirmed.slice(index + match.length).split(/[,;.:!?|\t]|\b(?:but|unless|without|until)\b/i, 1)[0] ?? "";
    const reach = rest.trim().split(/\s+/).slice(0, WORDS_AFTER_DENIAL).join(" ");
    return SAYS_DONE.test(reach) || readTerms(reach).some((term) => terms.has(term));
  });
}
