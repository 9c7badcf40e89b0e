import { type Canvas, createCanvas } from "@napi-rs/canvas";

export type Quarter = 0 | 90 | 180 | 270;

/** Returns the image turned clockwise. */
export function turnCanvas(from: Canvas, degrees: Quarter): Canvas {
  if (degrees === 0) return from;
  const across = degrees !== 180;
  const to = createCanvas(across ? from.height : from.width, across ? from.width : from.height);
  const context = to.getContext("2d");
  context.translate(to.width / 2, to.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(from, -from.width / 2, -from.height / 2);
  return to;
}

/** Returns the image turned clockwise about its centre by a few degrees, in its old size. */
export function straightenCanvas(from: Canvas, degrees: number): Canvas {
  const to = createCanvas(from.width, from.height);
  const context = to.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, to.width, to.height);
  context.imageSmoothingQuality = "high";
  context.translate(to.width / 2, to.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(from, -from.width / 2, -from.height / 2);
  return to;
}
