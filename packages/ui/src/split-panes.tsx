import { Fragment, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { movePanes, type PaneLimits, paneRange } from "./move-panes.ts";

export interface Pane extends PaneLimits {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

export interface SplitPanesProps {
  panes: readonly Pane[];
  /** Shares of the width in percent, as they were stored; ignored where they do not fit the panes. */
  stored?: readonly number[] | undefined;
  onStore?: (shares: readonly number[]) => void;
}

const KEY_STEP_PX = 32;

/** Panes side by side; the edges between them move by pointer, arrow keys, Home and End. A double click resets them. */
export function SplitPanes({ panes, stored, onStore }: SplitPanesProps) {
  const standard = panes.map(({ percent }) => percent);
  const [shares, setShares] = useState(stored?.length === panes.length ? stored : standard);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(shares);
  const show = (next: readonly number[]) => {
    latest.current = next;
    setShares(next);
  };
  const keep = (next: readonly number[]) => {
    show(next);
    onStore?.(next);
  };
  const width = () => frame.current!.clientWidth;
  const startDrag = (down: PointerEvent<HTMLElement>, edge: number) => {
    const { currentTarget, clientX, pointerId } = down;
    const from = latest.current;
    currentTarget.setPointerCapture(pointerId);
    // At once: the edge stays under the pointer.
    const move = (event: globalThis.PointerEvent) =>
      flushSync(() => show(movePanes(from, edge, event.clientX - clientX, width(), panes)));
    const end = () => {
      currentTarget.removeEventListener("pointermove", move);
      onStore?.(latest.current);
    };
    currentTarget.addEventListener("pointermove", move);
    currentTarget.addEventListener("lostpointercapture", end, { once: true });
  };
  const moveByKey = (event: KeyboardEvent, edge: number) => {
    const px = KEY_PX[event.key];
    if (px === undefined) return;
    event.preventDefault();
    keep(movePanes(latest.current, edge, px, width(), panes));
  };
  return (
    <div ref={frame} className="flex h-full">
      {panes.map(({ id, label, minPx, content }, index) => (
        <Fragment key={id}>
          <div
            id={`pane-${id}`}
            className="h-full overflow-hidden bg-surface"
            style={{ flex: `${shares[index]} 1 0px`, minWidth: minPx }}
          >
            {content}
          </div>
          {index < panes.length - 1 && (
            // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
            <div
              role="separator"
              tabIndex={0}
              aria-label={`Width of ${label}`}
              aria-orientation="vertical"
              aria-controls={`pane-${id}`}
              aria-valuenow={Math.round(shares[index]!)}
              aria-valuemin={0}
              aria-valuemax={Math.round(paneRange(shares, index))}
              onPointerDown={(event) => startDrag(event, index)}
              onKeyDown={(event) => moveByKey(event, index)}
              onDoubleClick={() => keep(standard)}
              className="split-edge"
            />
          )}
        </Fragment>
      ))}
    </div>
  );
}

const KEY_PX: Readonly<Record<string, number>> = {
  ArrowLeft: -KEY_STEP_PX,
  ArrowRight: KEY_STEP_PX,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
