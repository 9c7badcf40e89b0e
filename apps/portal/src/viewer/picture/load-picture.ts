import type { Picture } from "@assay/client";

/** Of a package whose member is looked for, and of the member. */
const PACKAGE_BYTES_MAX = 2 ** 27;
const MEMBER_BYTES_MAX = 2 ** 26;
/** A larger image takes the tab with it. */
const PIXELS_MAX = 2 ** 26;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  bmp: "image/bmp",
};

/** The image in a file, as the browser can draw it. Throws an error that says why it cannot. */
export async function loadPicture(
  file: Uint8Array<ArrayBuffer>,
  fileType: string,
  { kind, part, frame = 0 }: Picture,
): Promise<Blob> {
  const bytes = kind === "PART" ? await unpack(file, part) : file;
  const type = kind === "PART" ? (part?.split(".").at(-1)?.toLowerCase() ?? "") : fileType;
  const mediaType = MEDIA_TYPES[type];
  if (mediaType) return new Blob([bytes], { type: mediaType });
  if (type === "tiff" || type === "tif") return drawTiff(bytes, frame);
  throw new Error(`A browser cannot draw pictures of this format (${type || "unknown"})`);
}

async function unpack(file: Uint8Array<ArrayBuffer>, part: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  if (file.length > PACKAGE_BYTES_MAX) throw new Error("The file is too large to take the image out of it here");
  const { unzipSync } = await import("fflate");
  const members = unzipSync(file, {
    filter: ({ name, originalSize }) => name === part && originalSize <= MEMBER_BYTES_MAX,
  });
  const member = part === undefined ? undefined : members[part];
  if (!member) throw new Error("The image is not in the file, or is too large to be shown here");
  return new Uint8Array(member);
}

async function drawTiff(bytes: Uint8Array<ArrayBuffer>, frame: number): Promise<Blob> {
  const { default: tiff } = await import("utif2");
  const { buffer } = bytes;
  const directory = tiff.decode(buffer)[frame];
  if (!directory) throw new Error(`The file has no image ${frame + 1}`);
  const [width, height] = [numberOf(directory.t256), numberOf(directory.t257)];
  if (width * height > PIXELS_MAX) throw new Error("The image is too large to be shown here");
  tiff.decodeImage(buffer, directory);
  const canvas = new OffscreenCanvas(directory.width, directory.height);
  const pixels = new Uint8ClampedArray(tiff.toRGBA8(directory));
  canvas.getContext("2d")!.putImageData(new ImageData(pixels, directory.width, directory.height), 0, 0);
  return canvas.convertToBlob();
}

function numberOf(tag: unknown): number {
  return Array.isArray(tag) ? Number(tag[0]) : Number.NaN;
}
