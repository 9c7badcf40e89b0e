import type { AuditResumption, AuditVerification, ChainProblem, CheckpointProblem } from "@assay/client/admin";
import { formatCount } from "@assay/site/format";
import type { Tone } from "@assay/ui";

const CHAIN_PROBLEMS: Readonly<Record<ChainProblem, string>> = {
  SEQUENCE_GAP: "it is missing, so an entry was removed",
  PREVIOUS_HASH_DIFFERS: "it does not follow the entry before it, so one of the two was replaced",
  HASH_DIFFERS: "its content is not what was recorded, so it was changed",
  ENTRIES_LOST: "it is missing although it was signed, so the end of the log was removed or a backup was restored",
  CHECKPOINT_DIFFERS: "from it on the log is not the one that was signed, so it was rewritten",
  HEAD_DIFFERS: "the chain does not end at its recorded head, so its end was changed",
};

const CHECKPOINT_PROBLEMS: Readonly<Record<CheckpointProblem, string>> = {
  BEYOND_END_OF_CHAIN: "the log no longer has the entry that it names, so the end of the log was removed",
  HASH_DIFFERS: "the entry that it names has changed, so the log was rewritten",
  SIGNATURE_INVALID: "its signature does not match, so the checkpoint itself was changed",
  KEY_UNKNOWN: "it is signed with a key that this service does not know",
  OTHER_TENANT: "it is another tenant's",
};

export interface VerificationWords {
  readonly tone: Tone;
  readonly title: string;
  readonly sentences: readonly string[];
  /** The number of the first entry that is wrong. */
  readonly brokenAt: number | null;
}

/** The result of a verification in plain words. */
export function describeVerification(result: AuditVerification): VerificationWords {
  const { valid, entries, head, firstBroken, checkpoints, kept } = result;
  return {
    tone: valid ? "complete" : "missing",
    title: valid
      ? "The audit log is intact"
      : firstBroken
        ? "The audit log is broken"
        : "A checkpoint does not match the log",
    brokenAt: firstBroken?.sequence ?? null,
    sentences: [
      `${formatCount(entries, "entry was", "entries were")} recomputed. The log ends with entry ${head.sequence.toLocaleString()}.`,
      ...(firstBroken ? [describeBreak(firstBroken)] : []),
      describeCheckpoints(checkpoints),
      ...describeMissing(checkpoints),
      ...(result.outside ?? []).map(describeOutside),
      ...(result.breaks ?? []).map(describeResumption),
      ...(kept ? [describeKept(kept)] : []),
    ],
  };
}

function describeBreak({ sequence, problem }: NonNullable<AuditVerification["firstBroken"]>): string {
  return `Entry ${sequence.toLocaleString()} is the first one that is wrong: ${CHAIN_PROBLEMS[problem]}.`;
}

function describeCheckpoints({ checked, problems }: AuditVerification["checkpoints"]): string {
  if (checked === 0)
    return "There is no checkpoint yet: the first one is created after the first run, or within a day.";
  if (problems.length === 0)
    return `${formatCount(checked, "signed checkpoint agrees", "signed checkpoints agree")} with it.`;
  const verb = problems.length === 1 ? "does" : "do";
  return `${problems.length.toLocaleString()} of ${formatCount(checked, "signed checkpoint")} ${verb} not agree with it.`;
}

function describeMissing({ missing = 0 }: AuditVerification["checkpoints"]): string[] {
  return missing === 0
    ? []
    : [`By their counter, ${formatCount(missing, "checkpoint is", "checkpoints are")} missing.`];
}

function describeOutside({
  destination,
  checked,
  problems,
  errorCode,
}: NonNullable<AuditVerification["outside"]>[number]): string {
  if (errorCode) return `What is kept in ${destination} could not be compared: ${errorCode}.`;
  const [first] = problems;
  if (!first) return `${formatCount(checked, "checkpoint")} kept in ${destination} agree with it.`;
  return `The checkpoint of entry ${first.sequence.toLocaleString()} that is kept in ${destination} does not match: ${CHECKPOINT_PROBLEMS[first.problem]}.`;
}

/** A break stays named, however long ago an operator continued behind it. */
function describeResumption({ statement, reason }: AuditResumption): string {
  const { broken, lost, sequence } = statement;
  const what = `Break: entries ${broken.sequence.toLocaleString()} to ${(sequence - 1).toLocaleString()} prove nothing.`;
  const gone = lost ? ` Entries ${lost.from.toLocaleString()} to ${lost.to.toLocaleString()} are lost.` : "";
  return `${what}${gone} An operator continued behind it: “${reason}”.`;
}

function describeKept({ sequence, contained, problem }: NonNullable<AuditVerification["kept"]>): string {
  const what = `Your checkpoint, of entry ${sequence.toLocaleString()},`;
  if (contained) return `${what} matches: nothing up to that entry has changed since then.`;
  return `${what} does not match: ${problem ? CHECKPOINT_PROBLEMS[problem] : "it is not in the log"}.`;
}

export function describeCheckpointProblem(problem: CheckpointProblem): string {
  return CHECKPOINT_PROBLEMS[problem];
}
