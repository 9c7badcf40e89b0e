import type { Assessment, RunDocument } from "../../generated/types.ts";
import { type Verdict, verdictOf } from "../verdicts.ts";
import type { Side } from "./load-side.ts";

export const GATE_CAUSES = ["verdict", "quote", "occurrences", "contradiction", "unread"] as const;
type GateCause = (typeof GATE_CAUSES)[number];

/** Why a gate falls. */
export interface Regression {
  readonly cause: GateCause;
  /** A requirement, or a file. */
  readonly subject: string;
  readonly says: string;
  readonly fix: string;
}

const RANKS: Readonly<Record<Verdict, number>> = {
  COMPLETE: 2,
  PARTIAL: 1,
  MISSING: 0,
  "NOT JUDGED": 0,
  FAILED: 0,
  "NOT ASSESSED": 0,
};

/** What is worse than in the base run, but for its quotes, whose words have to be looked for. */
export function findRegressions(base: Side, now: Side): Regression[] {
  const found: Regression[] = [];
  for (const [requirementId, before] of base.assessments) {
    const after = now.assessments.get(requirementId);
    // A requirement that the pack or its scope no longer has is two people's decision.
    if (after) found.push(...compare(requirementId, before, after));
  }
  for (const document of now.documents.values()) found.push(...describeUnread(document));
  return found;
}

function compare(subject: string, before: Assessment, after: Assessment): Regression[] {
  const [was, is] = [verdictOf(before), verdictOf(after)];
  const found: Regression[] = [];
  if (RANKS[is] < RANKS[was])
    found.push({
      cause: "verdict",
      subject,
      says: `${is}, and was ${was}`,
      fix: `\`assay results --requirement ${subject}\` says what is missing`,
    });
  if (before.occurrences && after.occurrences && after.occurrences.found < before.occurrences.found)
    found.push({
      cause: "occurrences",
      subject,
      says: `records of ${after.occurrences.found} days, and there were ${before.occurrences.found}`,
      fix: "put the records back, or give the run the period that they are about",
    });
  if (after.flags?.includes("CONTRADICTED") && !before.flags?.includes("CONTRADICTED"))
    found.push({
      cause: "contradiction",
      subject,
      says: "two passages of the evidence contradict each other",
      fix: "retire the one that is outdated, or correct it",
    });
  return found;
}

function describeUnread({ judged, reason, originalFilename, places, documentId }: RunDocument): Regression[] {
  if (judged || reason === "ARCHIVE") return [];
  const subject = places[0]?.path ?? originalFilename;
  if (reason === "NOT_READY")
    return [{ cause: "unread", subject, says: "it was still being read", fix: "start the run without --ready-only" }];
  const fix = `replace the file, exclude it, or \`assay documents retire ${documentId}\``;
  return [{ cause: "unread", subject, says: `it could not be read: ${reason}`, fix }];
}
