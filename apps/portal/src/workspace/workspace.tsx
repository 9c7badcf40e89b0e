import { ErrorPanel } from "@assay/site/error-panel";
import { setSearch, useSearchParam } from "@assay/site/location";
import { useMedia } from "@assay/site/use-media";
import { useSession } from "@assay/site/use-session";
import { EmptyState, SkeletonList } from "@assay/ui";
import { PackageOpen } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { AssessmentPane } from "../assessment/assessment-pane.tsx";
import { MarkCovered } from "../exceptions/run-exceptions.tsx";
import { joinAssessments } from "../requirements/group-requirements.ts";
import { OverallFigure } from "../requirements/overall-figure.tsx";
import { RequirementsPanel } from "../requirements/requirements-panel.tsx";
import { useNoteOpened } from "../review/attention.ts";
import { ReviewProgress } from "../review/review-progress.tsx";
import { countReviews } from "../review/review-state.ts";
import { isReviewable, useRunReviews } from "../review/use-run-reviews.ts";
import { EvidencePanel } from "./evidence-panel.tsx";
import { PanelTabs } from "./panel-tabs.tsx";
import { Panels } from "./panels.tsx";
import { RunPicker } from "./run-picker.tsx";
import { selectRequirement, useRequirementMoves } from "./use-requirement-moves.ts";
import { useSelectedRun } from "./use-run.ts";
import { useAssessments, useRequirements } from "./use-run-results.ts";

/** Of a run that is not finished, failed or is signed. */
const RunNotice = lazy(() => import("./run-notice.tsx"));
/** Of a tenant without a run. */
const FirstSteps = lazy(() => import("./first-steps.tsx"));

const NONE: readonly never[] = [];

/** Requirements, evidence and assessment: beside each other where there is room, else as tabs. */
export default function Workspace() {
  const wide = useMedia("(min-width: 64rem)");
  const { run, recent, error, retry } = useSelectedRun();
  const { data: session } = useSession();
  const requirements = useRequirements(run);
  const assessments = useAssessments(run);
  const requirementId = useSearchParam("requirement");
  const documentId = useSearchParam("document");
  const citationIndex = useSearchParam("citation");

  const requirement = requirements.data?.find((each) => each.requirementId === requirementId);
  const assessment = assessments.data?.find((each) => each.requirementId === requirementId);
  const citation = citationIndex === null ? undefined : assessment?.citations[Number(citationIndex)];
  // Opened before its passage is known, a document would be opened twice.
  const citationAwaited = citationIndex !== null && (run === undefined || Boolean(run && assessments.isPending));
  const reviews = useRunReviews(run);
  const items = useMemo(
    () => joinAssessments(requirements.data ?? NONE, assessments.data ?? NONE, reviews.queue?.items),
    [requirements.data, assessments.data, reviews.queue],
  );
  const reviewCounts = useMemo(() => countReviews(items.map(({ review }) => review)), [items]);
  useRequirementMoves(items);
  const noteCited = useNoteOpened(run?.id, requirementId);
  const failure = error ?? requirements.error ?? assessments.error;
  const again = () => {
    if (error) return retry();
    void requirements.refetch();
    void assessments.refetch();
  };

  const openAssessment = () =>
    wide ? document.querySelector<HTMLElement>("#assessment-scroller")?.focus() : setSearch({ panel: null });

  const left = failure ? (
    <ErrorPanel title="The requirements cannot be shown" error={failure} onRetry={again} />
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
  const panels = [
    { id: "requirements", label: "Requirements", percent: 30, minPx: 240, content: left },
    {
      id: "evidence",
      label: "Evidence",
      percent: 40,
      minPx: 320,
      content:
        citationAwaited && !failure ? (
          <SkeletonList label="Loading the document" rows={10} />
        ) : (
          <EvidencePanel documentId={documentId} citation={citation} runId={run?.id} onOpened={noteCited} />
        ),
    },
    {
      id: "assessment",
      label: "Assessment",
      percent: 30,
      minPx: 260,
      content: (
        <AssessmentPane
          run={run ?? null}
          {...{ requirement, assessment, items, reviews }}
          requirements={requirements.data}
          assessments={assessments.data}
        />
      ),
    },
  ];
  return (
    <MarkCovered run={run}>
      <h1 className="sr-only">Assessments</h1>
      {wide ? <Panels panels={panels} /> : <PanelTabs panels={panels} />}
    </MarkCovered>
  );
}
