import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";

/** Rows beyond the view on either side, so that a fast scroll finds them there. */
const OVERSCAN = 12;

export interface VirtualRows {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
  scrollTo(index: number): void;
}

/** Which rows of equal height are in the page: those in view and a few around them. */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowPx, headPx }: { count: number; rowPx: number; headPx: number },
): VirtualRows {
  const [range, setRange] = useState({ first: 0, end: 2 * OVERSCAN });
  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    // In steps, so that most scroll events change nothing.
    const step = OVERSCAN / 2;
    const top = Math.floor(element.scrollTop / rowPx / step) * step;
    const shown = Math.ceil(element.clientHeight / rowPx);
    const [first, end] = [Math.max(0, top - OVERSCAN), top + step + shown + OVERSCAN];
    setRange((before) => (before.first === first && before.end === end ? before : { first, end }));
  }, [scroller, rowPx]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shorter list may have moved the view
  useLayoutEffect(measure, [measure, count]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.addEventListener("scroll", measure, { passive: true });
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      resized.disconnect();
    };
  }, [scroller, measure]);
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowPx;
      const room = element.clientHeight - headPx;
      if (top < element.scrollTop) element.scrollTop = Math.max(0, top - rowPx);
      else if (top + rowPx > element.scrollTop + room) element.scrollTop = top - room + 2 * rowPx;
    },
    [scroller, rowPx, headPx],
  );
  return { first: Math.min(range.first, count), end: Math.min(range.end, count), scrollTo };
}
