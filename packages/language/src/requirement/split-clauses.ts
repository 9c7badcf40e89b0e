import { CLEAR_VERBS, thirdPerson, VERBS } from "./requirement-verbs.ts";

const AUXILIARY = "is|are|was|were|be|been|has|have|had|must|shall|should|may|can|cannot|will|does|do";
const MODAL = "must|shall|should|may|can|will";
const IRREGULAR =
  "kept|held|built|written|sent|set|made|given|taken|drawn|brought|put|shown|led|run|done|read|sought|met|understood";
const PARTICIPLE = `(?:(?!(?:need|shar|relat|bas|requir|authoriz|authoris|desir|limit|associat|privileg|unauthoriz|unauthoris)ed\\b)\\w{3,}ed|${IRREGULAR})`;
const ADVERBS = "(?:(?:\\w+ly|then|also|thereafter|not|regularly)\\s+)*";
/** What comes after a verb that says more than that it is done. */
const COMPLEMENT =
  "(?:at|by|in|into|on|onto|within|without|every|each|after|before|to|for|from|with|against|under|upon|over|until|when|where|if|once|twice|prior|during|through|throughout|via|using|only|as|whenever|immediately|annually|quarterly|monthly|weekly|daily|yearly|periodically|regularly|automatically|promptly|so)\\b";
const DETERMINER =
  "(?:the|an?|each|all|any|every|its|their|his|whether|how|that|which|who|what|when|where|such|both|those|these|this|them|it)\\b";
const BASE = VERBS.join("|");
const THIRD = VERBS.map(thirdPerson).join("|");
const CLEAR_BASE = CLEAR_VERBS.join("|");
const INFLECTED = new RegExp(`^(?:${BASE}|${THIRD})\\s+(?=\\[|\uE000|${DETERMINER})`, "i");
const IMPERATIVE = new RegExp(`^(?:(?:${CLEAR_BASE})\\s+\\S|(?:${BASE})\\s+(?:\uE000|${DETERMINER}))`, "i");
const INFINITIVE = new RegExp(`\\bto\\s+(?:\\w+ly\\s+)?(?:${BASE}|lead|be)\\b`, "i");
const BASE_FORM = new RegExp(`^(?:${BASE})\\s`, "i");
const STARTS_FINITE = new RegExp(`^${ADVERBS}(?:${AUXILIARY})\\s+\\S`, "i");
const STARTS_PARTICIPLE = new RegExp(`^${ADVERBS}${PARTICIPLE}\\s+(?:${ADVERBS})?${COMPLEMENT}`, "i");
const FINITE = new RegExp(`\\s(?:${AUXILIARY})\\s`, "i");
const PASSIVE = /\b(?:is|are|was|were|be|been)\b/i;
const SUBJECT = new RegExp(`^(.{2,}?)\\s+((?:${AUXILIARY})(?:\\s+(?:be|been|have|not))*)\\s`, "i");
const ACTIVE_SUBJECT = new RegExp(
  `^((?:an?|the|each|every)\\s+(?:[\\w'’/-]+\\s+){0,6}?[\\w'’/-]+)\\s+(?:${THIRD})\\s`,
  "i",
);
const SUBORDINATE =
  /\b(?:that|which|who|whose|when|where|whenever|if|unless|until|because|while|so\s+that|including)\b/i;
const JOINT = /\s*,\s*(?:and\s+(?:then\s+)?|but\s+)?|\s+(?:and(?:\s+then)?|but|as\s+well\s+as)\s+/gi;

/**
 * The clauses of one sentence, each standing by itself with its subject. Coordinated words that share a verb or an object
 * stay together: "policies and procedures", "group, shared, or generic IDs", "developed and documented".
 */
export function splitClauses(sentence: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const { index, 0: joint } of sentence.matchAll(JOINT)) {
    if (index < start) continue;
    const [left, right] = [sentence.slice(start, index), sentence.slice(index + joint.length)];
    if (isWithin(sentence, index) || !standsApart(left, right, sentence.slice(0, index))) continue;
    pieces.push(withAnd(left.trim()));
    start = index + joint.length;
  }
  pieces.push(sentence.slice(start).trim());
  return carrySubject(pieces.filter((piece) => piece !== ""));
}

/** "Are established, documented" has lost its last word's "and". */
function withAnd(piece: string): string {
  return / and /.test(piece) && !/,\s/.test(piece) ? piece : piece.replace(/,\s+(?=\w+ed$)/i, " and ");
}

/** Inside brackets nothing is split. */
function isWithin(sentence: string, index: number): boolean {
  const before = sentence.slice(0, index);
  return (before.match(/[[(]/g)?.length ?? 0) > (before.match(/[\])]/g)?.length ?? 0);
}

function standsApart(left: string, right: string, before: string): boolean {
  const until = right.search(JOINT);
  const next = until < 0 ? right : right.slice(0, until);
  if (/^or\s/i.test(right) || !saysMore(left) || !statesSomething(left.split(SUBORDINATE, 1)[0] ?? "")) return false;
  const isSubordinate = SUBORDINATE.test(left);
  if (INFLECTED.test(right)) return !isSubordinate && !(INFINITIVE.test(left) && BASE_FORM.test(right));
  if (STARTS_FINITE.test(right)) return !isSubordinate;
  if (STARTS_PARTICIPLE.test(right)) return !isSubordinate && PASSIVE.test(before);
  return FINITE.test(next) && !SUBORDINATE.test(next);
}

/** Whether words have a verb of their own. */
function statesSomething(words: string): boolean {
  return [FINITE, IMPERATIVE, INFLECTED, STARTS_PARTICIPLE, ACTIVE_SUBJECT].some((pattern) =>
    pattern.test(pattern === FINITE ? ` ${words} ` : words),
  );
}

/** Whether a piece has something next to its verb: "are identified" alone continues with what follows. */
function saysMore(piece: string): boolean {
  const bare = new RegExp(`(?:^|\\s)(?:(?:${AUXILIARY})\\s+)+${ADVERBS}${PARTICIPLE}$|^${ADVERBS}${PARTICIPLE}$`, "i");
  const verbAlone = new RegExp(`^(?:${BASE}|${THIRD})$`, "i");
  const isOpen = /\b(?:to|by|of|for|with|from|at|against|and|or)$/i;
  return [bare, verbAlone, isOpen].every((pattern) => !pattern.test(piece.trim()));
}

function carrySubject(pieces: readonly string[]): string[] {
  let subject = "";
  let auxiliary = "";
  return pieces.map((piece, at) => {
    const carried = at === 0 ? piece : withSubject(piece, subject, auxiliary);
    const passive = SUBJECT.exec(carried);
    const active = passive === null ? ACTIVE_SUBJECT.exec(carried) : null;
    if (passive && !SUBORDINATE.test(passive[1] ?? "")) [subject, auxiliary] = [passive[1] ?? "", passive[2] ?? ""];
    else if (active) [subject, auxiliary] = [active[1] ?? "", ""];
    return carried;
  });
}

function withSubject(piece: string, subject: string, auxiliary: string): string {
  if (subject === "") return piece;
  if (STARTS_FINITE.test(piece)) return `${subject} ${piece}`;
  if (STARTS_PARTICIPLE.test(piece)) return [subject, auxiliary, piece].filter(Boolean).join(" ");
  if (!INFLECTED.test(piece)) return piece;
  const modal = new RegExp(`^(?:${MODAL})\\b`, "i").exec(auxiliary)?.[0] ?? "";
  return [subject, modal, piece].filter(Boolean).join(" ");
}
