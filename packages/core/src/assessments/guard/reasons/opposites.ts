import { foldWording, readTerms } from "@assay/language/text";

/** What is asked for, and the words of its opposite. */
const OPPOSITES: readonly (readonly [asked: RegExp, opposite: RegExp, named?: "subject unnamed"])[] = [
  [
    /\bmulti-?factor\b|\bmfa\b|\b(?:two|second)[- ]factor\b/,
    /\bpass(?:words?|phrases?|codes?) (?:only|alone|and nothing (?:else|more)|(?:is|are) (?:enough|sufficient|all|the only))\b|\b(?:only|just|merely|simply) (?:an? |their |the |user ?names? and )?(?:\w+ )?passwords?\b(?! (?:change|policy))|\b(?:single|one|plain|static|bare) (?:\w+ )?passwords?\b|\bsingle[- ]factor\b|\b(?:are|is|remain|still) on passwords?\b|\buser ?names? and passwords?(?= ?(?:[.,;)]|$))/,
    "subject unnamed",
  ],
  [
    /\banonym/,
    /\bby (?:their |his |her )?name\b|\b(?:personal|own|user) (?:accounts?|log-?ins?|names?)\b|\b(?:must|have to|has to|need to|asked to) (?:give|state|enter|leave) (?:their|his|her|a) names?\b|\bto (?:the|their|your|his|her) line managers?\b/,
    "subject unnamed",
  ],
  [
    /\bpublic(?:ly)? accessib|\bnot (?:be )?(?:public|accessible|reachable|visible)/,
    /\b(?:listed|opened|read|reached|seen|downloaded|called up|found) (?:from|by|with|in) (?:any|anyone|everyone|anybody|outside|the internet|a search)\b|\bwithout (?:a |any )?(?:log-?in|password|logging in|signing in)\b/,
    "subject unnamed",
  ],
  [
    /\b(?:second|another|different|two|both|other than|four[- ]eyes|independent)\b/,
    /\bone and the same\b|\b(?:the )?same (?:person|man|woman|clerk|developer|employee|hand|user)\b|\b(?:himself|herself)\b|\b(?:opened|approved|released|signed|counted|checked|reviewed|done|performed|carried out|releases|approves|signs|counts|checks)\b[^.;]{0,60}\b(?:alone|on (?:his|her|their) own|by (?:himself|herself|themselves))\b/,
    "subject unnamed",
  ],
  [
    /\bsecur(?:ed|e) (?:against|to|from)|\bfasten|\banchor|\bchained\b|\bfixed to\b/,
    /\b(?:stood|stands?|standing|lay|lies?|lying|is|are|were|was|left) (?:\w+ )?(?:loose|free|unsecured)\b/,
    "subject unnamed",
  ],
  [
    /\bencrypt|\btls\b|\bcipher/,
    /\bunencrypted\b|\b(?:in )?(?:plain|clear) ?-?text\b|\bin (?:the )?clear\b|\bplain (?:http|ftp|smtp|form)\b|\btelnet\b/,
  ],
  [
    /\bseparat|\bsegregat|\bisolat|\bapart\b/,
    /\bshare[sd]?\b|\bsharing\b|\bthe same\b(?! (?:pair|way|kind|sort|arrangement|rules?|procedures?|set-?up|order|result|standard|day|time|week|month|year|holds|applies|goes|is true|as (?:above|before)))|\bcombined\b|\bmixed\b|\bmingled\b|\btogether\b|\bone and the same\b/,
  ],
  [
    /\bprohibit|\bforbid|\bforbidden|\bbanned|\bdisallow|\bnot (?:be )?(?:allowed|permitted|used|shared|stored)/,
    /\b(?:is|are|remains?) (?:\w+ly )?(?:permitted|allowed|accepted|tolerated|welcome)\b|\bmay (?:freely )?(?:use|bring|share|keep|install|connect)\b|\bnot (?:\w+ly )?(?:prohibited|forbidden|banned|blocked|restricted|disallowed)\b/,
  ],
  [
    /\blose[sd]? (?:\w+ )?access|\b(?:access|rights?|accounts?|permissions?)\b.*\b(?:remov|revok|withdraw|disabl|delet|deactivat|terminat)/,
    /\b(?:keeps?|kept|retains?|retained|still ha(?:s|ve|d)|continues? to have|remains?|stays?) (?:\w+ ){0,3}?(?:access|active|enabled|open|rights?|accounts?|permissions?|valid)\b|\b(?:accounts?|access|rights?) (?:\w+ )?(?:remains?|stays?|lingers?|lives? on)\b/,
  ],
  [
    /\brestrict|\blimited to|\bonly\b|\bleast privilege/,
    /\b(?:anyone|anybody|everyone|everybody|all (?:staff|users|employees|visitors)) (?:can|may|has|have|is able|are able|is free)\b|\bopen to (?:all|anyone|everyone|the public)\b|\bunrestricted\b|\bfreely accessible\b/,
  ],
  [
    /\bblock|\bden(?:y|ies|ied)\b|\bfilter|\breject/,
    /\b(?:allows?|lets?|permits?|passes|accepts?) (?:all|any|every|through|in)\b|\bunfiltered\b|\bunblocked\b|\bunhindered\b|\bunchecked\b/,
  ],
  [
    /\bprotect|\btamper|\bintegrity|\bimmutab|\balter|\bmodif/,
    /\b(?:can|may|could|(?:is|are) able to|(?:is|are) free to) (?:\w+ly |still |also )?(?:change|modify|edit|delete|alter|overwrite|erase|manipulate)\b/,
  ],
  [
    /\bseparate\b.*\baccounts?|\baccounts?\b.*\bseparate/,
    /\b(?:normal|usual|regular|everyday|ordinary|same|standard) (?:user )?accounts?\b/,
  ],
  [
    /\block(?:ed|s)?\b/,
    /\bunlocked\b|\b(?:left|kept|stands?|stood|stays?|stayed|is|are|was|were|remains?|remained) (?:\w+ )?(?:open|ajar)\b/,
  ],
  [
    /\b(?:without supervision|unattended|unsupervised|supervised|alone|escorted|accompanied)\b/,
    /\b(?:is|are|was|were|left|stood|sat|walked) (?:\w+ )?(?:alone|on (?:their|his|her) own|by themselves|unsupervised|unattended|unaccompanied)\b|\b(?:walk|go|goe|move|roam|wander|enter|come|swim|swam|work|stay|play)\w*\b[^.;,]{0,40}\b(?:on (?:their|his|her) own|alone|by themselves|unaccompanied|unchallenged)\b|\b(?:there (?:is|was) |with )no (?:teacher|lifeguard|supervisor|adult|escort|guard|attendant|nurse|staff)\b/,
    "subject unnamed",
  ],
  [
    /\b(?:on duty|present|on site|on-site)\b/,
    /\b(?:can be|could be|is|are) (?:\w+ )?(?:reached|reachable|called|phoned|available) (?:by|on|over|via) (?:the |a )?(?:tele)?phone\b|\b(?:is|are) (?:only )?on call\b/,
  ],
  [
    /\b(?:never|not|no|un)[^.;]{0,20}lock/,
    /\b(?:padlocked|chained|bolted|barred|nailed up|screwed shut|wedged shut|welded shut)\b/,
  ],
  [
    /\b(?:kept|keep|be|are|is) (?:\w+ )?(?:clear|free|unobstructed)\b/,
    /\b(?:obstructed|blocked|cluttered|crammed|narrowed|impassable|piled|stacked|filled with|full of|parked)\b/,
  ],
  [
    /\b(?:delet|destroy|eras|shred|dispos|wip)/,
    /\b(?:kept|keeps?|retained|stored) (?:\w+ ){0,3}?(?:indefinitely|forever|for ever|permanently|without limit)\b|\bnever (?:deleted|erased|destroyed|thrown)/,
  ],
  [
    /\b(?:mandatory|required|obligatory|compulsory|enforced|must)\b/,
    /\b(?:optional|voluntary|discretionary|non-mandatory)\b|\b(?:for|to) (?:those|users|people|staff|anyone|employees) who (?:want|wish|ask|like|choose)\b/,
  ],
  [
    /\bwritten\b|\bdocumented\b|\bin writing\b/,
    /\b(?:undocumented|unwritten|word of mouth|(?:over|by|on) the (?:tele)?phone|by (?:tele)?phone|verbal(?:ly)?|oral(?:ly)?|in (?:people's|his|her|their|somebody's) heads?|from memory|nothing (?:is|was) written)\b/,
  ],
  [
    /\bindependent/,
    /\bsame (?:person|people|team|department)\b|\b(?:audits?|reviews?|checks?) (?:their|his|her|its|our) own (?:work|systems|department)\b/,
  ],
  [
    /\b(?:individual|personal|unique|own)\b.*\b(?:accounts?|ids?|login|credentials?)|\b(?:accounts?|ids?|credentials?)\b.*\b(?:unique|individual|personal)/,
    /\bshared? (?:\w+ )?(?:accounts?|ids?|logins?|passwords?|credentials?)\b|\bone (?:account|login|password) for\b|\bthe same (?:account|login|password|credentials?)\b/,
  ],
];
const SHARED =
  /\b(?:single|one|same|common|team's|department's|shared) (?:\w+ )?(?:accounts?|ids?|log-?ins?|passwords?|credentials?|user)\b|\bthe (?:team|department|shift|ward|desk)'s (?:\w+ )?(?:keepass|password|account|login|vault)\b|\ball (?:\w+ ){1,3}(?:log|sign|work|logged|signed) (?:on|in) (?:as|with)\b|\beveryone (?:knows|uses|has) (?:the|it)\b/;

