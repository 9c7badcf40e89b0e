import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { writePicture } from "../child/write-picture.ts";
import { hasPageSize, type ImageType, readFrames, refuseFrame } from "../formats/read-frames.ts";
import type { Package } from "./open-package.ts";

/** Most icons and logos are smaller. */
const BYTES_MIN = 10_000;
const SIDE_MIN = 100;
const PICTURES_MAX = 1000;
/** Of images that are unpacked for the sizes in their headers. */
const HEADERS_BYTES_MAX = 64 * 1024 * 1024;
const TYPES: Readonly<Record<string, ImageType>> = {
  png: "png",
  jpg: "jpg",
  jpeg: "jpg",
  jpe: "jpg",
  jfif: "jpg",
  tif: "tiff",
  tiff: "tiff",
  webp: "webp",
};
const OTHER_TYPES = /^(?:gif|bmp|dib|emf|wmf|emz|wmz|svg|jp2|heic|pict|pcx|wdp)$/;

/** An image that may hold text of its own. */
export interface PackagePicture {
  readonly part: string;
  /** Why it cannot be read; null if OCR may. */
  readonly refusal: string | null;
}

/** Of the parts that a document refers to, the images that may hold text; what is drawn repeatedly is decoration. */
export function listPictures(parts: Package, references: readonly string[]): PackagePicture[] {
  const uses = new Map<string, number>();
  for (const reference of references) {
    const part = parts.find(reference);
    if (part !== undefined) uses.set(part, (uses.get(part) ?? 0) + 1);
  }
  let bytesLeft = HEADERS_BYTES_MAX;
  return [...uses]
    .filter(([, count]) => count === 1)
    .slice(0, PICTURES_MAX)
    .flatMap(([part]) => {
      bytesLeft -= parts.sizeOf(part);
      return judgePicture(parts, part, bytesLeft >= 0) ?? [];
    });
}

/** `null` for what is no image, or too small for text. */
function judgePicture(parts: Package, part: string, mayOpen: boolean): PackagePicture | null {
  const extension = part.slice(part.lastIndexOf(".") + 1).toLowerCase();
  const type = TYPES[extension];
  if (!type && !OTHER_TYPES.test(extension)) return null;
  const isSmall = parts.sizeOf(part) < BYTES_MIN;
  if (!type) return isSmall ? null : { part, refusal: `Pictures of type ${extension} are not read.` };
  // OCR looks at the header again.
  if (!mayOpen) return isSmall ? null : { part, refusal: null };
  try {
    const [frame] = readFrames(type, parts.readBytes(part) ?? new Uint8Array());
    if (!frame) return null;
    if (frame.width < SIDE_MIN || frame.height < SIDE_MIN || (isSmall && !hasPageSize(frame))) return null;
    return { part, refusal: refuseFrame(frame) };
  } catch (error) {
    if (error instanceof ExtractionFailure) return isSmall ? null : { part, refusal: "The picture is damaged." };
    throw error;
  }
}

/** Images as pages of their own, each with an empty segment for its words. */
export async function writePictures(
  sink: SegmentSink,
  pictures: readonly PackagePicture[],
  nameOf: (number: number) => string,
): Promise<void> {
  for (const [at, picture] of pictures.entries()) {
    const label = nameOf(at + 1);
    if (picture.refusal !== null) sink.page({ label, state: "UNREADABLE", reason: picture.refusal });
    else {
      const place = await writePicture(sink, { location: label }, { kind: "PART", part: picture.part });
      sink.page({ label, state: "IMAGE_ONLY", picture: place });
    }
  }
}
