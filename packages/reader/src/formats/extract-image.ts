import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { markText } from "../text/marked-text.ts";
import { type ImageType, readFrames, refuseFrame } from "./read-frames.ts";

/** One page and one empty segment for each picture: its words are read by an OCR engine. */
export function extractImage(type: ImageType): ExtractFormat {
  return async (bytes, sink) => {
    const frames = readFrames(type, bytes);
    const refusals = frames.map(refuseFrame);
    const refusal = refusals.find((reason) => reason !== null);
    if (refusal && refusals.every((reason) => reason !== null))
      throw new ExtractionFailure("EXTRACTION_LIMIT_EXCEEDED", refusal);
    for (const [frame, reason] of refusals.entries()) {
      const label = frames.length === 1 ? null : `Picture ${frame + 1}`;
      const segment = sink.count;
      await sink.write({ location: label, content: markText("") });
      if (reason === null) sink.page({ label, state: "IMAGE_ONLY", picture: { segment, at: { kind: "FILE", frame } } });
      else sink.page({ label, state: "UNREADABLE", reason });
    }
    return { pages: frames.length, pagesWithText: 0 };
  };
}
