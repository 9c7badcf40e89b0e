import type { Picture } from "@assay/client";
import type { ReactNode } from "react";
import { placePicture } from "./place-picture.ts";
import type { Box } from "./quote-boxes.ts";

export interface UprightPictureProps {
  picture: Picture;
  /** What is quoted, in pixels of the image as it was read. */
  boxes: readonly Box[];
  /** The image as it is stored, as wide as the room that it is given. */
  children: ReactNode;
}

/** Around the words, in pixels of the image for each thousand of its width. */
const MARGIN = 2;

/** An image turned and straightened as it was read, so that the boxes of its words lie on them. */
export function UprightPicture({ picture, boxes, children }: UprightPictureProps) {
  const place = placePicture(picture);
  if (!place) return children;
  const { width, height, share, degrees } = place;
  const margin = (MARGIN * width) / 1000;
  return (
    <div className="relative overflow-hidden" style={{ aspectRatio: `${width} / ${height}` }}>
      <div
        className="absolute top-1/2 left-1/2"
        style={{ width: `${100 * share}%`, transform: `translate(-50%, -50%) rotate(${degrees}deg)` }}
      >
        {children}
      </div>
      <svg
        aria-hidden
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full"
      >
        {boxes.map(({ x0, y0, x1, y1 }) => (
          <rect
            key={`${x0} ${y0}`}
            className="picture-cited"
            x={x0 - margin}
            y={y0 - margin}
            width={x1 - x0 + 2 * margin}
            height={y1 - y0 + 2 * margin}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
    </div>
  );
}
