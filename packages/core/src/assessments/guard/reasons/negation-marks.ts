/** The marks by which `negated.ts` reads what is denied, released, stopped or allowed. */

/** Said by grammar, not meant: bounds, conditions that must hold, things that must not happen. */
export const NEUTRAL: readonly RegExp[] = [
  /\b(?:not|no) [\w-]+(?: [\w-]+)? \((?:ok|pass(?:ed)?|good|as required|compliant)\)/g,
  /\bno [\w-]+ (?:was|were|is|are|has been) (?:found |deemed |rated |reported )*(?:un|in|non)(?!til|der|to\b)\w+/g,
  /\bnot only\b|\bwhether or not\b|\bif not\b|\bor not\b|\bno matter\b|\bno doubt\b|\bnot-for-profit\b|\bno\. ?(?=\d)/g,
  /\bwithout (?:\w+ )?(?:delay|changes?|amendments?|comments?|objections?|remarks?|reservations?|incidents?|exceptions?|exemptions?|fail|prejudice|limitation|warning|notice|interruption)\b/g,
  /\b(?:no|not|never|none|nobody|nothing) (?:\w+ ){0,2}(?:exceptions?|exemptions?|deviations?|exempt|excluded|exempted|excused|spared)\b/g,
  /\b(?:no (?:\w+ ){0,3}?|not (?:have |find |found |show |cause )?(?:any )?)(?:missing|outstanding|overdue|gaps?|findings?|defects?|failures?|failed|breach(?:es)?|incidents?|errors?|anomal(?:y|ies)|discrepanc(?:y|ies)|shortcomings?|deficienc(?:y|ies)|non-?conformit(?:y|ies)|weakness(?:es)?|issues?|objections?)\b/g,
  /\b(?:no|not (?:have |cause |raise )?(?:an? |any )?|without (?:an? |any )?)(?:\w+ )?(?:alarms?|complaints?|bypass(?:es)?|accidents?|injur(?:y|ies)|leaks?|damage|obstructions?|backlogs?|arrears|excess(?:es)?|doubts?|remarks?|irregularit(?:y|ies)|infringements?|violations?|losses|differences?)\b/g,
  /\bno (?:corrective|remedial|further|additional|repair|follow-up|other) (?:\w+ )?(?:actions?|measures?|work|steps?|repairs?|adjustments?|interventions?|questions?|comments?|requests?) (?:\w+ )?(?:needed|necessary|required|called for|due)\b|\bno (?:further|other|additional) (?:questions?|comments?|requests?|remarks?|cases?|changes?|products?|projects?|persons?|people|parties|uses?|purposes?)\b/g,
  /\b(?:nothing|none|nobody|no one|no \w+) (?:(?:is|are|was|were|has been|had been|been|of them|found|left) ){1,3}(?:missing|outstanding|overdue|open|lacking|wrong|amiss|late|lost|damaged|defective|expired|unusual|obstructed|blocked|refused|rejected|exceeded|left (?:open|over|out))\b/g,
  /\b(?:did|do|does|was|were|is|are|has|have|had) not (?:exceed\w*|go (?:above|beyond|below)|rise above|fall below|drop below)\b|\b(?:no|never|nothing|none|not) (?:[\w-]+ ){0,4}?(?:earlier|later|sooner|below|above|under|longer|beyond)(?= (?:that|this|than|the limit)\b|\s*(?:[.,;)]|$))/g,
  /\bno other (?!(?:\w+ )?(?:measures?|controls?|arrangements?|checks?|records?|evidence|training|tests?|reviews?|audits?|inspections?)\b)[\w-]+\b(?: (?:has|have|was|were|is|are)(?: ever)?(?: been)? \w+ed\b)?/g,
  /\b(?:limits?|thresholds?|maximum|ceiling|upper bound)\b(?: of [\d.,]+ \S+| value)? (?:was|were|is|are|has been|have been|had been) (?:not|never)(?: \w+ly| once| yet)? (?:reached|exceeded|passed|touched|breached|crossed)\b/g,
  /\bfail(?:ed|ure|ures|s|ing)?(?: to (?:comply|adhere|follow|observe|abide|meet|do so)\b| (?:login|logon|log-?ins?|sign-?ins?|attempts?|authentications?|backups?|jobs?|tests?))/g,
  /\b(?:not|never|no) (?:\w+ ){0,2}(?:bypass\w*|circumvent\w*|tamper\w*|overrid\w*|evad\w*|alter(?:ed)?|modif\w+|switched off|turned off|disabled?|leave|left|skip\w*|waive\w*|forgot\w*|lost|optional|voluntary|negotiable|discretionary)\b/g,
];
export const NEGATOR =
  /\b(?<aux>is|are|was|were|be|been|being|has|have|had|does|do|did|could|can|would|will|need|needs) (?<adverb>(?!(?:required|asked|told|obliged|why|how|that|better)\b)(?:[a-z]+|as yet|at present) )?not\b|\b(?<never>never|seldom|rarely|hardly|scarcely|barely|nowhere near)\b|\b(?<none>none|nobody|no one|no-one|nothing|neither|nowhere|hardly any(?:one|body|thing)?|few|little)\b|\b(?<no>no)\b(?!-)|\b(?<without>without|minus|devoid of|bereft of|free of|instead of|rather than|in lieu of|in place of|as opposed to)\b|\b(?<lack>lacks?|lacked|lacking|(?:the |an? |complete |total )?(?:absence|lack|want|shortage) of|fail(?:s|ed|ing)? to|failure to|refus(?:e|es|ed|ing) to|declin(?:e|es|ed|ing) to|neglect(?:s|ed|ing)?(?: to)?|omit(?:s|ted|ting)?(?: to)?|(?:often |tends? to |sometimes |regularly )?forgets?(?: to)?|forgot(?:ten)? to|tends? not to|avoids?|overlook(?:s|ed|ing)?|unable to|impossible to|not in a position to|forgo(?:es)?|forgoes|skips?|skipped|skipping|far from|short of|stop(?:s|ped)? short of)\b|(?<=^|[,;:(|–-] ?|\bbut |\band |\bor )\bnot\b(?= (?:in place|available|enabled|configured|performed|implemented|enforced|documented|defined|tested|reviewed|approved|required|encrypted|met|started|done|yet|all|every|always|everyone|\w+ed\b))/g;
/** Who is told not to do something, or what is not allowed: a prohibition denies nothing. */
export const PROHIBITS_BEFORE =
  /(?:\b(?:must|shall|may|should|ought to|are to|is to|to|please|and|or)|^|^[-*•\d.)( ]+|\b(?:users?|staff|employees|personnel|everyone|you|contractors|visitors|they|administrators) (?:must|shall|may|should|can|are to)) ?$/;
export const PROHIBITED =
  /^(?:be )?(?:to be|allow|permit|accept|tolerate|sell|outsource|permitted|allowed|acceptable|accepted|authori[sz]ed|tolerated|eligible|entitled|granted|given|admitted|exposed|disclosed|shared|reused|re-used|displayed|shown|visible|accessible|reachable|leave|reuse|re-use|share|disclose|transmit(?:ted)?|copied|taken|removed from|bring|install|open|connect|use (?:their|his|personal|private))\b/;
export const LETS_GO =
  /^(?:be )?(?:required|obliged|mandatory|compulsory|obligatory|necessary|needed|expected|compelled|enforced|have to|need to|has to|bound)\b/;
export const DONE =
  /^(?:exist\w*|in place|in use|in force|in operation|operational|active|effective|available|perform\w*|implement\w*|enforc\w*|document\w*|defin\w*|establish\w*|carr(?:y|ied) out|conduct\w*|enabled?|configured?|happen\w*|occur\w*|follow\w*|done|run|running|runs|operat\w*|function\w*|held|hold|given|kept|started|meet|met|satisfy|fulfil|comply|take place|taken place|work\w*|apply|applied|applies|appl\w+|cover\w*|extend\w*|reach\w*|true|the case|so|possible|complete\w*|formal\w*|consistent\w*|observ\w*|adher\w*|compl(?:y|ied)|certain|clear|known|yet|present|live|ready|what|how|kept up|honoured|respected|supported|included?|part|subject)\b/;
export const LIGHT =
  /^(?:got|gotten|managed|come|able|have|has|had|exist|is|are|be|been|do|does|did|perform|carry|conduct|use|used|apply|operate|maintain|keep|kept|run|provide|provided|offer|implement|enable|configure|enforce|require|follow|take|taken|make|made|cover|include|extend|support|ensure|manage|hold|own|possess|get|receive|undertake|practi[cs]e|bother|attempt|consider|ask|asked|need|know|see|seen|set|put|give|given|want|insist|believe|think|like|go|come|begin|see to|make sure|find|found|show|shown|any|all|every|such|much|one|what)\b/;
export const ADVERSE =
  /\b(?:plain|(?:in (?:the )?)?clear ?text|in (?:the )?clear|cleartext|plaintext|shared|generic|default|public(?:ly)?|outside|expired|weak|excessive|unnecessary|beyond|un(?!der|til|less|ique|ion|it|iversal|iform)\w{4,}|in(?:active|secure|valid|complete|correct)|insecure|permanent(?:ly)?|indefinite(?:ly)?|alone|unattended)\b/;
export const CONDITION =
  /\b(?:if|when|whenever|wherever|unless|in case|in the event|should|so that|so as|such that|ensur\w+(?: that)?|make sure|verif\w+(?: that)?|check\w* (?:that|whether|if)|whether|to avoid|to prevent|in order to|anyone|anybody|whoever|whichever|whatever|any|those|lest|provided)\b(?![^,]*,)/;
export const RELATIVE = /(?<!,) (?:that|who|whose|which|where)\b(?<rest>[^,]*)$/;
export const REPORTS =
  /\b(?:found|finds?|noted?|notes|show\w*|reveal\w*|means?|fact|known?|aware|admit\w*|report\w*|states?|stated|says?|said|observ\w*|conclud\w*|confirm\w*|clear|true|evident|discover\w*|learn\w*|establish\w*|determin\w*|acknowledg\w*|concede\w*|regret\w*|note|remains|is|was|system|systems) $/;
export const RELEASES =
  /\b(?:whose|as long as|so long as|(?:that|which|who) (?:has|have|is|are|was|were|does|do) not|with (?:less|fewer)|less than|fewer than|without|unless|until|before|except|other than|but|save|only|prior to|outside|beyond|if|alone|merely)\b/;
export const DATED_RELEASE =
  /\b(?:until|before)\s+(?:the\s+)?(?:end of|next|late|early|mid|q[1-4]|20\d\d|further|funding|budget|summer|autumn|spring|winter|some|we\b|\w+ 20\d\d|recently|last|now)/;
export const ELLIPSIS =
  /\b(?:is|are|was|were|do|does|did|has|have|had|can|will) not(?: (?:yet|so|either|always|currently|at present|at all|though|however|today|for now))*\s*(?:[.,;:)!]|$|\b(?:for|in|on|at|yet)\b)/;
