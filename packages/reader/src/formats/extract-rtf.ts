import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import { writeComments } from "../text/write-comments.ts";
import { readRtf } from "./read-rtf.ts";
import { writeSections } from "./section-writer.ts";

const PICTURE_LENGTH_MIN = 20_000;
const PICTURES_NOT_READ = "Its pictures are not read: save the file as .docx and upload that";

export const extractRtf: ExtractFormat = async (bytes, sink) => {
  const { sections, comments, pictureLength } = readRtf(bytes, () => sink.progress());
  await writeSections(sections, sink);
  await writeComments(sink, comments, { location: "Comments" });
  const pictures = pictureLength >= PICTURE_LENGTH_MIN;
  if (pictures) sink.warn({ code: "PICTURE_NOT_READ", message: `The file has pictures. ${PICTURES_NOT_READ}` });
  return noteDocument(sink, pictures ? PICTURES_NOT_READ : null);
};
