import { readTerms } from "./read-terms.ts";

/** Why a sentence that has the right words may still not say that the thing is done. */
export type Caveat = "planned" | "limited" | "asked" | "denied";

const PLANNED =
  /\bwill\s+be\b|\bT\.?B\.?[DCA]\b|\bto\s+be\s+(?!able\b|sure\b|certain\b)\w+(?:ed|en|one)\b|\bplan(?:s|ned|ning)?\s+to\b|\b(?:is|are|was|were|currently)\s+(?:being\s+)?planned\b|\bplanned\s+(?:for|in|by|start|roll|go)\b|^\W*planned\b|[:|\t]\s*planned\b|\bin\s+progress\b|\bongoing\s+(?:project|implementation|roll)|\b(?:in|a|first|this|current|initial)\s+draft\b|\bdraft(?:\s*[-:,.;)\]|]|\s+(?:version|policy|procedure|plan|document|status|for|of)\b|\s*$)|\bbeing\s+drafted\b|\bnot\s+yet\b|\byet\s+to\b|\bintends?\s+to\b|\bunder\s+(?:development|construction|preparation|consideration)\b|\bproposed?\b|\b(?:is|are)\s+being\s+(?:implemented|developed|introduced|prepared|rolled|deployed|defined|built|piloted|evaluated)\b|\broad\s?map\b|\bpending\s+(?:approval|implementation|decision)\b|\bawait(?:s|ing)?\s+(?:approval|implementation|budget)\b|\bonce\s+(?:implemented|approved|available|in\s+place)\b|\baims?\s+to\b|\bgoing\s+to\b/i;
const LIMITED =
  /\bwith\s+the\s+exception\s+of\b|\bexcept(?:ing)?\s+(?:for|in|on|the|where|that)\b|\bexcluding\b|\bnot\s+all\b|\bpartial(?:ly)?\b|\bpilot(?:ed|ing)?\b|\bin\s+(?:some|most)\s+(?:cases|areas|departments|locations|offices|systems)\b|\bonly\s+(?:some|a\s+few|for\s+(?:administrators?|admins|production|servers|managers))\b|\bfor\s+(?:administrators?|admins|managers)\s+only\b|\bad[\s-]hoc\b|\bwhere\s+possible\b|\bon\s+a\s+best[\s-]effort\b|\brecommended\b|\boptional\b|\bencouraged\b|\bvoluntary\b/i;
const DENIED_ANSWER = /\?\W*(?:(?:a|answer)\s*[:.]\s*)?(?:no|n\/a)\b/i;
const ASKED = /\?\W*$/;
const NEVER_DENIES =
  /\b(?:no|not)\s+(?:later|less|more|fewer|longer|shorter|older|lower|exceed\w*|only|limited|permitted|allowed|possible|granted|accepted|yet)\b|\bdo(?:es)?\s+not\s+(?:exceed|exempt|affect)\b|\bwithout\s+(?:undue\s+|unreasonable\s+)?(?:delay|exceptions?)\b|\bno\s+exceptions?\b|\bnot\s+(?:applicable\s+)?until\b/gi;
const DENIAL =
  /\b(?:(?:is|are|was|were|has|have|had|does|do|did|could|can)\s*(?:not|n[’']t)|cannot|never|there\s+(?:is|are|was|were)\s+(?:currently\s+|at\s+present\s+|still\s+)?no|no|none|nobody|lacks?|lacking|absence\s+of|fail(?:s|ed|ure)?\s+to|not\s+(?=in\s+place|available|enabled|configured|performed|implemented|enforced|documented|defined|tested|reviewed|approved|required|encrypted|met|started|done))\b/gi;
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

/** Whether a passage belongs to a document that calls itself a draft. */
export function isDraft({ documentTitle, text }: { documentTitle: string; text: string }): boolean {
  return /\bdraft\b/i.test(documentTitle) || MARKED_DRAFT.test(text);
}

/** Whether a text says of one of these terms that it is not so. */
export function denies(text: string, terms: ReadonlySet<string>): boolean {
  const affirmed = text.replace(NEVER_DENIES, " ");
  return [...affirmed.matchAll(DENIAL)].some(({ index, 0: match }) => {
    const rest =
      affirmed.slice(index + match.length).split(/[,;.:!?|\t]|\b(?:but|unless|without|until)\b/i, 1)[0] ?? "";
    const reach = rest.trim().split(/\s+/).slice(0, WORDS_AFTER_DENIAL).join(" ");
    return SAYS_DONE.test(reach) || readTerms(reach).some((term) => terms.has(term));
  });
}