export const STOPPED =
  /\b(?:is|are|was|were|been|be|got|sits?|sat|remains?|stays?|stands?|lies?|left|keeps?|kept)(?: (?:currently|still|now|being|simply|often|routinely|usually|generally|mostly|deliberately|temporarily|effectively|in practice))* (?<off>disabled|deactivated|inactive|inoperative|dormant|switched off|turned off|off|suspended|paused|on hold|ignored|neglected|disregarded|overlooked|forgotten|dropped|scrapped|skipped|bypassed|waived|missing|absent|lacking|wanting|outstanding|overdue|optional|voluntary|discretionary|unknown|unclear|nominal|broken|defunct|incomplete|insufficient|inadequate|patchy|sporadic|inconsistent|postponed|deferred|delayed|cancell?ed|put off|shelved|vacant|unfilled|unstaffed|unmanned|put on (?:ice|the back ?burner)|parked|frozen|stalled|halted|stuck|neglected|abandoned|out of (?:order|service|use|action)|broken|down|defective|faulty|inoperable|in abeyance|left to (?:chance|themselves|the discretion|each|individual|every))\b/g;
export const CONTROL_NOUN =
  /(?:tion|sion|ing|ment|ance|ence|sis|[wp]al|out|mfa|2fa|backup|backups|tests?|reviews?|checks?|audits?|logs?|policy|plan|procedure|scans?|alerts?|control|controls|rule|rules|it|this|they|records?|register)$/;
