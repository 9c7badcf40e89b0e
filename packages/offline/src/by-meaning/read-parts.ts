import type { MeaningThresholds } from "@assay/contract";
import type { WeighedClaim as Answered, Claim, MeaningReader } from "@assay/core/ports";
import { leavesItemOut } from "./leaves-item-out.ts";
import type { Candidate } from "./list-candidates.ts";
import { saysOfOne } from "./says-of-one.ts";
import { namesSubject, shareAround, shareOfWords } from "./shared-words.ts";
import { statesOtherFigure } from "./states-other-figure.ts";

/** Of a claim that the model covers. */
interface WeighedClaim extends Answered {
  readonly scores: NonNullable<Answered["scores"]>;
}

export interface Weighed {
  readonly candidate: Candidate;
  readonly weighed: WeighedClaim;
}

/** What the evidence says of one part: all of the answer is written from it. */
export interface PartReading {
  readonly part: string;
  readonly level: "shown" | "partly" | "denied" | "absent";
  /** What that rests on; of a part that is absent, what came nearest to showing it. */
  readonly best: Weighed | undefined;
  /** Why it shows less than all of the part; undefined where it shows all. */
  readonly lack: Lack | undefined;
}

type Lack = "some only" | "one of several" | "denied" | "limited nearby" | "vetoed" | "nothing";

/** Scored sentences of a part. */
const SENTENCES_MAX = 12;
const SENTENCES_MIN = 2;
/** Scored sentences of a requirement, so that one with many parts costs hardly more than one with few. */
const PAIRS_MAX = 30;
/** Of the sentences that show a part, those whose surroundings are read as well. */
const PROOFS_MAX = 2;
/** What its surroundings have to leave of the support of a sentence. */
const SUPPORT_AROUND_MIN = 0.3;
/** Of a part's words, those that a sentence has to share so that no more is asked than the threshold. */
const SHARED_WORDS_MORE_THAN = 0.5;
/** What a surer sentence has to share, which names the part's subject as well: the best of many is often of another subject. */
const SHARED_WORDS_MIN = 0.2;
/** Where the version has no threshold for other words. */
const DOUBTFUL = 0.8;
/** From which share on a sentence and its surroundings are about a part whose subject they name. */
const ABOUT_MIN = 0.5;
/** From here `supports` and `partly` together show some of a part. */
const SOME_MIN = 0.6;

/** Reads all parts at once, so that the model gets few and full batches. Undefined where it covers none of the sentences. */
export async function readParts(
  parts: readonly string[],
  rank: (part: string) => readonly Candidate[],
  meaning: MeaningReader,
): Promise<PartReading[] | undefined> {
  const depth = Math.max(SENTENCES_MIN, Math.min(SENTENCES_MAX, Math.floor(PAIRS_MAX / parts.length)));
  const read = await weighAll(
    parts.map((part) => ({ part, candidates: rank(part).slice(0, depth) })),
    meaning,
    ({ text }) => text,
  );
  if (!read.some(({ isCovered }) => isCovered)) return undefined;
  const proofs = parts.map((part, at) => ({ part, proofs: proofsOf(part, read[at]!.covered, meaning) }));
  const around = await weighAll(
    proofs.map(({ part, proofs }) => ({ part, candidates: proofs.map(({ candidate }) => candidate) })),
    meaning,
    ({ around }) => around,
  );
  return parts.map((part, at) => {
    const left = around[at]!.covered.filter(({ weighed }) => leavesSupport(weighed, meaning)).map(
      ({ candidate }) => candidate,
    );
    const shown = proofs[at]!.proofs.filter(({ candidate }) => left.includes(candidate));
    const proof = shown.find(({ candidate }) => !saysOfOne(part, candidate));
    if (proof) return { part, level: "shown", best: proof, lack: undefined };
    if (shown[0]) return { part, level: "partly", best: shown[0], lack: "one of several" };
    const [first] = proofs[at]!.proofs;
    if (first) return { part, level: "partly", best: first, lack: "limited nearby" };
    return readWithoutProof(part, read[at]!.covered, meaning);
  });
}

function isCovered(weighed: Answered): weighed is WeighedClaim {
  return weighed.scores !== null;
}

interface Asked {
  readonly part: string;
  readonly candidates: readonly Candidate[];
}

interface Read {
  readonly covered: Weighed[];
  /** False where there are sentences, and the model covers the language or kind of none. */
  readonly isCovered: boolean;
}

