import { ExtractionFailure } from "../child/extraction-failure.ts";

const FRAMES_MAX = 500;
const ENTRY_BYTES = 12;
const WIDTH = 256;
const HEIGHT = 257;
const SHORT = 3;

export interface TiffDirectory {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size of each image of a TIFF in the order of the file; null if it is not one. Throws RangeError for an
 * offset outside the file, ExtractionFailure for too many images.
 */
export function readTiffDirectories(view: DataView): TiffDirectory[] | null {
  const little = view.getUint16(0) === 0x4949;
  if (view.getUint16(2, little) !== 42) {
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file because it is a BigTIFF: save it as a TIFF");
  }
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  for (let at = view.getUint32(4, little); at !== 0; ) {
    if (seen.has(at)) return null;
    seen.add(at);
    if (directories.length === FRAMES_MAX) {
      throw new ExtractionFailure(
        "EXTRACTION_LIMIT_EXCEEDED",
        `Cannot read the file because it has too many pictures: at most ${FRAMES_MAX} are allowed`,
      );
    }
    const count = view.getUint16(at, little);
    directories.push(readSize(view, at + 2, count, little));
    at = view.getUint32(at + 2 + count * ENTRY_BYTES, little);
  }
  return directories.length === 0 ? null : directories;
}

function readSize(view: DataView, start: number, count: number, little: boolean): TiffDirectory {
  const size = { width: 0, height: 0 };
  for (let at = start; at < start + count * ENTRY_BYTES; at += ENTRY_BYTES) {
    const tag = view.getUint16(at, little);
    if (tag !== WIDTH && tag !== HEIGHT) continue;
    const isShort = view.getUint16(at + 2, little) === SHORT;
    const value = isShort ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little);
    size[tag === WIDTH ? "width" : "height"] = value;
  }
  return size;
}