export const UNDONE =
  /\b(?:is|are|was|were|been|remains?|remained|left|goes?|went|stays?|kept|stored|still|sits?|sat|largely|mostly|entirely|run|runs|sent|held|lies?)(?: (?:currently|still|largely|mostly|entirely|completely|wholly|often|generally))* (?:un|non-?)(?<done>[a-z]{4,})\b/g;
export const ANSWERED_NO =
  /\?\s*(?:\W*(?:a|answer|response)\s*[:.]\s*)?(?:no|none|n\/a|negative|never|not|hardly|unfortunately)\b/;
/** "Considered unnecessary", "rejected as too costly", "doubtful whether", "in theory". */
export const DISMISSED =
  /\b(?:considered|deemed|judged|thought|found|seen as|regarded as|felt to be|held to be|dismissed as|rejected as) (?:to be |as )?(?:\w+ly )?(?:unnecessary|superfluous|too \w+|excessive|not \w+|impractical|disproportionate|overkill|redundant|pointless|needless|optional|unrealistic|unfeasible)\b|\btoo (?:expensive|costly|dear|complex|cumbersome|much (?:work|effort))\b|[:;,–-] ?(?:will not do|wont ?fix|rejected|declined|turned down|dismissed|refused|ruled out|voted down|not approved)\b|\b(?:was|were|been|is|are) (?:\w+ly )?(?:rejected|turned down|dismissed|ruled out|voted down|vetoed) by (?:the )?(?:board|management|council|directors?|committee|ceo|cfo|budget|trustees|head)|\b(?:doubtful|questionable|uncertain|unclear|debatable|unlikely|unknown|anybody's guess|anyone's guess|open to (?:doubt|question)|not (?:sure|certain|known|clear)) (?:whether|if|that|who|how|when)\b|(?:^|[,;:] )(?:in theory|on paper|nominally|theoretically)\b|\bdo(?:es)? not need (?:an? |any |the )?/;
