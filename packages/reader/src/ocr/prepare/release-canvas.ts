import type { Canvas } from "@napi-rs/canvas";

/** Gives back the pixels of a canvas that is done with: the collector of garbage does not see how large they are. */
export function releaseCanvas(canvas: Canvas): void {
  canvas.width = 1;
  canvas.height = 1;
}
