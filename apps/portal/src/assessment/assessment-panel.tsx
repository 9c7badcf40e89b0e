import type { Assessment, Requirement, Run } from "@assay/client";
import { describeExpectation } from "@assay/site/expectation";
import { isActive } from "@assay/site/is-active";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { VERDICT_LABELS, VERDICT_TONES, verdictOf } from "@assay/site/verdict";
import { Badge, EmptyState, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { MousePointerClick } from "lucide-react";
import { runTasksQuery, useConfiguration } from "../workspace/use-run-results.ts";
import { CitationList } from "./citation-list.tsx";
import { ConfidenceMeter } from "./confidence-meter.tsx";
import { FlagNotices } from "./flag-notices.tsx";
import { OccurrenceStrip } from "./occurrence-strip.tsx";
import { PartList, titleOfParts } from "./part-list.tsx";
import { RunSummary } from "./run-summary.tsx";
import { TaskCard } from "./task-card.tsx";

export interface AssessmentPanelProps {
  run: Run | null;
  requirement: Requirement | undefined;
  assessment: Assessment | undefined;
  /** All of the run, once they are there: what is shown where none is chosen. */
  requirements: readonly Requirement[] | undefined;
  assessments: readonly Assessment[] | undefined;
}

/** Why a requirement has its verdict: confidence, reasoning, quotes, and what is to be done. */
export function AssessmentPanel({ run, requirement, assessment, requirements, assessments }: AssessmentPanelProps) {
  if (!requirement)
    return run && requirements && assessments ? (
      <RunSummary {...{ run, requirements, assessments }} />
    ) : (
      <EmptyState icon={<MousePointerClick size={22} aria-hidden />} title="No requirement is selected">
        Choose one in the list to see its assessment.
      </EmptyState>
    );
  const verdict = assessment ? verdictOf(assessment) : "NONE";
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
        <div>
          <Badge tone={VERDICT_TONES[verdict]} label={VERDICT_LABELS[verdict]} />
        </div>
      </header>
      {assessment && run ? <Details {...{ run, requirement, assessment }} /> : <NotAssessed run={run} />}
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
}

function Details({ run, requirement, assessment }: DetailsProps) {
  const { data: configuration } = useConfiguration(run.id);
  const { citations, citationNotes = [], flags = [], parts = [], reasoning, reusedFromRunId } = assessment;
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
        <OccurrenceStrip
          occurrences={assessment.occurrences}
          period={run.period}
          every={requirement.expectation?.every ?? null}
        />
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
            <Link
              href={hrefWith({ run: reusedFromRunId, document: null, citation: null })}
              className="text-accent underline"
            >
              an earlier run
            </Link>
            , so it was taken from there.
          </p>
        )}
      </Part>
      <Part title={citations.length > 0 ? `Evidence (${citations.length})` : "Evidence"}>
        {citations.length > 0 ? (
          <CitationList runId={run.id} citations={citations} notes={citationNotes} />
        ) : (
          <p className="text-sm text-muted">No passage is cited.</p>
        )}
      </Part>
      <Remediation runId={run.id} requirementId={assessment.requirementId} />
    </>
  );
}

function isJudged(assessment: Assessment): boolean {
  const verdict = verdictOf(assessment);
  return verdict !== "FAILED" && verdict !== "NOT_JUDGED";
}

function Remediation({ runId, requirementId }: { runId: string; requirementId: string }) {
  const { data: tasks, isPending } = useQuery(runTasksQuery(runId));
  const own = tasks?.filter((task) => task.requirementId === requirementId) ?? [];
  if (!isPending && own.length === 0) return null;
  return (
    <Part title="Remediation">
      {isPending ? (
        <SkeletonList label="Loading tasks" rows={3} />
      ) : (
        own.map((task) => <TaskCard key={task.id} task={task} />)
      )}
    </Part>
  );
}
