import type { ImageType } from "../../formats/read-frames.ts";

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** Whether a file ends before its image does; decoders fill up what is missing without a word. */
export function isCutOff(type: ImageType, bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case "png":
      return !file.includes("IEND", 8, "latin1");
    case "jpg":
      return file.lastIndexOf(END_OF_IMAGE) < file.lastIndexOf(START_OF_SCAN);
    case "webp":
      return file.length < file.readUInt32LE(4) + 8;
    case "tiff":
      return false;
    default:
      return type satisfies never;
  }
}
