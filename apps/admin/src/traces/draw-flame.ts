import { describeRow } from "./describe-row.ts";
import { MARK, MODEL, ROW, type Trace, WORK } from "./model/trace.ts";
import type { Timeline } from "./timeline.ts";
import type { Paint } from "./use-canvas.ts";
import type { TraceModel } from "./use-trace-model.ts";

export const LINE_PX = 20;
const LABEL_PX_MIN = 36;
const PAD_PX = 4;

interface Shown {
  readonly model: TraceModel;
  readonly timeline: Timeline;
  readonly top: number;
  readonly hovered: number;
}

/** Draws the spans in view; of those that fall on the same pixel, one. */
export function drawFlame({ context, size, colour }: Paint, { model, timeline, top, hovered }: Shown): void {
  const { trace, matched, foundMask, selected } = model;
  const { scale, range } = timeline;
  context.clearRect(0, 0, size.width, size.height);
  context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = "middle";
  const perPlace = size.width / (range.to - range.from);
  const [firstLine, lastLine] = [Math.floor(top / LINE_PX), Math.ceil((top + size.height) / LINE_PX)];
  const drawnTo = new Float64Array(Math.max(0, lastLine - firstLine + 1)).fill(-1);
  for (let row = 0; row < trace.count; row++) {
    const line = trace.flameLine[row]!;
    if (line < firstLine || line > lastLine) continue;
    const left = (scale.place(trace.start[row]!) - range.from) * perPlace;
    const right = Math.max(left + 1, (scale.place(trace.end[row]!) - range.from) * perPlace);
    if (right < 0 || left > size.width) continue;
    const isChosen = row === selected || row === hovered || foundMask?.[row] === 1;
    if (!isChosen && right <= drawnTo[line - firstLine]! + 0.5) continue;
    drawnTo[line - firstLine] = Math.max(right, drawnTo[line - firstLine]!);
    const x = Math.max(-1, left);
    const width = Math.min(size.width + 1, right) - x;
    const y = line * LINE_PX - top;
    context.globalAlpha = matched && !matched.rows[row] ? 0.25 : 1;
    context.fillStyle = colour(fillOf(trace, row));
    context.fillRect(x, y + 1, Math.max(1, width - (width > 3 ? 1 : 0)), LINE_PX - 2);
    if (trace.marks[row]! & MARK.ERROR) {
      context.fillStyle = colour("--missing-fill");
      context.fillRect(x, y + 1, Math.min(3, width), LINE_PX - 2);
    }
    if (trace.marks[row]! & MARK.CRITICAL) {
      context.fillStyle = colour("--text");
      context.fillRect(x, y + LINE_PX - 2, Math.max(1, width - 1), 2);
    }
    if (isChosen) {
      context.lineWidth = 2;
      context.strokeStyle = colour(row === selected ? "--accent-strong" : "--line-strong");
      context.strokeRect(x + 1, y + 2, Math.max(1, width - 3), LINE_PX - 4);
    }
    if (width >= LABEL_PX_MIN) drawLabel(context, trace, row, { x, y, width }, colour);
  }
  context.globalAlpha = 1;
}

function fillOf({ activity, kind, size }: Trace, row: number): string {
  if (activity[row] === MODEL) return "--span-model";
  if (activity[row] === WORK && (size[row] === 1 || kind[row] === ROW.SPAN)) return "--span-work";
  return kind[row] === ROW.REQUIREMENT ? "--line-control" : "--surface-hover";
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function drawLabel(context: CanvasRenderingContext2D, trace: Trace, row: number, box: Box, colour: Paint["colour"]) {
  const { title, detail } = describeRow(trace, row);
  const onFill = trace.activity[row] !== 0;
  context.save();
  context.beginPath();
  context.rect(box.x + PAD_PX, box.y, box.width - 2 * PAD_PX, LINE_PX);
  context.clip();
  context.fillStyle = colour(onFill ? "--surface" : "--text");
  context.fillText(detail ? `${title}  ${detail}` : title, Math.max(0, box.x) + PAD_PX + 1, box.y + LINE_PX / 2 + 0.5);
  context.restore();
}

/** The row under a point; -1 for none. Of several on the same pixel, the longest. */
export function rowAt(
  trace: Trace,
  { scale, range }: Timeline,
  point: { x: number; y: number; width: number },
): number {
  const line = Math.floor(point.y / LINE_PX);
  const pixel = (range.to - range.from) / point.width;
  const at = range.from + point.x * pixel;
  let found = -1;
  let length = -1;
  for (let row = 0; row < trace.count; row++) {
    if (trace.flameLine[row] !== line) continue;
    const [from, to] = [scale.place(trace.start[row]!), scale.place(trace.end[row]!)];
    if (from - pixel > at || to + pixel < at || to - from <= length) continue;
    found = row;
    length = to - from;
  }
  return found;
}
