import { ErrorPanel } from "@assay/site/error-panel";
import { isActive } from "@assay/site/is-active";
import { EmptyState, Pill, ProgressBar } from "@assay/ui";
import { SearchX } from "lucide-react";
import { useParam } from "../app/use-param.ts";
import { CompareView } from "./compare-view.tsx";
import { FlameView } from "./flame-view.tsx";
import { formatWhole } from "./format-time.ts";
import type { LoadedTrace, TraceProgress } from "./load-trace.ts";
import { Minimap } from "./minimap.tsx";
import { NoTrace } from "./no-trace.tsx";
import { SpanDetails } from "./span-details.tsx";
import { useTimeline } from "./timeline.ts";
import { TraceHeader } from "./trace-header.tsx";
import { TraceToolbar } from "./trace-toolbar.tsx";
import { useTrace } from "./use-trace.ts";
import { useTraceModel } from "./use-trace-model.ts";
import { changeTraceState, type TraceState, type TraceViewName, useTraceState } from "./use-trace-state.ts";
import { Waterfall } from "./waterfall.tsx";

const VIEW_NAMES: Readonly<Record<TraceViewName, string>> = {
  waterfall: "Waterfall",
  flame: "Flame",
  compare: "Side by side",
};

/** A run's trace: where its time and money went, down to the verdict that each span belongs to. */
export default function TracesView() {
  const runId = useParam("runId");
  const state = useTraceState();
  const { data: loaded, error, progress, refetch } = useTrace(runId);
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto px-4 py-4 sm:px-6 md:overflow-hidden">
      <TraceHeader runId={runId} loaded={loaded} actions={loaded && <Views state={state} />} />
      {loaded ? (
        <Viewer loaded={loaded} state={state} />
      ) : error ? (
        <ErrorPanel title="The trace cannot be shown" error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading progress={progress} />
      )}
    </div>
  );
}

function Views({ state: { view } }: { state: TraceState }) {
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">View</legend>
      {(Object.keys(VIEW_NAMES) as TraceViewName[]).map((name) => (
        <Pill
          key={name}
          label={VIEW_NAMES[name]}
          pressed={view === name}
          onPress={() => changeTraceState({ view: name }, { step: true })}
        />
      ))}
    </fieldset>
  );
}

function Loading({ progress }: { progress: TraceProgress | null }) {
  const share = progress && progress.total > 0 ? progress.received / progress.total : 0;
  return (
    <div role="status" aria-label="Loading the trace" className="mx-auto flex w-full max-w-sm flex-col gap-2 py-16">
      <ProgressBar label="Spans received" value={share} />
      <p className="text-center text-sm text-muted tabular-nums">
        {progress
          ? `${formatWhole(progress.received)} of ${formatWhole(progress.total)} spans`
          : "Requesting the spans"}
      </p>
    </div>
  );
}

function Viewer({ loaded, state }: { loaded: LoadedTrace; state: TraceState }) {
  const { trace, run } = loaded;
  const model = useTraceModel(trace, state);
  const timeline = useTimeline(trace, state);
  if (trace.spanCount === 0 && !(isActive(run) && trace.count > 1) && state.view !== "compare")
    return <NoTrace run={run} />;
  if (state.view === "compare") return <CompareView loaded={loaded} state={state} />;
  const nothingPasses = model.rows.length === 0;
  return (
    <>
      <TraceToolbar model={model} state={state} timeline={timeline} />
      <Minimap trace={trace} timeline={timeline} found={model.foundMask} />
      <div className="flex min-h-[70dvh] flex-1 flex-col overflow-hidden rounded-lg border border-line md:min-h-0 md:flex-row">
        <div className="flex min-h-80 min-w-0 flex-1 flex-col md:min-h-0">
          {nothingPasses ? (
            <EmptyState icon={<SearchX size={22} aria-hidden />} title="No span matches the filter">
              Remove a condition to see more.
            </EmptyState>
          ) : state.view === "flame" ? (
            <FlameView model={model} timeline={timeline} />
          ) : (
            <Waterfall model={model} timeline={timeline} />
          )}
        </div>
        {model.selected >= 0 && (
          <div className="shrink-0 overflow-y-auto border-line bg-surface max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:max-h-[60dvh] max-md:rounded-t-xl max-md:border-t max-md:shadow-raised md:w-80 md:border-s xl:w-96">
            <SpanDetails model={model} state={state} timeline={timeline} loaded={loaded} />
          </div>
        )}
      </div>
    </>
  );
}
