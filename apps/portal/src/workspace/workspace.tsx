import { ErrorPanel } from "@assay/site/error-panel";
import { setSearch, useSearchParam } from "@assay/site/location";
import { useMedia } from "@assay/site/use-media";
import { useSession } from "@assay/site/use-session";
import { EmptyState, SkeletonList } from "@assay/ui";
import { PackageOpen } from "lucide-react";
import { AssessmentPanel } from "../assessment/assessment-panel.tsx";
import { OverallFigure } from "../requirements/overall-figure.tsx";
import { RequirementsPanel } from "../requirements/requirements-panel.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { PanelTabs } from "./panel-tabs.tsx";
import { Panels } from "./panels.tsx";
import { RunNotice } from "./run-notice.tsx";
import { RunPicker } from "./run-picker.tsx";
import { useSelectedRun } from "./use-run.ts";
import { useAssessments, useRequirements } from "./use-run-results.ts";

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
  const failure = error ?? requirements.error ?? assessments.error;
  const again = () => {
    if (error) return retry();
    void requirements.refetch();
    void assessments.refetch();
  };

  const select = (id: string, options?: { replace: boolean }) =>
    setSearch({ requirement: id, document: null, citation: null, panel: null }, options);
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
          <RunNotice run={run} />
        </div>
      ) : (
        <FirstSteps />
      )}
      <div className="min-h-0 flex-1">
        <RequirementsPanel
          requirements={requirements.data}
          assessments={assessments.data ?? []}
          onSelect={select}
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
          <EvidencePanel documentId={documentId} citation={citation} runId={run?.id} />
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
            run={run ?? null}
            {...{ requirement, assessment }}
            requirements={requirements.data}
            assessments={assessments.data}
          />
        </section>
      ),
    },
  ];
  return (
    <>
      <h1 className="sr-only">Assessments</h1>
      {wide ? <Panels panels={panels} /> : <PanelTabs panels={panels} />}
    </>
  );
}
