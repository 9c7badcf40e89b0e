import { type Inline, moment, said } from "./blocks.ts";
import { describeGaps } from "./describe-gaps.ts";
import type { ReportState } from "./report-state.ts";
import { countingReviews, countVerdicts } from "./verdict-groups.ts";

/** What stands on the first page. */
export interface Cover {
  readonly title: Inline;
  readonly subtitle: string;
  readonly facts: readonly (readonly [label: string, value: Inline])[];
  readonly requirements: number;
  readonly reviewed: number;
  readonly counts: ReturnType<typeof countVerdicts>;
  /** Signatures that stand. */
  readonly signers: readonly (readonly [role: string, name: string, at: string])[];
  readonly gaps: readonly Inline[];
}

export function coverOf(state: ReportState): Cover {
  const { run, snapshot } = state;
  const { period } = snapshot.configuration;
  return {
    title: said(run.name ?? state.packName),
    subtitle: "Assessment report",
    facts: [
      ["Pack", said(state.packName)],
      ["Period", period ? `${period.from} to ${period.to}` : `as of ${snapshot.run.startedAt.slice(0, 10)}`],
      ["Assessed", `${moment(snapshot.run.startedAt)} to ${moment(snapshot.run.completedAt)}`],
      ["Started by", said(run.startedByName ?? run.startedBy)],
      ["As of", moment(state.asOf)],
      ["Run", { code: run.id }],
      ["Snapshot", { code: state.snapshotHash }],
    ],
    requirements: snapshot.requirements.length,
    reviewed: countingReviews(state.reviews).size,
    counts: countVerdicts(snapshot.assessments),
    signers: standingSignatures(state).map(({ role, signerName, createdAt }) => [role, signerName, moment(createdAt)]),
    gaps: describeGaps(state),
  };
}

function standingSignatures({ signOffs }: Pick<ReportState, "signOffs">) {
  return signOffs.filter(({ act, standing, valid }) => act === "SIGNED" && standing && valid);
}
