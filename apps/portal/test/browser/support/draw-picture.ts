import type { Page } from "playwright-core";

export interface DrawnPicture {
  readonly png: Buffer;
  readonly jpeg: Buffer;
  /** Of the stored image, RGBA. */
  readonly pixels: Uint8Array;
  /** Of the stored picture. */
  readonly stored: { readonly width: number; readonly height: number };
  /** Of the image as it is read, turned upright. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly words: readonly {
    start: number;
    end: number;
    box: { x0: number; y0: number; x1: number; y1: number };
    certainty: number;
  }[];
}

interface DrawOptions {
  /** Degrees clockwise that make the stored image upright. */
  readonly turned?: number;
  readonly skew?: number;
}

/** Lines of text as an image, with the place of each word in the image as it is read. */
export function drawPicture(page: Page, lines: readonly string[], options: DrawOptions = {}): Promise<DrawnPicture> {
  return page.evaluate(draw, { lines, turned: options.turned ?? 0, skew: options.skew ?? 0 }).then((drawn) => ({
    ...drawn,
    png: Buffer.from(drawn.png, "base64"),
    jpeg: Buffer.from(drawn.jpeg, "base64"),
    pixels: Buffer.from(drawn.pixels, "base64"),
  }));
}

async function draw({ lines, turned, skew }: { lines: readonly string[]; turned: number; skew: number }) {
  const [width, height] = [900, 160 + 70 * lines.length];
  const upright = new OffscreenCanvas(width, height);
  const pen = upright.getContext("2d")!;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = "#15233d";
  pen.font = "34px sans-serif";
  pen.textBaseline = "top";
  const words = [];
  let start = 0;
  for (const [index, line] of lines.entries()) {
    let x = 60;
    for (const word of line.split(" ")) {
      const end = start + word.length;
      const wide = pen.measureText(word).width;
      const y = 80 + 70 * index;
      pen.fillText(word, x, y);
      words.push({ start, end, box: { x0: x, y0: y, x1: x + wide, y1: y + 34 }, certainty: 0.93 });
      x += wide + 14;
      start = end + 1;
    }
  }
  // Stored turned and tilted the other way.
  const isSideways = turned % 180 !== 0;
  const stored = { width: isSideways ? height : width, height: isSideways ? width : height };
  const canvas = new OffscreenCanvas(stored.width, stored.height);
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, stored.width, stored.height);
  context.translate(stored.width / 2, stored.height / 2);
  context.rotate((-(turned + skew) * Math.PI) / 180);
  context.drawImage(upright, -width / 2, -height / 2);
  const toBase64 = (bytes: Iterable<number>) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const encode = async (type: string) =>
    toBase64(new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer()));
  const pixels = toBase64(context.getImageData(0, 0, stored.width, stored.height).data);
  const [png, jpeg] = [await encode("image/png"), await encode("image/jpeg")];
  return { png, jpeg, pixels, stored, width, height, text: lines.join("\n"), words };
}
