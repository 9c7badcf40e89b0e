import type { RunRange } from "./locate-on-page.ts";

/** A rectangle within the frame, in parts of its width and height, so that it holds at every zoom. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The characters that it covers. */
  readonly text: string;
}

/** Where ranges of runs stand on the drawn page. */
export function measureRanges(
  ranges: readonly RunRange[],
  elements: readonly HTMLElement[],
  frame: HTMLElement,
): Box[] {
  const outer = frame.getBoundingClientRect();
  return ranges.flatMap(({ run, start, end }) => {
    const node = elements[run]?.firstChild;
    if (!node) return [];
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    const { left, top, width, height } = range.getBoundingClientRect();
    if (width === 0 || height === 0) return [];
    return {
      left: (left - outer.left) / outer.width,
      top: (top - outer.top) / outer.height,
      width: width / outer.width,
      height: height / outer.height,
      text: range.toString(),
    };
  });
}
