import { findFigures } from "@assay/language/quantity";
import type { Requirement } from "@assay/language/requirement";
import { isGeneric, readTerms } from "@assay/language/text";
import { isConditional } from "./negated.ts";
import { concerns, type StatementWords, type WeakRule } from "./statement-words.ts";

const LEAVES_OUT: readonly RegExp[] = [
  /\b(?:except(?:ing)?|excluding|exclusive of|save for|save|barring|bar|aside from|apart from|(?<!\b(?:somebody|someone|anyone|anybody|nobody|person|people|party|reviewer|colleague|one|developer|employee|member|staff|those) )other than|with the (?:sole |only |notable |single )?exception of|with exceptions? (?:for|of)|minus|not counting|not including|leaving (?:out|aside)|short of|bar (?:for|the|our)|unless (?:it is|they are|he is|she is))\b/g,
  /(?:^|[,;:(] ?|\b(?:but|though|although|while|whereas|however) )(?:but )?(?:not|never) (?:on|in|for|at|to|by|with|the|those|our|yet|from|when|where|all|every|necessarily|across|within|during|including|also|so|beyond)\b/g,
  /\b(?:does|do|did|is|are|was|were|has|have|will|can) not (?:\w+ )?(?:apply|extend|reach|cover|include|concern|affect|touch|encompass|span|stretch|been extended|been rolled out|covered|included|in scope|subject|part|bound|hold)\b/g,
  /\b(?:is|are|was|were|remains?|stays?|been|be|being) (?:\w+ly |still |currently |explicitly )?(?:exempt(?:ed)?|excluded|excepted|excused|spared|left out|left aside|carved out|out of scope|outside (?:the |its |this )?(?:scope|remit|reach|perimeter|coverage)|not in scope|omitted|untouched|unaffected|another matter|a different (?:matter|story)|waived|out of reach|lacking|wanting)\b|\b(?:aside|excepted|apart|notwithstanding)(?=\s*(?:[.,;)]|$))|\b(?:goes?|does|do|make do|manages?) without\b|\b(?:yet|still) (?:to|awaiting|waiting|outside|missing|without) (?:join|follow|come|be added|be included|be covered)?|\b(?:left behind|left to one side|treated (?:differently|separately)|handled (?:differently|separately|elsewhere)|has (?:its|their) own rules|have (?:its|their) own rules|another (?:story|matter|question)|a (?:different|separate) (?:story|matter|question)|beyond (?:the |its |our |their )?(?:scope|reach|remit|perimeter)|beyond what)\b/g,
  /\b(?:exempts?|excludes?|excuses?|omits?|carves? out|leaves? out|leaves? aside|skips?|spares?|waives?|passes over|ends at|stops at|stops short of)\b/g,
  /\b(?:not all|not every|not everyone|not everything|not each|most(?! recent)(?: of)?|some(?: of)?|many(?: of)?|several(?: of)?|the majority of|the bulk of|the larger part of|a (?:majority|part|portion|fraction|handful|subset|selection|sample|third|quarter|number|few) of|half (?:of )?(?:the|our)?|nearly all|almost all|almost every|practically all|virtually all|all but|a few|part of the|parts of|roughly \w+|(?:two|three|four|nine) (?:thirds|quarters|fifths|tenths)(?: of)?|selected|certain|mainly|mostly|largely|chiefly|primarily|predominantly|partly|partially|in part|for the most part|by and large|as a rule|generally|usually|typically|normally|often|sometimes|occasionally|where (?:possible|practicable|practical|feasible|convenient|time allows|supported|technically possible)|when there (?:is|are) (?:enough |sufficient )?\w+|when (?:possible|practicable|time (?:allows|permits)|convenient|remembered|resources allow)|if (?:time|resources) (?:allows?|permits?)|as far as (?:possible|practicable)|to the extent (?:that|possible|practicable)|wherever (?:possible|practical)|best[- ]effort|ad[- ]hoc|to (?:a|some|a large|a great|a certain|a good|a limited|the greatest possible) (?:\w+ )?(?:extent|degree)|in the main|for the greater part|more or less|more often than not|nearly always|almost always|in (?:many|most|some|several|selected|certain) (?:cases|areas|departments|places|offices|systems|instances)|pilot(?:ed|ing)?|trial)\b/g,
  /\b(?:only|solely|merely|exclusively|confined to|limited to|restricted to|reserved for|just|nowhere but|no further than)(?: (?:for|on|in|at|to|by|with|within|of|applies to|covers))? (?:the |our |its |those |a |an |some |certain |one |two |three |selected |newly |new )*(?=\w)/g,
];
const OF_POPULATION =
  /^ (?:of(?! (?:the )?(?:operating |running |working )?(?:time|hours))|are|is|have|has|complete|completed|coverage|compliance|compliant|covered)\b/;
