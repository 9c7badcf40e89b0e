import type { Picture } from "@assay/contract";
import type { PageReading } from "../extraction.ts";
import { markText } from "../text/marked-text.ts";
import type { Piece, SegmentSink } from "./segment-sink.ts";

/** Keeps a place in the text for the words of an image, which OCR may read later. */
export async function writePicture(
  sink: SegmentSink,
  where: Pick<Piece, "pageNumber" | "location">,
  at: Picture,
): Promise<NonNullable<PageReading["picture"]>> {
  const segment = sink.count;
  await sink.write({ ...where, content: markText("") });
  return { segment, at };
}
