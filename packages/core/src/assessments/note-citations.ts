import type { CheckedPair, Citation, CitationNote, JudgedPart, WeakReason } from "@assay/contract";
import { type Requirement, readRequirement } from "@assay/language/requirement";
import type { EvaluatedEvidence } from "./evaluated-evidence.ts";
import { type GuardedPassage, noteWeakness } from "./guard/note-weakness.ts";
import type { CheckedMeaning } from "./meaning/check-meaning.ts";
import { limitsOf, weaknessOfPair } from "./meaning/evaluate-meaning.ts";
import { mayBeIn } from "./meaning/is-covered.ts";
import { readPassages } from "./read-passages.ts";

/** What the rules of wording read. */
const WORDING = ["en"];
/** What a citation may lack because it is cited for another part. */
const OF_ANOTHER_PART: ReadonlySet<WeakReason> = new Set<WeakReason>(["FIGURE", "UNRELATED"]);
/** What the wording of a citation suggests, and a model that is sure of all its parts outweighs. */
const HINTS: ReadonlySet<WeakReason> = new Set<WeakReason>([
  "UNRELATED",
  "EXCLUSION",
  "PAST",
  "PLANNED",
  "OTHER_PARTY",
]);

/**
 * What the support guard has to say of the citations; nothing of those that pass. Of a citation for a part of the
 * requirement, the figure and the words of another part are not asked for. Where `meaning` says what a citation proves,
 * the rules that read that from its wording are omitted, or apply only where it is not sure.
 * Where it was not checked because of its language, those rules are omitted: they read English.
 */
export function noteCitations(
  citations: readonly Citation[],
  evidence: EvaluatedEvidence,
  parts: readonly JudgedPart[] = [],
  meaning: CheckedMeaning = new Map(),
): CitationNote[] {
  const requirement = readRequirement(evidence.requirement);
  const passageOf = readPassages(evidence.passages);
  return citations.flatMap((citation, index) => {
    const passage = passageOf(citation.chunkId);
    if (!passage) return [];
    const alongside = citations.filter((_, other) => other !== index).map((other) => other.text);
    const pairs = meaning.get(index) ?? [];
    const ownParts = parts.filter((part) => part.citations.includes(index)).map(({ part }) => part);
    const weak =
      weaknessOfMeaning(pairs, evidence) ??
      weaknessByRules({ citation, requirement, passage, evidence, parts: ownParts, alongside, pairs });
    return weak || pairs.length > 0
      ? [{ index, ...(weak && { weak }), ...(pairs.length > 0 && { meaning: [...pairs] }) }]
      : [];
  });
}

interface Cited {
  readonly citation: Citation;
  readonly requirement: Requirement;
  readonly passage: GuardedPassage;
  readonly evidence: EvaluatedEvidence;
  /** What it is cited for; none where it is cited for the whole requirement. */
  readonly parts: readonly string[];
  readonly alongside: readonly string[];
  /** What the model says of it; none where meaning is not checked. */
  readonly pairs: readonly CheckedPair[];
}

/** What the rules have against a citation, whatever the model says of what it proves. */
export function weaknessByRules({
  citation,
  requirement,
  passage,
  evidence,
  parts,
  alongside,
  pairs,
}: Cited): WeakReason | undefined {
  const { on } = evidence;
  const { text } = citation;
  const start = passage.text.indexOf(text);
  if (start < 0) return undefined;
  const range = { start, end: start + text.length };
  const isChecked = pairs.length > 0 && pairs.every(({ scores }) => scores !== null);
  const isForeign = () => !mayBeIn(WORDING, text, passage.text) || !mayBeIn(WORDING, requirement.title, "");
  const thresholds = evidence.meaning?.thresholds;
  const doubtfulOf = (pair: CheckedPair) => thresholds && limitsOf(pair, thresholds).doubtful;
  const byVetoes = isChecked ? pairs.every((pair) => doubtfulOf(pair) === undefined) : pairs.length > 0 && isForeign();
  const weaknessFor = (isSure: boolean) => {
    const noteOn = (asked: Requirement) =>
      noteWeakness({ requirement: asked, passage, range, on, alongside, isChecked: byVetoes, isSure });
    const reason = noteOn(requirement);
    const ownParts = reason && OF_ANOTHER_PART.has(reason) ? parts : [];
    const isOfAnother = ownParts.some(
      (part) => noteOn(readRequirement({ ...evidence.requirement, title: part })) === undefined,
    );
    return isOfAnother ? undefined : reason;
  };
  const byWording = weaknessFor(false);
  const isSure = isChecked && pairs.every((pair) => isProvedBy(pair, doubtfulOf(pair)));
  return byWording && HINTS.has(byWording) && isSure ? weaknessFor(true) : byWording;
}

/** Whether the model is sure of it. */
const isProvedBy = ({ scores }: CheckedPair, doubtful: number | undefined) =>
  doubtful !== undefined && scores !== null && scores.supports >= doubtful;

/** That of a citation which proves nothing that it is cited for; the first one where they differ. */
function weaknessOfMeaning(pairs: readonly CheckedPair[], { meaning }: EvaluatedEvidence): WeakReason | undefined {
  if (!meaning) return undefined;
  const reasons = pairs.map((pair) => weaknessOfPair(pair, meaning.thresholds));
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}