const OUT_OF =
  /\b(?<some>\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)(?: out)? of (?:the |our |its |their )?(?<all>\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred)\b/g;
const COUNT_WORDS =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty)";
/** An exception that somebody approves, or that the law makes, is part of a rule. */
const APPROVED =
  /\b(?:approv\w*|authori[sz]\w*|consent|permission|permitted|written|sanctioned|justif\w*|documented|signed|granted by|agreed with|waiver|risk acceptance|risk-accepted|law|legal\w*|statut\w*|court|emergenc\w*|break-?glass|incident|need-to-know|required (?:by|for)|necessary|business need|compensating|unless otherwise|without|prior)\b/;
const DENIAL =
  /\b(?:no|not|never|none|nobody|nothing|neither|nor|can not|must not|may not|shall not|prohibit\w*|forbid\w*|forbidden|den(?:y|ied)|block\w*|reject\w*|disabl\w*)\b/;
const LIMITS_ACCESS =
  /\b(?:access\w*|authori[sz]ed|permission\w*|right|rights|privileg\w*|allowed|permitted|granted|available|visible|shared|disclosed|released|known|used|use|uses|open|may|can|restricted|limited|confined|reserved|connect\w*|stored|kept|held|sent|transferred|processed|collected|installed|after|when|once|if|upon|from|through|via|over|by)\b/;
const PARTIAL_WORD =
  /^(?:most|some|many|several|the (?:majority|bulk|larger)|a (?:majority|part|portion|fraction|handful|subset|selection|sample|third|quarter|number|few)|half|nearly|almost|practically|virtually|all but|part|roughly|selected|certain|mainly|mostly|largely|chiefly|primarily|predominantly|partly|partially|in part|for the most|by and large|as a rule|generally|usually|typically|normally|often|sometimes|occasionally|where|when|if|as far|wherever|best|ad|to some|pilot|trial)/;
const RARE_HARM =
  /^(?:some|many|several|certain|selected|most|often|sometimes|generally|usually|typically|normally|mainly|primarily|largely|when|where|if|a (?:number|few|sample|selection)|part|roughly|pilot|trial)/;

/** Whether a statement omits some of what the requirement asks for. */
export const isExclusion: WeakRule = (words, requirement) => {
  const { folded } = words;
  if (hasShare(words, requirement)) return true;
  if (words.clauses.some(({ text }) => UNDERMINES.test(text))) return true;
  if (requirement.isUniversal && (STAYS_AS_IT_WAS.test(folded) || WHERE_SUPPORTED.test(folded))) return true;
  if (!words.isAdjacent && isForSomeOnly(folded, requirement)) return true;
  if (requirement.isUniversal && words.clauses.slice(1).some(({ text }) => LACKS_FOR_SOME.test(text))) return true;
  return LEAVES_OUT.some((pattern, kind) =>
    [...folded.matchAll(pattern)].some((match) => leavesOut(match, kind, words, requirement)),
  );
};

function leavesOut(match: RegExpExecArray, kind: number, words: StatementWords, requirement: Requirement): boolean {
  const { folded } = words;
  const [before, after] = [folded.slice(0, match.index), folded.slice(match.index + match[0].length)];
  if (requirement.folded.includes(match[0].trim())) return false;
  if (/\b(?:no|not|never|without|any)\s*$/.test(before)) return false;
  if (kind > 3 && !words.isAdjacent && !concerns(words, match.index, requirement)) return false;
  if (isConditional(before)) return false;
  switch (kind) {
    case 0:
      return !isApproved(after, requirement) && !DENIAL.test(before);
    case 1:
      return (
        !/\b(?:must|shall|may|should|can|will|to|are|is|do) $/.test(before) &&
        !/^\s*(?:limited|only|later|less|more)/.test(after)
      );
    case 2:
      return !APPROVED.test(after) && !/\b(?:that|who|which) $/.test(before);
    case 3:
    case 4:
      return (
        !/\b(?:no one|nobody|none|nothing|no \w+|not|never|nor)\b[^,;]*$/.test(before) &&
        !APPROVED.test(after) &&
        (kind === 3 || isPopulation(after))
      );
    case 5:
      return isPartial(match[0], before, after, words, requirement);
    default:
      return isNarrower(match[0], before, after, requirement);
  }
}

