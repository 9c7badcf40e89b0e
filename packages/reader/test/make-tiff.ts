const ENTRIES = 9;
const DIRECTORY_BYTES = 2 + ENTRIES * 12 + 4;

interface TiffPicture {
  readonly width: number;
  readonly height: number;
  /** Of one byte a pixel, rows from the top; omitted, the file has no pixels. */
  readonly grey?: Uint8Array;
}

/** A little-endian, uncompressed TIFF of grey images. */
export function makeTiff(pictures: readonly TiffPicture[], { circular = false } = {}): Uint8Array {
  const directoriesEnd = 8 + pictures.length * DIRECTORY_BYTES;
  const pixelBytes = pictures.reduce((sum, { grey }) => sum + (grey?.length ?? 0), 0);
  const bytes = new Uint8Array(directoriesEnd + pixelBytes);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  let pixelsAt = directoriesEnd;
  for (const [index, { width, height, grey }] of pictures.entries()) {
    const start = 8 + index * DIRECTORY_BYTES;
    const last = index === pictures.length - 1;
    view.setUint16(start, ENTRIES, true);
    const tags: [tag: number, value: number][] = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, pixelsAt],
      [277, 1],
      [278, height],
      [279, grey?.length ?? 0],
    ];
    for (const [at, [tag, value]] of tags.entries()) {
      const entry = start + 2 + at * 12;
      view.setUint16(entry, tag, true);
      view.setUint16(entry + 2, 4, true);
      view.setUint32(entry + 4, 1, true);
      view.setUint32(entry + 8, value, true);
    }
    view.setUint32(start + 2 + ENTRIES * 12, last ? (circular ? 8 : 0) : start + DIRECTORY_BYTES, true);
    if (grey) bytes.set(grey, pixelsAt);
    pixelsAt += grey?.length ?? 0;
  }
  return bytes;
}
