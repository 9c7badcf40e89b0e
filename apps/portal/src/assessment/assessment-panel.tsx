import type { Assessment, Requirement, Review, Run } from "@assay/client";
import { describeExpectation } from "@assay/site/expectation";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { VERDICT_LABELS, VERDICT_TONES, verdictOf } from "@assay/site/verdict";
import { Badge, EmptyState, SkeletonList } from "@assay/ui";
import { MousePointerClick } from "lucide-react";
import { lazy, Suspense } from "react";
import { isAuditor } from "../app/verdict-href.ts";
import { ReviewNotices } from "../review/review-notices.tsx";
import { isReviewable, type RunReviews } from "../review/use-run-reviews.ts";
import { VerdictAndReview } from "../review/verdict-and-review.tsx";
import { useConfiguration } from "../workspace/use-run-results.ts";
import { CitationList } from "./citation-list.tsx";
import { ConfidenceMeter } from "./confidence-meter.tsx";
import { FlagNotices } from "./flag-notices.tsx";
import { PartList, titleOfParts } from "./part-list.tsx";
import { PartsBelow } from "./parts-below.tsx";

const RunSummary = lazy(() => import("./run-summary.tsx"));
const UnreadDocuments = lazy(() => import("./unread-documents.tsx"));
const SetAsideQuotes = lazy(() => import("./set-aside-quotes.tsx"));
const OccurrenceStrip = lazy(() => import("./occurrence-strip.tsx"));

export interface AssessmentPanelProps {
  run: Run | null;
  requirement: Requirement | undefined;
  assessment: Assessment | undefined;
  /** All of the run, once they are there: what is shown where none is chosen. */
  requirements: readonly Requirement[] | undefined;
  assessments: readonly Assessment[] | undefined;
  reviews: RunReviews;
  /** Who may decide on the verdict that is shown. */
  decider?: string | null;
}

/** Why a requirement has its verdict: confidence, reasoning, quotes, and what is to be done. */
export function AssessmentPanel(props: AssessmentPanelProps) {
  const { run, requirement, assessment, requirements, assessments, reviews, decider = null } = props;
  if (!requirement)
    return run && requirements && assessments ? (
      <Suspense fallback={<SkeletonList label="Loading the summary" rows={8} />}>
        <RunSummary {...{ run, requirements, assessments }} />
      </Suspense>
    ) : (
      <EmptyState icon={<MousePointerClick size={22} aria-hidden />} title="No requirement is selected">
        Choose one in the list to see its assessment.
      </EmptyState>
    );
  const verdict = assessment ? verdictOf(assessment) : "NONE";
  const item = reviews.queue?.byRequirement.get(requirement.requirementId);
  return (
    <article className="flex flex-col gap-4 p-4" aria-labelledby="assessment-title">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
          <span className="font-medium tabular-nums">{requirement.requirementId}</span>
          <span className="min-w-0 truncate">{requirement.criterionTitle}</span>
        </div>
        <h2 id="assessment-title" className="text-[0.9375rem] leading-6 font-semibold break-words">
          {requirement.title}
        </h2>
        {requirement.expectation && (
          <p className="text-xs text-muted">Asks for: {describeExpectation(requirement.expectation)}</p>
        )}
        {assessment && isReviewable(run) ? (
          <VerdictAndReview {...{ verdict, item }} error={reviews.error} />
        ) : (
          <div>
            <Badge tone={VERDICT_TONES[verdict]} label={VERDICT_LABELS[verdict]} />
          </div>
        )}
      </header>
      {run && item && <ReviewNotices {...{ run, item, reviews }} />}
      {assessment && run ? (
        <Details {...{ run, requirement, assessment, decider }} review={item?.review ?? null} />
      ) : (
        <NotAssessed run={run} />
      )}
    </article>
  );
}

function NotAssessed({ run }: { run: Run | null }) {
  const why =
    run === null
      ? "There is no run yet."
      : isActive(run)
        ? "The run has not reached this requirement yet."
        : `The run ended before this requirement was assessed.${run.failureReason ? ` ${run.failureReason}` : ""}`;
  return <p className="text-sm text-muted">{why}</p>;
}

interface DetailsProps {
  run: Run;
  requirement: Requirement;
  assessment: Assessment;
  review: Review | null;
  decider: string | null;
}

function Details({ run, requirement, assessment, review, decider }: DetailsProps) {
  const { data: configuration } = useConfiguration(run.id);
  const {
    citations,
    citationNotes = [],
    setAside = [],
    unreadDocuments = [],
    flags = [],
    parts = [],
    reasoning,
    reusedFromRunId,
  } = assessment;
  return (
    <>
      {isJudged(assessment) && (
        <ConfidenceMeter
          confidence={assessment.confidence}
          status={assessment.status}
          thresholds={configuration?.confidenceThresholds}
        />
      )}
      {flags.length > 0 && <FlagNotices flags={flags} />}
      {assessment.occurrences && run.period && (
        <Suspense fallback={null}>
          <OccurrenceStrip
            occurrences={assessment.occurrences}
            period={run.period}
            every={requirement.expectation?.every ?? null}
          />
        </Suspense>
      )}
      {parts.length > 1 && (
        <Part title={titleOfParts(parts)}>
          <PartList parts={parts} citations={citations} />
        </Part>
      )}
      <Part title="Reasoning">
        <p className="text-sm break-words whitespace-pre-line">{reasoning}</p>
        {reusedFromRunId && (
          <p className="mt-2 text-sm text-muted">
            Nothing that this verdict rests on has changed since{" "}
            {isAuditor() ? (
              "a previous run"
            ) : (
              <Link
                href={hrefWith({ run: reusedFromRunId, document: null, citation: null })}
                className="text-accent underline"
              >
                a previous run
              </Link>
            )}
            , so it was taken from there.
          </p>
        )}
      </Part>
      <Part title={citations.length > 0 ? `Evidence (${citations.length})` : "Evidence"}>
        {citations.length > 0 ? (
          <CitationList
            runId={run.id}
            citations={citations}
            notes={citationNotes}
            rejected={review?.rejectedCitations}
            subject={
              decider === null ? null : { actorId: decider, runId: run.id, requirementId: assessment.requirementId }
            }
          />
        ) : (
          <p className="text-sm text-muted">No passage is cited.</p>
        )}
      </Part>
      {setAside.length > 0 && (
        <Suspense fallback={null}>
          <SetAsideQuotes quotes={setAside} />
        </Suspense>
      )}
      {unreadDocuments.length > 0 && (
        <Suspense fallback={null}>
          <UnreadDocuments documents={unreadDocuments} />
        </Suspense>
      )}
      <PartsBelow run={run} requirementId={assessment.requirementId} review={review} />
    </>
  );
}

function isJudged(assessment: Assessment): boolean {
  const verdict = verdictOf(assessment);
  return verdict !== "FAILED" && verdict !== "NOT_JUDGED";
}
