import type { ExtractFormat } from "../child/extract-format.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { readRtf } from "./read-rtf.ts";
import { writeSections } from "./section-writer.ts";

const PICTURE_LENGTH_MIN = 20_000;

export const extractRtf: ExtractFormat = async (bytes, sink) => {
  const { sections, pictureLength } = readRtf(bytes, () => sink.progress());
  await writeSections(sections, sink);
  const pictures = pictureLength >= PICTURE_LENGTH_MIN;
  notePictures(sink, pictures);
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
};

function notePictures(sink: SegmentSink, pictures: boolean): void {
  if (!pictures) {
    sink.page({ state: sink.hasText ? "TEXT" : "EMPTY" });
    return;
  }
  const reason = "Its pictures are not read: save the file as .docx and upload that";
  sink.page({ state: sink.hasText ? "MIXED" : "IMAGE_ONLY", reason });
  sink.warn({ code: "PICTURE_NOT_READ", message: `The file has pictures. ${reason}` });
}
