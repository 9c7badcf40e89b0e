import { ExtractionFailure } from "../child/extraction-failure.ts";
import { readTiffDirectories } from "./read-tiff-directories.ts";

const PIXELS_MAX = 50_000_000;
const SIDE_MAX = 30_000;

export type ImageType = "png" | "jpg" | "tiff" | "webp";

/** An image of an image file, as its header says. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** Returns the images of an image file without decoding any. Throws ExtractionFailure. */
export function readFrames(type: ImageType, bytes: Uint8Array): Frame[] {
  const frames = listFrames(type, bytes);
  if (!frames || frames.some(({ width, height }) => width === 0 || height === 0))
    throw new ExtractionFailure("UNREADABLE_FILE", `Cannot read the file because it is not a valid ${type} file`);
  return frames;
}

/** A page of a fax or a plain screen packs into few bytes; icons and most logos have fewer pixels. */
const PIXELS_OF_A_PAGE = 300_000;

/** Whether an image of few bytes may yet be a scan or a screenshot. */
export function hasPageSize({ width, height }: Frame): boolean {
  return width * height >= PIXELS_OF_A_PAGE;
}

/** Why an image must not be decoded; null if it may. */
export function refuseFrame({ width, height }: Frame): string | null {
  if (width > SIDE_MAX || height > SIDE_MAX)
    return `Cannot read the picture because it has ${width} × ${height} pixels: at most ${SIDE_MAX} a side are allowed`;
  if (width * height > PIXELS_MAX)
    return `Cannot read the picture because it has ${width} × ${height} pixels: at most ${PIXELS_MAX / 1e6} million are allowed`;
  return null;
}

function listFrames(type: ImageType, bytes: Uint8Array): Frame[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (type) {
      case "png":
        return one(readPng(view));
      case "jpg":
        return one(readJpeg(view));
      case "webp":
        return one(readWebp(view));
      case "tiff":
        return readTiffDirectories(view);
      default:
        return type satisfies never;
    }
  } catch (error) {
    // A header that points outside the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function one(frame: Frame | null): Frame[] | null {
  return frame && [frame];
}

const IHDR = 0x49484452;

function readPng(view: DataView): Frame | null {
  if (view.getUint32(12) !== IHDR) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The markers C4, C8 and CC are of other segments. */
const START_OF_FRAME = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const START_OF_SCAN = 0xda;

function readJpeg(view: DataView): Frame | null {
  for (let at = 2; at < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (START_OF_FRAME.has(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker === START_OF_SCAN) return null;
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const length = standsAlone ? 0 : view.getUint16(at + 2);
    if (!standsAlone && length < 2) return null;
    at += 2 + length;
  }
  return null;
}

function readWebp(view: DataView): Frame | null {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 "
      if (uint24(23) !== 0x2a019d) return null;
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      // "VP8L": two lengths of 14 bits, less one.
      if (view.getUint8(20) !== 0x2f) return null;
      const sizes = view.getUint32(21, true);
      return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // "VP8X"
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    default:
      return null;
  }
}
