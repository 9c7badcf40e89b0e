import { type Canvas, createCanvas, ImageData } from "@napi-rs/canvas";
import UTIF from "utif2";
import { PictureFailure } from "./picture-failure.ts";

/** Returns one image of a TIFF, whose header has passed the limits. */
export function decodeTiff(bytes: Uint8Array, frame: number): Canvas {
  const buffer = bytes.slice().buffer;
  const page = UTIF.decode(buffer)[frame];
  if (!page) throw new PictureFailure(`The picture cannot be read because the file has no picture ${frame + 1}`);
  UTIF.decodeImage(buffer, page);
  const { width, height } = page;
  const rgba = UTIF.toRGBA8(page);
  if (!(width > 0 && height > 0) || rgba.length !== width * height * 4)
    throw new PictureFailure("The picture cannot be read because it is damaged");
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  return canvas;
}