/** An approval that the requirement does not itself ask for. */
function isApproved(after: string, { terms }: Requirement): boolean {
  const found = APPROVED.exec(after)?.[0];
  return found !== undefined && !readTerms(found).some((term) => terms.has(term));
}

/** "Though developers sometimes deploy directly". */
const UNDERMINES =
  /^(?:although|though|but|while|whereas|yet|however|even if|even though|albeit)\b.*\b(?:sometimes|often|occasionally|frequently|at times|anyway|regardless|nonetheless|nevertheless|in practice|in reality|routinely|bypass\w*|circumvent\w*|work around)\b/;
/** "Earlier models remain in service in their original configuration". */
const STAYS_AS_IT_WAS =
  /\b(?:legacy|older|earlier|existing|other|remaining|previous|old) (?:[\w-]+ ){1,3}(?:retains?|keeps?|remains?|continues?|stays?|(?:is|are) left|runs?|operates?)\b[^.;]*\b(?:existing|established|original|old|current|previous|former|unchanged|as (?:they|it) (?:is|are|was|were|stands?)|as before|for (?:now|the time being))\b/;
const WHERE_SUPPORTED = /\bwherever (?:the |our |its |their )?[\w-]+(?: [\w-]+)? (?:supports?|allows?|permits?|can)\b/;

/** "; the one in Graz has no door". */
const LACKS_FOR_SOME =
  /^(?:and |but )?(?:the ones?\b|those\b(?! (?:that|who|which) )|(?:the )?others?\b|the (?:rest|remaining|remainder)\b|one of|two of|some\b|elsewhere\b).*\b(?:no|not|none|never|without|lacks?|missing|yet|instead|only)\b/;
const POSTPOSED =
  /(?<!\b(?:goes|go|went|sent|handed|given|delivered|passed|paid|sold|taken|brought|returned|released|issued) )\b(?:outside|during|for|on|in|at|within|by|to) (?:the |our |its )?(?:[\w-]+ ){1,3}(?:only|alone)(?=\s*(?:[.,;)]|$))/;
const ONLY_SOME = /^(?:only|just|solely|merely) (?:the |our )?(?<whom>[\w-]+)\b/;

function isPopulation(after: string): boolean {
  return /^ (?:the |our |its |all |any |some |every )?\w{3,}/.test(after);
}

/** "Most laptops are encrypted" where all have to be; not "access for some roles needs approval". */
function isPartial(
  phrase: string,
  before: string,
  after: string,
  { folded }: StatementWords,
  requirement: Requirement,
): boolean {
  if (
    phrase.startsWith("ad") &&
    (/\b(?:and|or)\b[^,]*$/.test(before) || /^ (?:reports?|requests?|basis (?:when|if|in))/.test(after))
  )
    return false;
  if (/\b(?:all|every|each|everyone|everybody)\b/.test(before) && RARE_HARM.test(phrase)) return false;
  if (
    /^(?:usually|typically|normally|often|generally|mostly)/.test(phrase) &&
    /^ (?:within|after|in|less|sooner|earlier|under|much|far|even|\d)/.test(after)
  )
    return false;
  if (
    /^(?:where|when|if|wherever|as far|best|ad|to |in (?:many|most|some|several|selected|certain|the main)|more |for the greater|nearly|partly|partially|in part|pilot|trial|not |nearly|almost|practically|virtually|all but|half|mostly|largely|mainly|for the most|by and large|two|three|four|nine|the majority|the bulk|a (?:majority|part|portion|fraction|handful|subset|third|quarter))/.test(
      phrase,
    )
  )
    return (
      !(/^(?:not )/.test(phrase) && DENIAL.test(before)) &&
      requirement.isUniversal &&
      !/\b(?:plan|programme|project|before)\b/.test(phrase)
    );
  if (!requirement.isUniversal || !PARTIAL_WORD.test(phrase)) return false;
  if (
    RARE_HARM.test(phrase) &&
    /\b(?:such as|e\.g|for example|including|type|types|information|cases?|circumstances|data|requirements?|roles|criteria|risk|critical|recent)\b/.test(
      after.slice(0, 40),
    )
  )
    return false;
  const next = readTerms(after.split(/\s+/).slice(0, 5).join(" ")).filter((term) => !isGeneric(term));
  const isSubject =
    before.trim() === "" || /[,;:] *$|\b(?:and|but|for|on|in|at|of|by|across) (?:the |our )?$/.test(before);
  return (
    next.some((term) => requirement.terms.has(term)) &&
    (isSubject ||
      /^(?:most|some|many|several|selected|certain|often|sometimes|occasionally|generally|usually|typically|normally|as a rule)/.test(
        phrase,
      )) &&
    folded.length > 0
  );
}

