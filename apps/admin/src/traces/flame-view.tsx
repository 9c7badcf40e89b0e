import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { describeRow } from "./describe-row.ts";
import { drawFlame, LINE_PX, rowAt } from "./draw-flame.ts";
import { formatMs, formatWhole } from "./format-time.ts";
import { MarkIcons } from "./mark-icons.tsx";
import { ancestorsOf, childrenOf, durationOf, type Trace } from "./model/trace.ts";
import { IdleBands, TimeAxis } from "./time-axis.tsx";
import { moveByKey, moveByWheel, type Timeline } from "./timeline.ts";
import { type Paint, useCanvas } from "./use-canvas.ts";
import type { TraceModel } from "./use-trace-model.ts";
import { useWheel } from "./use-wheel.ts";

interface FlameViewProps {
  model: TraceModel;
  timeline: Timeline;
}

/** Each span below its parent, and next to what ran at the same time; the details pane lists it for those who hear it. */
export function FlameView({ model, timeline }: FlameViewProps) {
  const { trace, selected } = model;
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [hovered, setHovered] = useState<{ row: number; x: number; y: number } | null>(null);
  const draw = useCallback(
    (paint: Paint) => drawFlame(paint, { model, timeline, top, hovered: hovered?.row ?? -1 }),
    [model, timeline, top, hovered?.row],
  );
  const { canvas, size } = useCanvas(frame, draw);
  useWheel(frame, (event, area) => moveByWheel(timeline, event, area));
  useEffect(() => {
    const element = scroller.current!;
    if (selected < 0) return;
    const y = trace.flameLine[selected]! * LINE_PX;
    if (y < element.scrollTop || y + LINE_PX > element.scrollTop + element.clientHeight)
      element.scrollTop = Math.max(0, y - element.clientHeight / 3);
  }, [selected, trace]);
  const find = (event: PointerEvent) => {
    const area = frame.current!.getBoundingClientRect();
    const [x, y] = [event.clientX - area.left, event.clientY - area.top];
    return { row: rowAt(trace, timeline, { x, y: y + top, width: size.width }), x, y };
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (moveByKey(timeline, event.key, event.shiftKey) || moveInFlame(model, event.key)) event.preventDefault();
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="relative h-8 shrink-0 overflow-hidden border-b border-line text-muted">
        <TimeAxis timeline={timeline} />
      </div>
      <div ref={frame} className="relative min-h-0 flex-1 overflow-hidden">
        <div aria-hidden className="absolute inset-0">
          <IdleBands timeline={timeline} />
        </div>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Flame view of ${formatWhole(trace.spanCount)} spans`}
          className="absolute inset-0 size-full"
        />
        {/* biome-ignore lint/a11y/useSemanticElements: no form field */}
        <div
          ref={scroller}
          role="group"
          aria-label="Flame view. Arrow keys move to the parent, the first child and the siblings; plus and minus zoom"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls and takes keys must be reachable
          tabIndex={0}
          onKeyDown={press}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
          onPointerMove={(event) => setHovered(find(event))}
          onPointerLeave={() => setHovered(null)}
          onClick={(event) => model.select(find(event as unknown as PointerEvent).row)}
          className="absolute inset-0 overflow-y-auto overflow-x-hidden outline-offset-[-2px]"
        >
          <div style={{ height: (trace.flameLines + 1) * LINE_PX }} />
        </div>
        {hovered && hovered.row >= 0 && <Tip trace={trace} {...hovered} width={size.width} />}
      </div>
    </div>
  );
}

function Tip({ trace, row, x, y, width }: { trace: Trace; row: number; x: number; y: number; width: number }) {
  const { title, detail } = describeRow(trace, row);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-20 flex max-w-72 flex-col rounded-md border border-line-control bg-raised px-2 py-1 text-xs shadow-raised"
      style={{ left: Math.max(0, Math.min(x + 12, width - 290)), top: y + 16 }}
    >
      <span className="flex items-center gap-1 font-medium">
        {title}
        <MarkIcons marks={trace.marks[row]!} />
      </span>
      {detail && <span className="text-muted">{detail}</span>}
      <span className="tabular-nums text-muted">
        {formatMs(durationOf(trace, row))}, own {formatMs(trace.own[row]!)}
      </span>
    </div>
  );
}

function moveInFlame(model: TraceModel, key: string): boolean {
  const { trace, selected } = model;
  if (!["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].includes(key)) return false;
  if (selected < 0) model.select(0);
  else {
    const next = neighbour(trace, selected, key);
    if (next !== undefined && next >= 0) model.select(next);
  }
  return true;
}

function neighbour(trace: Trace, row: number, key: string): number | undefined {
  if (key === "ArrowUp") return ancestorsOf(trace, row).at(-1);
  if (key === "ArrowDown") return childrenOf(trace, row, 1)[0];
  const siblings = trace.parent[row]! < 0 ? [row] : childrenOf(trace, trace.parent[row]!);
  return siblings[siblings.indexOf(row) + (key === "ArrowLeft" ? -1 : 1)];
}
