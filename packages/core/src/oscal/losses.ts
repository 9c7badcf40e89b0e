import type { Review } from "@assay/contract";
import { type OscalSource, soundOf } from "./oscal-source.ts";

export interface OscalLoss {
  readonly what: string;
  readonly why: string;
}

const NO_PLACE = "OSCAL has no place for it; snapshot.json holds it";

/** What a run has that its OSCAL documents do not carry, or carry otherwise. */
export function listOscalLosses({ requirements, assessments, tasks, people }: OscalSource): OscalLoss[] {
  const any = (has: (assessment: OscalSource["assessments"][number]) => unknown) => assessments.some(has);
  const reviewed = soundOf<Review>(people?.reviews ?? []).length;
  const losses: readonly (readonly [unknown, string, string])[] = [
    [true, "PARTIAL, MISSING, FAILED and not judged", "they are all not-satisfied; the status is a property"],
    [true, "confidence", "it is a property, which other tools do not read"],
    [true, "quotes and texts", "they stand as they are, not escaped as Markdown"],
    [true, "requirement ids that are no OSCAL token", "target-id has a token made of it; the id is a property"],
    [requirements.length > assessments.length, "requirements without a verdict", "they have no finding"],
    [any(({ parts }) => parts), "verdicts on parts of a requirement", NO_PLACE],
    [any(({ setAside }) => setAside), "quotes that were set aside", NO_PLACE],
    [any(({ occurrences }) => occurrences), "occurrences in the period, and gaps", NO_PLACE],
    [any(({ unreadDocuments }) => unreadDocuments), "documents that were not fully read", NO_PLACE],
    [
      any(({ citationNotes = [] }) => citationNotes.some(({ meaning }) => meaning)),
      "scores of the meaning check",
      NO_PLACE,
    ],
    [
      tasks.length + (people?.exceptions.length ?? 0) === 0,
      "an empty plan of action",
      "poam.json must hold an item: one says that there is nothing to do",
    ],
    [reviewed, "when a reviewer opened which passages", "only their number is given; reviews.json holds them"],
    [reviewed, "how long a review took", "reviews.json holds it"],
    [
      people?.exceptions.some((each) => "revokedAt" in each && each.revokedAt),
      "who revoked an exception",
      "exceptions.json holds it",
    ],
    [people?.signOffs.length, "what was signed", "attestations hold the signature; sign-offs.json holds its payload"],
  ];
  return losses.filter(([is]) => Boolean(is)).map(([, what, why]) => ({ what, why }));
}
