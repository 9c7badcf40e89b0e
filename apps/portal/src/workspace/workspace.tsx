import { ErrorPanel } from "@assay/site/error-panel";
import { useSession } from "@assay/site/use-session";
import { EmptyState, SkeletonList } from "@assay/ui";
import { PackageOpen } from "lucide-react";
import { lazy, Suspense } from "react";
import { AssessmentPane } from "../assessment/assessment-pane.tsx";
import { MarkCovered } from "../exceptions/run-exceptions.tsx";
import { OverallFigure } from "../requirements/overall-figure.tsx";
import { RequirementsPanel } from "../requirements/requirements-panel.tsx";
import { useNoteOpened } from "../review/attention.ts";
import { ReviewProgress } from "../review/review-progress.tsx";
import { isReviewable } from "../review/use-run-reviews.ts";
import { EvidencePanel } from "./evidence-panel.tsx";
import { RunPicker } from "./run-picker.tsx";
import { selectRequirement, useRequirementMoves } from "./use-requirement-moves.ts";
import { useSelectedRun } from "./use-run.ts";
import { useDamagedCount } from "./use-run-results.ts";
import { useShownVerdicts } from "./use-shown-verdicts.ts";
import { openAssessment, VerdictPanels } from "./verdict-panels.tsx";

/** Of a run that is not finished, failed or is signed. */
const RunNotice = lazy(() => import("./run-notice.tsx"));
/** Of a run with verdicts that are not what was sealed. */
const DamageNotice = lazy(() => import("./damage-notice.tsx"));
/** Of a tenant without a run. */
const FirstSteps = lazy(() => import("./first-steps.tsx"));

/** Read and review verdicts: requirements on the left, evidence in the middle, the verdict on the right. */
export default function Workspace() {
  const { run, recent, error, retry } = useSelectedRun();
  const { data: session } = useSession();
  const shown = useShownVerdicts(run);
  const damagedCount = useDamagedCount(run);
  const { requirements, assessments, requirement, assessment, citation, reviews, items, reviewCounts } = shown;

  // Opened before its passage is known, a document would be opened twice.
  const citationAwaited = shown.citationIndex !== null && (run === undefined || Boolean(run && assessments.isPending));
  useRequirementMoves(items);
  const noteCited = useNoteOpened(run?.id, shown.requirementId);
  const failure = error ?? shown.error;

  const left = failure ? (
    <ErrorPanel title="The requirements cannot be shown" error={failure} onRetry={error ? retry : shown.again} />
  ) : run === null && session?.packs.length === 0 ? (
    <EmptyState icon={<PackageOpen size={22} aria-hidden />} title="No pack of requirements is in use">
      An administrator chooses what your evidence is assessed against.
    </EmptyState>
  ) : run === undefined || !requirements.data || (run && !assessments.data) ? (
    <SkeletonList label="Loading requirements" rows={12} />
  ) : (
    <section aria-label="Requirements" className="flex h-full flex-col">
      <h2 className="sr-only">Requirements</h2>
      {run ? (
        <div className="flex shrink-0 flex-col gap-3 px-3 pt-2 pb-1">
          <RunPicker run={run} recent={recent} />
          <OverallFigure run={run} />
          {isReviewable(run) && <ReviewProgress {...{ run, reviews, items }} counts={reviewCounts} />}
          {damagedCount > 0 && (
            <Suspense fallback={<p className="h-5" />}>
              <DamageNotice count={damagedCount} />
            </Suspense>
          )}
          {(run.status !== "COMPLETED" || run.signedAs) && (
            <Suspense fallback={<p className="h-5" />}>
              <RunNotice run={run} />
            </Suspense>
          )}
        </div>
      ) : (
        <Suspense fallback={<SkeletonList label="Loading the first steps" rows={3} />}>
          <FirstSteps />
        </Suspense>
      )}
      <div className="min-h-0 flex-1">
        <RequirementsPanel
          items={items}
          reviewCounts={isReviewable(run) ? reviewCounts : null}
          isRanked={reviews.queue !== undefined}
          onSelect={selectRequirement}
          onOpen={openAssessment}
        />
      </div>
    </section>
  );
  return (
    <MarkCovered run={run}>
      <h1 className="sr-only">Assessments</h1>
      <VerdictPanels
        requirements={left}
        evidence={
          citationAwaited && !failure ? (
            <SkeletonList label="Loading the document" rows={10} />
          ) : (
            <EvidencePanel documentId={shown.documentId} citation={citation} runId={run?.id} onOpened={noteCited} />
          )
        }
        assessment={
          <AssessmentPane
            run={run ?? null}
            {...{ requirement, assessment, items, reviews }}
            requirements={requirements.data}
            assessments={assessments.data}
          />
        }
      />
    </MarkCovered>
  );
}