/** Of each part, its candidates that count, with what is said of them. */
async function weighAll(
  asked: readonly Asked[],
  meaning: MeaningReader,
  textOf: (candidate: Candidate) => string,
): Promise<Read[]> {
  const claims = asked.flatMap(({ part, candidates }) =>
    candidates.map((candidate): Claim => ({ part, chunkId: candidate.passage.chunkId, text: textOf(candidate) })),
  );
  const weighed = claims.length === 0 ? [] : await meaning.weigh(claims);
  const rest = [...weighed];
  return asked.map(({ candidates }) => {
    const own = rest.splice(0, candidates.length);
    const covered = candidates.flatMap((candidate, at) => {
      const weighed = own[at];
      return weighed && isCovered(weighed) ? [{ candidate, weighed }] : [];
    });
    return { covered, isCovered: covered.length > 0 || own.every((each) => each === undefined) };
  });
}

/** The best of those that show the part, and that nothing speaks against. */
function proofsOf(part: string, read: readonly Weighed[], { thresholds }: MeaningReader): Weighed[] {
  return read
    .filter(
      ({ candidate, weighed: { scores, veto } }) =>
        veto === undefined &&
        scores.supports >= supportMin(part, candidate, thresholds) &&
        !statesOtherFigure(part, candidate) &&
        !leavesItemOut(part, candidate),
    )
    .toSorted((left, right) => clarity(part, right) - clarity(part, left))
    .toSorted((left, right) => Number(saysOfOne(part, left.candidate)) - Number(saysOfOne(part, right.candidate)))
    .slice(0, PROOFS_MAX);
}

/** A high score alone shows nothing: a sentence in other words has to share some, and to be on the part's subject. */
function supportMin(part: string, candidate: Candidate, { supports, doubtful = DOUBTFUL }: MeaningThresholds): number {
  const shared = shareOfWords(part, candidate);
  if (shared > SHARED_WORDS_MORE_THAN) return supports;
  return shared >= SHARED_WORDS_MIN && namesSubject(part, candidate)
    ? Math.max(supports, doubtful)
    : Number.POSITIVE_INFINITY;
}

/** Of two that show a part, a person is shown the one that says it in fewer and more of the same words. */
function clarity(part: string, { candidate, weighed }: Weighed): number {
  return weighed.scores.supports + shareOfWords(part, candidate) - (candidate.kind === "block" ? 2 : 0);
}

function leavesSupport(around: WeighedClaim, meaning: MeaningReader): boolean {
  return around.scores.supports >= SUPPORT_AROUND_MIN && !denies(around, meaning);
}

function denies({ scores }: WeighedClaim, { thresholds }: MeaningReader): boolean {
  return scores.contradicts >= thresholds.contradicts && scores.contradicts > scores.supports;
}

function readWithoutProof(part: string, read: readonly Weighed[], meaning: MeaningReader): PartReading {
  const { thresholds } = meaning;
  const related = read.filter(({ weighed }) => weighed.scores.unrelated <= 1 - thresholds.related);
  const about = related.filter(({ candidate }) => isAbout(part, candidate));
  const some = bestOf(
    about.filter(({ weighed }) => !weighed.veto && !denies(weighed, meaning) && someOf(weighed) >= SOME_MIN),
    someOf,
  );
  if (some) return { part, level: "partly", best: some, lack: "some only" };
  const denial = bestOf(
    about.filter(({ weighed }) => denies(weighed, meaning) && !(weighed.veto && NO_STATEMENT.has(weighed.veto))),
    ({ scores }) => scores.contradicts,
  );
  if (denial) return { part, level: "denied", best: denial, lack: "denied" };
  const vetoed = bestOf(
    about.filter(({ weighed }) => weighed.veto !== undefined && weighed.scores.supports >= thresholds.supports),
    ({ scores }) => scores.supports,
  );
  if (vetoed) return { part, level: "absent", best: vetoed, lack: "vetoed" };
  return { part, level: "absent", best: bestOf(about, someOf), lack: "nothing" };
}

function isAbout(part: string, candidate: Candidate): boolean {
  const shared = shareAround(part, candidate);
  return shared > SHARED_WORDS_MORE_THAN || (shared >= ABOUT_MIN && namesSubject(part, candidate));
}

/** What such words say is not said of what is done. */
const NO_STATEMENT: ReadonlySet<string> = new Set([
  ...["REQUIREMENT_TEXT", "REFERENCE", "QUESTION", "TEMPLATE", "STANDARD", "DRAFT"],
]);

function someOf({ scores }: WeighedClaim): number {
  return scores.supports + scores.partly;
}

function bestOf(read: readonly Weighed[], measure: (weighed: WeighedClaim) => number): Weighed | undefined {
  return read.toSorted((left, right) => measure(right.weighed) - measure(left.weighed))[0];
}
