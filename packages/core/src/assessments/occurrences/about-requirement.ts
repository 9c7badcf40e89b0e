import { lexicalTerms } from "../../retrieval/lexical-terms.ts";
import type { DatedFact, EvaluatedEvidence } from "../evaluated-evidence.ts";

/** What is done again and again, by kind: a backup test is no access review. */
const ACTS: readonly RegExp[] = [
  /\b(?:review|recertif|re-certif|attest|check|verif|inspect|reconcil|examin|evaluat|revisit|audit|assess)\w*/iu,
  /\b(?:test|exercis|drill|rehears|simulat|walk-?through|tabletop|restor|dry run)\w*/iu,
  /\b(?:train|course|awareness|attend|educat|workshop|onboard)\w*/iu,
  /\b(?:scan|penetration|pentest|vulnerabilit)\w*/iu,
  /\b(?:meet|met\b|minutes|committee|board)\w*/iu,
  /\b(?:back(?:ed)?[ -]?ups?|backups?)\b/iu,
  /\b(?:patch|updat|upgrad)\w*/iu,
  /\b(?:rotat|renew|replac)\w*/iu,
  /\b(?:report)\w*/iu,
];

/** Words that requirements of every subject use, the words of acts and of how often among them. */
const GENERIC = lexicalTerms(
  `act acts activity activities annual annually appropriate approve approved approval assess assessed assessment at attest attested audit audits
  audited basis business carried carry certain check checked checks company complete completed conduct conducted confirm confirmed control controls
  critical daily date dated day days defined determine document documented done due each employee employees ensure established evaluate evaluated
  evaluation every evidence exercise exercised exercises external frequency hold held implement implemented independent information inspect inspected
  internal interval intervals keep kept least log logged maintain maintained management measure measures meet meeting minutes minute month monthly
  months named necessary organisation organization outcome outcomes perform performed performs period periodic periodically person personnel plan
  planned policies policy procedure procedures process processes quarter quarterly record recorded records regular regularly relevant report reported
  reports require required requirement requirements responsible result results review reviewed reviews security set shall should staff system systems
  take taken test tested testing tests time times track twice update updated verify verified week weekly year yearly years`,
);

/** What is looked at of a text: its subjects, and which acts it speaks of. */
interface Reading {
  readonly subjects: ReadonlySet<number>;
  readonly acts: ReadonlySet<number>;
}

/**
 * The facts that speak of a requirement: its subject and what has to be done with it stand in the fact's own words, or
 * in what its document, sheet or section is called. A row that names another subject, where others name this one, is
 * omitted. Of a requirement without a subject of its own every fact counts.
 */
export function factsAbout({
  requirement,
  passages,
  facts,
}: Pick<EvaluatedEvidence, "requirement" | "passages" | "facts">) {
  const wanted = readText(requirement.title);
  if (wanted.subjects.size === 0) return [...facts];
  const passageOf = new Map(passages.map((passage) => [passage.chunkId, passage]));
  const read = facts.map((fact) => {
    const passage = passageOf.get(fact.chunkId);
    const text = passage?.text ?? "";
    const above = fact.scope === "PIECE" ? text : titleAbove(text, fact.text);
    const around = `${nameOf(passage?.documentTitle ?? "")} ${fact.topic} ${above}`;
    return { fact, own: readText(fact.text), around: readText(around) };
  });
  return read.filter((each) => isAbout(each, wanted, read)).map(({ fact }) => fact);
}

interface ReadFact {
  readonly fact: DatedFact;
  readonly own: Reading;
  readonly around: Reading;
}

function isAbout({ fact, own, around }: ReadFact, wanted: Reading, all: readonly ReadFact[]): boolean {
  const acts = wanted.acts.size === 0 || meets(own.acts, wanted.acts) || meets(around.acts, wanted.acts);
  if (!acts) return false;
  const beside = all.filter((each) => each.fact.documentId === fact.documentId && each.own.acts.size > 0);
  const best = Math.max(0, ...beside.map((each) => shared(each.own.subjects, wanted.subjects)));
  const hits = shared(own.subjects, wanted.subjects);
  if (hits > 0) return fact.scope === "PIECE" || hits * 2 > best;
  if (shared(around.subjects, wanted.subjects) === 0) return false;
  return own.acts.size === 0 || best === 0;
}

function readText(text: string): Reading {
  const subjects = new Set([...lexicalTerms(text).keys()].filter((term) => !GENERIC.has(term)));
  return { subjects, acts: new Set(ACTS.flatMap((act, at) => (act.test(text) ? [at] : []))) };
}

/** The nearest line above some words that is a title: short, no sentence, no row, and without a date of its own. */
function titleAbove(text: string, words: string): string {
  const before = text.slice(0, Math.max(0, text.indexOf(words))).split("\n");
  return before.findLast((line) => TITLE.test(line.trim())) ?? "";
}

const TITLE = /^(?!.*(?:\||\t|\d{4}|[.;,]$)).{3,100}$/u;

function nameOf(filename: string): string {
  return filename.replace(/\.[a-z0-9]{1,5}$/iu, "").replace(/[_\-.+/]+/gu, " ");
}

function shared(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let count = 0;
  for (const each of a) if (b.has(each)) count += 1;
  return count;
}

function meets(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  return shared(a, b) > 0;
}
