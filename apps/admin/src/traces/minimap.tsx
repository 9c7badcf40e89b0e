import { classNames } from "@assay/ui";
import { type KeyboardEvent, type PointerEvent, useCallback, useMemo, useRef } from "react";
import { formatMs } from "./format-time.ts";
import { countRunning, type Running } from "./model/count-running.ts";
import type { Range } from "./model/draw-spans.ts";
import type { Trace } from "./model/trace.ts";
import { IdleBands } from "./time-axis.tsx";
import { moveByKey, moveByWheel, type Timeline } from "./timeline.ts";
import { type Paint, useCanvas } from "./use-canvas.ts";
import { useWheel } from "./use-wheel.ts";

const CELL_PX = 2;
const KEY_STEP = 0.02;
/** A press that moves less is a click: it moves the range there. */
const DRAG_PX = 4;
const WHOLE: Range = { from: 0, to: 1 };

interface MinimapProps {
  trace: Trace;
  timeline: Timeline;
  found: Uint8Array | undefined;
}

/** The whole run in little: how much ran at a time, and the range that is shown, which moves by pointer and keys. */
export function Minimap({ trace, timeline, found }: MinimapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { scale, range } = timeline;
  const running = useMemo(() => countRunning(trace, scale.place, 600, found), [trace, scale, found]);
  const draw = useCallback((paint: Paint) => drawRunning(paint, running), [running]);
  const { canvas } = useCanvas(frame, draw);
  useWheel(frame, (event, area) => moveByWheel(wholeOf(timeline), event, area));
  const placeOf = (event: { clientX: number }) => {
    const { left, width } = frame.current!.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  };
  const drag = (down: PointerEvent<HTMLElement>, move: (from: number, to: number) => Range | null) => {
    if (down.button !== 0) return;
    down.preventDefault();
    down.stopPropagation();
    const { currentTarget, clientX, pointerId } = down;
    const from = placeOf(down);
    currentTarget.setPointerCapture(pointerId);
    const follow = (event: globalThis.PointerEvent) => {
      const next = Math.abs(event.clientX - clientX) < DRAG_PX ? null : move(from, placeOf(event));
      if (next) timeline.show(next);
    };
    currentTarget.addEventListener("pointermove", follow);
    currentTarget.addEventListener(
      "lostpointercapture",
      () => currentTarget.removeEventListener("pointermove", follow),
      {
        once: true,
      },
    );
  };
  const ordered = (a: number, b: number): Range => ({ from: Math.min(a, b), to: Math.max(a, b) });
  const shift = (by: number): Range => {
    const moved = Math.min(1 - range.to, Math.max(-range.from, by));
    return { from: range.from + moved, to: range.to + moved };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form field
    <div
      role="group"
      aria-label="Overview of the run"
      ref={frame}
      onPointerDown={(down) => drag(down, (from, to) => ordered(from, to))}
      onDoubleClick={() => timeline.show(WHOLE)}
      className="relative h-11 shrink-0 touch-none cursor-crosshair overflow-hidden rounded-md border border-line bg-sunken"
    >
      <div aria-hidden className="absolute inset-0">
        <IdleBands timeline={wholeOf(timeline)} />
      </div>
      <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
      <ShadedRange from={0} to={range.from} />
      <ShadedRange from={range.to} to={1} />
      {!timeline.isWhole && (
        <div
          aria-hidden
          onPointerDown={(down) => drag(down, (from, to) => shift(to - from))}
          className="absolute inset-y-0 cursor-grab border-x border-accent active:cursor-grabbing"
          style={{ left: `${100 * range.from}%`, width: `${100 * (range.to - range.from)}%` }}
        />
      )}
      <Handle
        label="Start of the range"
        place={range.from}
        timeline={timeline}
        onMove={(place) => timeline.show({ from: Math.min(place, range.to), to: range.to })}
        onDrag={(down) => drag(down, (_, to) => ({ from: Math.min(to, range.to), to: range.to }))}
      />
      <Handle
        label="End of the range"
        place={range.to}
        timeline={timeline}
        onMove={(place) => timeline.show({ from: range.from, to: Math.max(place, range.from) })}
        onDrag={(down) => drag(down, (_, to) => ({ from: range.from, to: Math.max(to, range.from) }))}
      />
    </div>
  );
}

/** The same axis with all of it shown: what the minimap itself draws by. */
const wholeOf = (timeline: Timeline): Timeline => ({ ...timeline, range: WHOLE });

function ShadedRange({ from, to }: Range) {
  return (
    <div
      aria-hidden
      className="absolute inset-y-0 bg-surface opacity-70"
      style={{ left: `${100 * from}%`, width: `${100 * (to - from)}%` }}
    />
  );
}

interface HandleProps {
  label: string;
  place: number;
  timeline: Timeline;
  onMove: (place: number) => void;
  onDrag: (down: PointerEvent<HTMLElement>) => void;
}

function Handle({ label, place, timeline, onMove, onDrag }: HandleProps) {
  const press = (event: KeyboardEvent) => {
    const next = { ArrowLeft: place - KEY_STEP, ArrowRight: place + KEY_STEP, Home: 0, End: 1 }[event.key];
    if (next !== undefined && !event.shiftKey) onMove(Math.min(1, Math.max(0, next)));
    else if (!moveByKey(timeline, event.key, event.shiftKey)) return;
    event.preventDefault();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * place)}
      aria-valuetext={formatMs(timeline.scale.time(place))}
      onKeyDown={press}
      onPointerDown={onDrag}
      className={classNames(
        "absolute inset-y-0 z-10 -ms-1.5 w-3 cursor-ew-resize outline-offset-[-2px]",
        "after:absolute after:inset-y-2 after:start-1 after:w-1 after:rounded-full after:bg-accent",
      )}
      style={{ left: `${Math.min(99.6, Math.max(0.4, 100 * place))}%` }}
    />
  );
}

function drawRunning({ context, size, colour }: Paint, { model, work, errors, found, most }: Running): void {
  const cells = model.length;
  const room = size.height - 8;
  context.clearRect(0, 0, size.width, size.height);
  for (let x = 0; x < size.width; x += CELL_PX) {
    const first = Math.floor((x / size.width) * cells);
    const end = Math.max(first + 1, Math.floor(((x + CELL_PX) / size.width) * cells));
    let [asking, working, failed, isFound] = [0, 0, false, false];
    for (let cell = first; cell < end && cell < cells; cell++) {
      asking = Math.max(asking, model[cell]!);
      working = Math.max(working, work[cell]!);
      failed ||= errors[cell] === 1;
      isFound ||= found[cell] === 1;
    }
    const askingPx = Math.ceil((asking / most) * room);
    const workingPx = Math.ceil((working / most) * room);
    context.fillStyle = colour("--span-model");
    context.fillRect(x, size.height - 4 - askingPx, CELL_PX, askingPx);
    context.fillStyle = colour("--span-work");
    context.fillRect(x, size.height - 4 - askingPx - workingPx, CELL_PX, workingPx);
    if (failed) {
      context.fillStyle = colour("--missing-fill");
      context.fillRect(x, size.height - 3, CELL_PX, 3);
    }
    if (isFound) {
      context.fillStyle = colour("--accent");
      context.fillRect(x, 0, CELL_PX, 3);
    }
  }
}
