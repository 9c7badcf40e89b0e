import type { Run } from "@assay/client";
import { ErrorPanel } from "@assay/site/error-panel";
import { setSearch, useSearchParam } from "@assay/site/location";
import { useMedia } from "@assay/site/use-media";
import { EmptyState, type Pane, SkeletonList } from "@assay/ui";
import { Quote } from "lucide-react";
import { useMemo } from "react";
import { AssessmentPanel } from "../assessment/assessment-panel.tsx";
import { joinAssessments } from "../requirements/group-requirements.ts";
import { OverallFigure } from "../requirements/overall-figure.tsx";
import { RequirementsPanel } from "../requirements/requirements-panel.tsx";
import { countReviews } from "../review/review-state.ts";
import { useRunReviews } from "../review/use-run-reviews.ts";
import { EvidencePanel } from "../workspace/evidence-panel.tsx";
import { PanelTabs } from "../workspace/panel-tabs.tsx";
import { Panels } from "../workspace/panels.tsx";
import { useAssessments, useRequirements } from "../workspace/use-run-results.ts";

const NONE: readonly never[] = [];
/** What an auditor opens is noted nowhere: an auditor decides on nothing. */
const IGNORED = () => {};

/** The verdicts of the run, each with its reasoning, and beside it the passages that it cites in their documents. */
export function AuditVerdicts({ run }: { run: Run }) {
  const wide = useMedia("(min-width: 64rem)");
  const requirements = useRequirements(run);
  const assessments = useAssessments(run);
  const requirementId = useSearchParam("requirement");
  const documentId = useSearchParam("document");
  const citationIndex = useSearchParam("citation");
  const reviews = useRunReviews(run);
  const items = useMemo(
    () => joinAssessments(requirements.data ?? NONE, assessments.data ?? NONE, reviews.queue?.items),
    [requirements.data, assessments.data, reviews.queue],
  );
  const reviewCounts = useMemo(() => countReviews(items.map(({ review }) => review)), [items]);
  const failure = requirements.error ?? assessments.error;
  if (failure) {
    const again = () => void Promise.all([requirements.refetch(), assessments.refetch()]);
    return <ErrorPanel title="The verdicts cannot be shown" error={failure} onRetry={again} />;
  }
  if (!requirements.data || !assessments.data) return <SkeletonList label="Loading requirements" rows={12} />;

  const requirement = requirements.data.find((each) => each.requirementId === requirementId);
  const assessment = assessments.data.find((each) => each.requirementId === requirementId);
  const citation = citationIndex === null ? undefined : assessment?.citations[Number(citationIndex)];
  const select = (id: string, options?: { replace: boolean }) =>
    setSearch({ requirement: id, document: null, citation: null, panel: null }, options);
  const openAssessment = () =>
    wide ? document.querySelector<HTMLElement>("#assessment-scroller")?.focus() : setSearch({ panel: null });
  const panels: Pane[] = [
    {
      id: "requirements",
      label: "Requirements",
      percent: 30,
      minPx: 240,
      content: (
        <section aria-label="Requirements" className="flex h-full flex-col">
          <h2 className="sr-only">Requirements</h2>
          <div className="shrink-0 px-3 pt-3 pb-1">
            <OverallFigure run={run} />
          </div>
          <div className="min-h-0 flex-1">
            <RequirementsPanel
              items={items}
              reviewCounts={reviews.queue ? reviewCounts : null}
              isRanked={reviews.queue !== undefined}
              onSelect={select}
              onOpen={openAssessment}
            />
          </div>
        </section>
      ),
    },
    {
      id: "evidence",
      label: "Evidence",
      percent: 40,
      minPx: 320,
      content:
        documentId === null ? (
          <EmptyState icon={<Quote size={22} aria-hidden />} title="No passage is open">
            Choose a quote of an assessment to see it in its document.
          </EmptyState>
        ) : (
          <EvidencePanel documentId={documentId} citation={citation} runId={run.id} onOpened={IGNORED} />
        ),
    },
    {
      id: "assessment",
      label: "Assessment",
      percent: 30,
      minPx: 260,
      content: (
        <section
          id="assessment-scroller"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label="Assessment details"
          className="h-full overflow-y-auto outline-offset-[-2px]"
        >
          <AssessmentPanel
            {...{ run, requirement, assessment, reviews }}
            requirements={requirements.data}
            assessments={assessments.data}
          />
        </section>
      ),
    },
  ];
  return wide ? <Panels panels={panels} /> : <PanelTabs panels={panels} />;
}