/** It could be so; nobody says that it is. */
export const ONLY_POSSIBLE =
  /\b(?:can|could|may|might) (?:\w+ly |also )?be (?:activated|enabled|switched on|turned on|requested|ordered|selected|chosen|added|booked|obtained)\b|\b(?:as an option|as an extra|optionally|on request|upon request|if (?:requested|desired|wanted))\b|\b(?:is|are) (?:\w+ly )?(?:supported|offered|possible|available)(?! (?:to all|at all|around|24|only|in the|on the|from the|within|under|through|when|for (?:all|every|review|inspection|audit)))\b/;
/** "Encryption: off", "(suspended until further notice)". */
export const IS_OFF =
  /^(?<key>[^:=]{3,80})[:=]\s*["']?(?:false|off|no|none|disabled|never|0|n\.? ?n\.?|null|nil|vacant|not \w+|-+|–)["']?\s*(?:#.*|[.;,]|$)/;
export const BARE_STATE =
  /(?:[(–|]|[:-] )\s*(?:currently |now |still |temporarily )?(?:suspended|stopped|cancell?ed|discontinued|disabled|deactivated|paused|on hold|out of (?:order|service)|switched off|turned off|will not do|wont ?fix|not done)\b/;
export const COUNTS_HARM =
  /\b(?:exceptions?|findings?|incidents?|gaps?|deviations?|issues?|errors?|failures?|defects?|complaints?|breach\w*|losses|accidents?|remarks?|comments?|open)\b/;
/** A permission is no duty. */
export const MAY =
  /\b(?:may|might|could) (?:\w+ly |also )?(?:be )?(?!(?:result|lead|include|consist|request|ask|contact|appeal|report|come|need|also|vary|differ|require|occur|be|have)\b)(?<what>[a-z]+)\b/g;
export const KEY_SHARE = 0.3;
export const HAS_NONE = /\b(?:have|has|had|get|gets|got|with) none\b|\bnone at all\b/;
export const POSSIBLE_IS_ENOUGH =
  /\b(?:can|able|possible|available\w*|support\w*|offer\w*|request\w*|option\w*|capab\w*|accessib\w*|provid\w*)\b/;
/** What is done about those that lack it. */
export const TURNED_AWAY =
  /\b(?:reject\w*|refus\w*|block\w*|den(?:y|ied)|prohibited|forbidden|not (?:accepted|allowed|permitted|possible|admitted)|rolled back|impossible|removed|returned|sent back|turned away|disconnected|quarantined|treated as|reported|escalated|counts? as|sanctioned|(?:can|may|must|shall|does|do|is|are|will) not)\b/;
export const RELEASES_DUTY =
  /\b(?:(?:is|are|remains?|stays?)(?: \w+)? (?:optional|voluntary|discretionary|not mandatory)|at (?:their|his|her|each|the user's|your|its|one's) (?:own )?discretion|free to (?:choose|decide|opt)|left to (?:the |each |their |individual )|if they (?:wish|like|want|so choose|feel)|(?:is|are) (?:\w+ly )?(?:reminded|told|made aware) (?:of )?how (?:important|useful|helpful)|(?:is|are) (?:only |merely |strongly |just )?(?:encouraged|recommended|invited|urged|welcome|advised|desirable|advisable|preferred|suggested|desired|good practice|best practice)(?! by|,? and)|as they see fit|opt(?:s|ed|ing)? (?:in|out)|(?:to|for) (?:those|users|people|staff|anyone|employees) who (?:want|wish|ask|like|choose)|no (?:obligation|duty|requirement|need) (?:to|for|that))\b/g;
export const ONLY_SEEMS =
  /\b(?:on paper only|only on paper|in name only|in theory only|only in theory|exists? only (?:on paper|as)|a dead letter|paid lip service|lip service|wishful|anything but|nowhere to be (?:found|seen)|a thing (?:nobody|no one)|remain(?:s|ed)? (?:a|an) (?:wish|dream|promise|idea|intention|aspiration)|left undone|goes? by the board|an afterthought|out of the question|leaves? much to be desired|the exception rather than the rule|more (?:theory|wish) than|beyond (?:us|our means)|a stranger to|hit and miss|hit-and-miss|a matter of luck|in disarray|still a gap|(?:a|the) (?:known |open |serious )?(?:gap|weakness|shortcoming|deficiency|omission|blind spot|loophole)\b|has (?:little|no) (?:practical )?(?:effect|meaning)|for show)\b/g;
export const ALLOWS =
  /\b(?:us(?:e|es|ed|ing)|allow\w*|permit\w*|accept\w*|tolerat\w*|exist\w*|remain\w*|common\w*|may|can|could|continu\w*|happen\w*|occur\w*|keep|keeps|kept|share[sd]?|have|has|there (?:is|are)|store[sd]?|sent|send|widespread|normal|usual|often|routinely|work\w*|log(?:s|ged)? in|sign(?:s|ed)? in|go|goes|passed|handed|issued|still)\b/;
export const FORBIDS_HERE =
  /\b(?:not?|never|none|nobody|neither|nor|nothing|prohibit\w*|forbid\w*|forbidden|ban(?:s|ned)?|disallow\w*|block\w*|prevent\w*|disabl\w*|remov(?:e|es|ed|al|ing)|restrict\w*|eliminat\w*|violat\w*|breach\w*|reject\w*|detect\w*|avoid\w*|without|illegal|unacceptable|stop(?:s|ped)?|revok\w*|discontinu\w*|replac\w*|delet\w*|den(?:y|ied|ies)|protect\w*|against|instead|rather|refus\w*|impossible|unable|only|approv\w*|report\w*|sanction\w*|disciplin\w*|abolish\w*|retired|individual|own|unique|personal|alert\w*|alarm\w*|investigat\w*|search\w*|check\w*|scan\w*|look\w* for|flag\w*|encrypt\w*)\b/;
/** "Is used only with the approval of" what must not be used at all. */
export const ALLOWS_IF =
  /\b(?:is|are|may be|can be|may|can) (?:\w+ )?(?:us\w+|stor\w+|shar\w+|kept|keep|sen[dt]\w*|cop\w+|allow\w*|permit\w*|access\w*|disclos\w+|process\w+|taken|carried|brought|driven|open\w*|shown|sold|hir\w+|employ\w+)\b[^.;]*\b(?:only|provided|subject to|with (?:the |a )?(?:\w+ )?(?:approval|consent|permission)|if|when|as long as|in encrypted form)\b/;
