import type { Run } from "@assay/client";
import { useSearchParam } from "@assay/site/location";
import { useMemo } from "react";
import { joinAssessments } from "../requirements/group-requirements.ts";
import { countReviews } from "../review/review-state.ts";
import { useRunReviews } from "../review/use-run-reviews.ts";
import { useAssessments, useRequirements } from "./use-run-results.ts";

const NONE: readonly never[] = [];

/** A run's requirements with their verdicts and reviews, and what the address selects of them. */
export function useShownVerdicts(run: Run | null | undefined) {
  const requirements = useRequirements(run);
  const assessments = useAssessments(run);
  const reviews = useRunReviews(run);
  const requirementId = useSearchParam("requirement");
  const documentId = useSearchParam("document");
  const citationIndex = useSearchParam("citation");
  const items = useMemo(
    () => joinAssessments(requirements.data ?? NONE, assessments.data ?? NONE, reviews.queue?.items),
    [requirements.data, assessments.data, reviews.queue],
  );
  const reviewCounts = useMemo(() => countReviews(items.map(({ review }) => review)), [items]);
  const assessment = assessments.data?.find((each) => each.requirementId === requirementId);
  return {
    requirements,
    assessments,
    reviews,
    items,
    reviewCounts,
    requirementId,
    documentId,
    citationIndex,
    requirement: requirements.data?.find((each) => each.requirementId === requirementId),
    assessment,
    citation: citationIndex === null ? undefined : assessment?.citations[Number(citationIndex)],
    error: requirements.error ?? assessments.error,
    again: () => void Promise.all([requirements.refetch(), assessments.refetch()]),
  };
}
