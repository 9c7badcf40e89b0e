import { useEffect, useRef } from "react";
import type { Box } from "./measure-ranges.ts";

/** Marks what is cited, and brings its beginning into view. */
export function HighlightBoxes({ boxes }: { boxes: readonly Box[] }) {
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (boxes.length > 0) first.current?.scrollIntoView({ block: "center", inline: "nearest" });
  }, [boxes]);
  return boxes.map(({ left, top, width, height, text }, index) => (
    <div
      key={`${left} ${top}`}
      ref={index === 0 ? first : undefined}
      aria-hidden
      data-cited={text}
      className="pdf-cited"
      style={{ left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%` }}
    />
  ));
}
