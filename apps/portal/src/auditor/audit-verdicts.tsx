import type { Run } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { EmptyState, SkeletonList } from "@assay/ui";
import { Quote } from "lucide-react";
import { AssessmentPanel } from "../assessment/assessment-panel.tsx";
import { OverallFigure } from "../requirements/overall-figure.tsx";
import { RequirementsPanel } from "../requirements/requirements-panel.tsx";
import { isReviewable } from "../review/use-run-reviews.ts";
import { EvidencePanel } from "../workspace/evidence-panel.tsx";
import { selectRequirement } from "../workspace/use-requirement-moves.ts";
import { useShownVerdicts } from "../workspace/use-shown-verdicts.ts";
import { openAssessment, VerdictPanels } from "../workspace/verdict-panels.tsx";

/** What an auditor opens is noted nowhere: an auditor decides on nothing. */
const IGNORED = () => {};

/** The verdicts of the run, each with its reasoning, and next to it the passages that it cites in their documents. */
export function AuditVerdicts({ run }: { run: Run }) {
  const shown = useShownVerdicts(run);
  const { requirements, assessments, reviews, documentId } = shown;
  if (shown.error) return <ErrorPanel title="The verdicts cannot be shown" error={shown.error} onRetry={shown.again} />;
  if (!requirements.data || !assessments.data) return <SkeletonList label="Loading requirements" rows={12} />;
  return (
    <VerdictPanels
      requirements={
        <section aria-label="Requirements" className="flex h-full flex-col">
          <h2 className="sr-only">Requirements</h2>
          <div className="shrink-0 px-3 pt-3 pb-1">
            <OverallFigure run={run} />
          </div>
          <div className="min-h-0 flex-1">
            <RequirementsPanel
              items={shown.items}
              reviewCounts={isReviewable(run) ? shown.reviewCounts : null}
              isRanked={reviews.queue !== undefined}
              onSelect={selectRequirement}
              onOpen={openAssessment}
            />
          </div>
        </section>
      }
      evidence={
        documentId === null ? (
          <EmptyState icon={<Quote size={22} aria-hidden />} title="No passage is open">
            Choose a quote of an assessment to see it in its document.
          </EmptyState>
        ) : (
          <EvidencePanel documentId={documentId} citation={shown.citation} runId={run.id} onOpened={IGNORED} />
        )
      }
      assessment={
        <section
          id="assessment-scroller"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label="Assessment details"
          className="h-full overflow-y-auto outline-offset-[-2px]"
        >
          <AssessmentPanel
            {...{ run, reviews }}
            requirement={shown.requirement}
            assessment={shown.assessment}
            requirements={requirements.data}
            assessments={assessments.data}
          />
        </section>
      }
    />
  );
}
