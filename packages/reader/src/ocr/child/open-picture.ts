import { readFile } from "node:fs/promises";
import { IMAGE_FORMATS } from "@assay/contract";
import { type Canvas, createCanvas, loadImage } from "@napi-rs/canvas";
import { type ImageType, readFrames, refuseFrame } from "../../formats/read-frames.ts";
import { openPackage } from "../../office/open-package.ts";
import type { PictureJob } from "../messages.ts";
import { decodeTiff } from "./decode-tiff.ts";
import { isCutOff } from "./is-cut-off.ts";
import { PictureFailure } from "./picture-failure.ts";

/** Pixels to work with, of which memory holds several copies: a page of A4 at 300 dots an inch has 8.7 million. */
const PIXELS_MAX = 10_000_000;

/** Returns the image of a job, decoded and made smaller where it is very large. Throws PictureFailure. */
export async function openPicture({ path, fileType, pageNumber, at }: PictureJob): Promise<Canvas> {
  switch (at.kind) {
    case "PAGE": {
      const { drawPdfPage } = await import("./draw-pdf-page.ts");
      return drawPdfPage(path, pageNumber ?? 1);
    }
    case "FILE":
      return decodeImage(fileType as ImageType, new Uint8Array(await readFile(path)), at.frame ?? 0);
    case "PART": {
      const bytes = readPart(new Uint8Array(await readFile(path)), at.part ?? "");
      const type = imageTypeOf(bytes);
      if (!type) throw new PictureFailure("The picture cannot be read because its format is not supported");
      return decodeImage(type, bytes, 0);
    }
    default:
      return at.kind satisfies never;
  }
}

function readPart(file: Uint8Array, name: string): Uint8Array {
  const part = openPackage(file).readBytes(name);
  if (!part) throw new PictureFailure(`The picture cannot be read because '${name}' is not in the file`);
  return part;
}

function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return IMAGE_FORMATS.find(({ bytes: { begins } }) => begins.test(head))?.type;
}

async function decodeImage(type: ImageType, bytes: Uint8Array, frame: number): Promise<Canvas> {
  const size = readFrames(type, bytes)[frame];
  if (!size) throw new PictureFailure(`The picture cannot be read because the file has no picture ${frame + 1}`);
  const refusal = refuseFrame(size);
  if (refusal) throw new PictureFailure(refusal);
  if (isCutOff(type, bytes))
    throw new PictureFailure("The picture cannot be read because its file is cut off: upload it again");
  if (type === "tiff") return limitSize(decodeTiff(bytes, frame));
  return limitSize(await loadImage(bytes));
}

/** A canvas with the image, no larger than what is worked with. */
function limitSize(
  image: Parameters<ReturnType<Canvas["getContext"]>["drawImage"]>[0] & { width: number; height: number },
) {
  const scale = Math.min(1, Math.sqrt(PIXELS_MAX / (image.width * image.height)));
  const canvas = createCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  );
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