const DENIED =
  /\b(?:not?|never|nobody|none|nor|neither|must not|without|prohibit\w*|forbid\w*|forbidden|prevent\w*|reject\w*|refus\w*|block\w*|detect\w*|avoid\w*|instead of|rather than|if|when|before|unless|any|deleted|abolished|retired|disbanded|withdrawn|forbids?|refuses?|refused|different|separate)\b/;
const NOT_FORBIDDEN = /\bnot (?:\w+ly )?(?:prohibited|forbidden|banned|blocked|restricted|disallowed)\b/;
const BEFORE =
  /\b(?:before|prior to|in advance of)\s+(?:(?:the|a|an|any|each|it|they|being)\s+)*(?<what>[\w-]+(?:\s[\w-]+)?)/g;
const AFTER =
  /\b(?:after|following|once|subsequent to)\s+(?:(?:the|a|an|any|each|it|they|being|had been|has been|is|are)\s+)*(?<what>[\w-]+(?:\s[\w-]+)?)/g;

/** Whether a sentence says the opposite of what is asked, in words of its own. */
export function contradicts(folded: string, asked: { readonly folded: string }): boolean {
  if (saysAfter(folded, asked.folded) || isTakenOff(folded, asked.folded)) return true;
  if (
    /\bshared?\b|\bgeneric\b|\bunique\b|\bpersonal\b|\bindividual\b/.test(asked.folded) &&
    folded.split(/[.;:]|, (?:and|but|so|as|while) /).some((part) => SHARED.test(part) && !DENIED.test(part))
  )
    return true;
  const said = new Set(readTerms(asked.folded));
  return folded.split(/[;:]|, (?:and|but) /).some((part) =>
    OPPOSITES.some(([wanted, opposite, named]) => {
      if (!wanted.test(asked.folded) || !opposite.test(part)) return false;
      const sharesSubject = named !== undefined || readTerms(part).some((term) => said.has(term));
      const words = part.replace(NOT_FORBIDDEN, (found) => " ".repeat(found.length)).replace(opposite, " ");
      return sharesSubject && !DENIED.test(words) && !opposite.test(asked.folded);
    }),
  );
}

