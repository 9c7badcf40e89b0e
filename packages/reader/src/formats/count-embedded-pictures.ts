import { ExtractionFailure } from "../child/extraction-failure.ts";
import { hasPageSize, type ImageType, readFrames } from "./read-frames.ts";

/** Of the base64 of an image: most icons and logos are shorter. */
const LENGTH_MIN = 13_500;
const BEGIN = "data:image/";
const END = /[^"'\s>)]*/y;
const SOURCE = /src\s*=\s*["']?$/i;

/** How many images that may hold text are written into a page itself. */
export function countEmbeddedPictures(html: string): number {
  const seen = new Map<string, number>();
  for (let at = html.indexOf(BEGIN); at !== -1; at = html.indexOf(BEGIN, END.lastIndex)) {
    END.lastIndex = at;
    const [address = ""] = END.exec(html) ?? [];
    END.lastIndex = at + Math.max(BEGIN.length, address.length);
    if ((address.length < LENGTH_MIN && !isPage(address)) || !SOURCE.test(html.slice(Math.max(0, at - 12), at)))
      continue;
    const key = `${address.length} ${address.slice(0, 2000)}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  // What is shown repeatedly is decoration.
  return [...seen.values()].filter((count) => count === 1).length;
}

const HEAD = /^data:image\/(png|jpeg|tiff|webp);base64,/i;

/** Whether a short image has the pixels of a page. */
function isPage(address: string): boolean {
  const [head, subtype = ""] = HEAD.exec(address) ?? [];
  if (head === undefined) return false;
  const type = subtype.toLowerCase().replace("jpeg", "jpg") as ImageType;
  try {
    return readFrames(type, Buffer.from(address.slice(head.length), "base64")).some(hasPageSize);
  } catch (error) {
    if (error instanceof ExtractionFailure) return false;
    throw error;
  }
}