/** "Only on servers" where everything is asked for; not "only authorised staff", "only after approval". */
function isNarrower(phrase: string, before: string, after: string, requirement: Requirement): boolean {
  if (/\b(?:only|limited|restricted|confined|solely|exclusively|reserved)\b/.test(requirement.folded)) return false;
  if (/\bnot $/.test(before) || APPROVED.test(after.slice(0, 60))) return false;
  if (
    /^(?:only|solely|merely|exclusively|just) (?:after|when|once|if|from|through|via|over|by|with|to|as|be)\b/.test(
      `${phrase.trim()} ${after.trimStart()}`,
    )
  )
    return false;
  const sentence = `${before} ${after}`;
  if (
    /\b(?:access\w*|authori[sz]ed|permission\w*|privileg\w*|allowed|permitted|granted|may|can|restricted|disclos\w*|need\w*|members of)\b/.test(
      sentence,
    ) &&
    LIMITS_ACCESS.test(requirement.folded)
  )
    return false;
  if (
    !/\b(?:all|every|each|any|entire|whole|everyone)\b/.test(requirement.folded) &&
    !/\b(?:for|on|in|at|to|covers?|applies to|within)\b/.test(phrase)
  )
    return false;
  return isPopulation(` ${after}`) && !/^(?:for|to) (?:the )?(?:purpose|extent|as long|period)/.test(after);
}

/** "Only managers sign", "for finance systems only", where nobody asked for a restriction. */
function isForSomeOnly(folded: string, requirement: Requirement): boolean {
  if (LIMITS_ACCESS_ASKED.test(requirement.folded)) return false;
  const whom = ONLY_SOME.exec(folded)?.groups?.whom;
  const rest = withoutAsked(folded, requirement);
  const isSome =
    whom !== undefined && !readTerms(whom).some((term) => requirement.terms.has(term)) && !LIMITS.test(rest);
  return isSome || (POSTPOSED.test(folded) && !LIMITS.test(rest) && !IS_PLACED.test(folded));
}

function withoutAsked(folded: string, { terms }: Requirement): string {
  return folded.replace(/[\w-]+/g, (word) => (readTerms(word).some((term) => terms.has(term)) ? "" : word));
}

const IS_PLACED = /\b(?:stored|hosted|located|processed|kept|held|based|sold|played)\b/;
const LIMITS_ACCESS_ASKED =
  /\b(?:only|restrict\w*|limit\w*|authori[sz]\w*|access\w* (?:to|control)|need-to-know|least|approv\w*|secure\w*|protect\w*|separat\w*|minimi[sz]\w*)\b/;
const LIMITS =
  /\b(?:may|can|authori[sz]ed|approved|permitted|allowed|access\w*|necessary|needed|collected|disclosed|granted|trained|qualified|certified|biodegradable|after|used)\b/;

/** "Of the fourteen men on the roof, three wore helmets". */
const OF_WHOM = new RegExp(
  `\\bof (?:the |our |these |all )?(?<all>${COUNT_WORDS}) [^.;\\d]{2,60}?, (?:only )?(?<some>${COUNT_WORDS})\\b(?! (?:days?|hours?|minutes?|times))`,
  "g",
);
const HAS_PERCENT = /%|\bper ?cent\b/;

/** Whether a statement counts fewer than all of what is asked of all. */
export function hasShare(words: StatementWords, requirement: Requirement): boolean {
  const { folded } = words;
  if (!requirement.isUniversal || requirement.figures.some(({ unit }) => unit === "%")) return false;
  const shares = (HAS_PERCENT.test(folded) ? findFigures(folded) : [])
    .filter(({ unit, value, end }) => unit === "%" && value < 100 && OF_POPULATION.test(folded.slice(end)))
    .map(({ start }) => ({ index: start }));
  const counts = [...folded.matchAll(OUT_OF), ...folded.matchAll(OF_WHOM)].filter(
    ({ groups = {} }) => groups.some !== groups.all,
  );
  return [...shares, ...counts].some(({ index }) => words.isAdjacent || concerns(words, index, requirement));
}