/** How far before it, in characters, the name of what was taken off may stand. */
const REACH = 120;
const NOT_WITHOUT = /\b(?:not|never|no|nobody)\b.*\bwithout (?:(?:the|their|its|a|an|any) )?(?<what>[\w-]+)/;
const TAKEN_OFF =
  /\b(?:had been|has been|have been|was|were|is|are) (?:\w+ly )?(?:taken off|taken out|removed|missing|absent|dismantled|disconnected|bridged|bypassed|defeated)\b/g;

/** "The saw, the guard of which had been taken off", where nothing may be done without one. */
function isTakenOff(folded: string, asked: string): boolean {
  const what = readTerms(NOT_WITHOUT.exec(asked)?.groups?.what ?? "").at(-1);
  if (what === undefined) return false;
  return [...folded.matchAll(TAKEN_OFF)].some(({ index }) => {
    const part =
      folded
        .slice(Math.max(0, index - REACH), index)
        .split(/[.;:,]/)
        .at(-1) ?? "";
    return readTerms(part).includes(what) && !DENIED.test(part);
  });
}

/** "Assessed after onboarding" where it has to be before. */
function saysAfter(folded: string, asked: string): boolean {
  const early = [...asked.matchAll(BEFORE)].flatMap(({ groups = {} }) => readTerms(groups.what ?? ""));
  if (
    early.length > 0 &&
    /\b(?:later|afterwards|subsequently|after the fact|retrospectively|in retrospect|in hindsight)\b/.test(folded) &&
    !/\b(?:before|prior to|in advance|not|no|emergenc\w*|urgent)\b/.test(folded)
  )
    return true;
  if (early.length === 0 || /\b(?:before|prior to|in advance|until|not|no)\b/.test(folded)) return false;
  return [...folded.matchAll(AFTER)].some(({ groups = {} }) =>
    readTerms(foldWording(groups.what ?? "")).some((term) => early.includes(term)),
  );
}
