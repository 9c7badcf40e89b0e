import { type Canvas, createCanvas, ImageData } from "@napi-rs/canvas";
import { type Grey, toGrey } from "./grey.ts";
import { releaseCanvas } from "./release-canvas.ts";

/** Returns the image in another size. */
export function scaleGrey(picture: Grey, scale: number): Grey {
  if (scale === 1) return picture;
  const from = toCanvas(picture);
  const to = createCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const context = to.getContext("2d");
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "high";
  context.drawImage(from, 0, 0, to.width, to.height);
  releaseCanvas(from);
  const scaled = toGrey(context.getImageData(0, 0, to.width, to.height));
  releaseCanvas(to);
  return scaled;
}

export function toCanvas({ data, width, height }: Grey): Canvas {
  const rgba = new Uint8ClampedArray(data.length * 4);
  for (let at = 0, to = 0; at < data.length; at += 1, to += 4) {
    rgba[to] = data[at]!;
    rgba[to + 1] = data[at]!;
    rgba[to + 2] = data[at]!;
    rgba[to + 3] = 255;
  }
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").putImageData(new ImageData(rgba, width, height), 0, 0);
  return canvas;
}
