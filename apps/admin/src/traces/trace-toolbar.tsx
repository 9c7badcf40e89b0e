import { Button, IconButton, Pill } from "@assay/ui";
import { ChevronsDownUp, ChevronsUpDown, Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { Legend } from "./span-bar.tsx";
import type { Timeline } from "./timeline.ts";
import { TraceFilter } from "./trace-filter.tsx";
import { TraceSearch } from "./trace-search.tsx";
import type { TraceModel } from "./use-trace-model.ts";
import { changeTraceState, type TraceState } from "./use-trace-state.ts";

interface TraceToolbarProps {
  model: TraceModel;
  state: TraceState;
  timeline: Timeline;
}

/** Search, filters, zoom and what the colours mean. */
export function TraceToolbar({ model, state, timeline }: TraceToolbarProps) {
  return (
    <div className="flex shrink-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <TraceSearch model={model} text={state.text} />
        <div className="flex items-center">
          <IconButton
            label="Zoom in"
            icon={<ZoomIn size={15} aria-hidden />}
            className="size-7"
            onClick={() => timeline.zoom(0.5)}
          />
          <IconButton
            label="Zoom out"
            icon={<ZoomOut size={15} aria-hidden />}
            className="size-7"
            disabled={timeline.isWhole}
            onClick={() => timeline.zoom(2)}
          />
          <IconButton
            label="Show the whole time"
            icon={<Maximize size={14} aria-hidden />}
            className="size-7"
            disabled={timeline.isWhole}
            onClick={() => timeline.show({ from: 0, to: 1 })}
          />
          {state.view === "waterfall" && (
            <>
              <IconButton
                label="Open all rows"
                icon={<ChevronsUpDown size={15} aria-hidden />}
                className="size-7"
                onClick={() => model.setAllClosed(false)}
              />
              <IconButton
                label="Close all rows"
                icon={<ChevronsDownUp size={15} aria-hidden />}
                className="size-7"
                onClick={() => model.setAllClosed(true)}
              />
            </>
          )}
        </div>
        <Pill
          label="Idle time in full"
          pressed={state.idleInFull}
          onPress={() => changeTraceState({ idleInFull: !state.idleInFull })}
        />
        <div className="lg:ms-auto">
          <Legend />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <TraceFilter model={model} state={state} />
        {(state.marks.length > 0 || state.conditions.length > 0) && (
          <Button
            look="quiet"
            className="h-6 px-2 text-xs"
            onClick={() => changeTraceState({ marks: [], conditions: [] })}
          >
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}
