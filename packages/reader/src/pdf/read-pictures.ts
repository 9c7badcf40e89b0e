import type { Area } from "./geometry.ts";
import type { PdfPage } from "./open-pdf.ts";
import type { Drawing, DrawingContext } from "./trace-text.ts";

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly kind?: number;
  readonly data?: ArrayLike<number> | string | null;
}

const [GREY, RGB, RGBA] = [1, 2, 3];
const SAMPLES = 500;
const INK_SAMPLES = 4000;
/** Between what is dark and what is light, of 255. */
const INK_CONTRAST_MIN = 40;
const PICTURE_OPERATORS = ["paintImageXObject", "paintImageMaskXObject", "paintInlineImageXObject"];

/** What the pixels of a page's images tell, by the arguments of their operators. Waits until they are decoded. */
export async function readPictures(
  page: PdfPage,
  { fnArray, argsArray, operators }: Drawing,
): Promise<Pick<DrawingContext, "isOpaque" | "hasInk">> {
  const wanted = new Set(PICTURE_OPERATORS.map((name) => operators[name]));
  const found = new Map<string, Picture | null>();
  const load = (name: string) =>
    new Promise<void>((resolve) => {
      const store = name.startsWith("g_") ? page.commonObjs : page.objs;
      store.get(name, (picture: Picture | null) => {
        found.set(name, picture);
        resolve();
      });
    });
  const names = new Set<string>();
  for (const [at, operator] of fnArray.entries()) {
    const name = wanted.has(operator) ? nameOf(argsArray[at] ?? []) : null;
    if (name !== null) names.add(name);
  }
  await Promise.all([...names].map(load));
  const find = (args: readonly unknown[]): Picture | null => {
    const name = nameOf(args);
    return name === null ? (args[0] as Picture | null) : (found.get(name) ?? null);
  };
  return {
    isOpaque(args) {
      const picture = find(args);
      if (!picture?.data || typeof picture.data === "string") return false;
      if (picture.kind === GREY || picture.kind === RGB) return true;
      return picture.kind === RGBA && isOpaque(picture.data);
    },
    hasInk(args, area) {
      const picture = find(args);
      return picture !== null && hasInk(picture, area);
    },
  };
}

/** Of an image that is kept next to the drawing. */
function nameOf([reference]: readonly unknown[]): string | null {
  const name = typeof reference === "object" ? (reference as { data?: unknown } | null)?.data : reference;
  return typeof name === "string" ? name : null;
}

function isOpaque(data: ArrayLike<number>): boolean {
  const step = Math.max(1, Math.floor(data.length / 4 / SAMPLES)) * 4;
  for (let at = 3; at < data.length; at += step) if ((data[at] ?? 0) < 230) return false;
  return true;
}

/** Whether dark and light are both in an area, which is counted from the lower left corner. */
function hasInk(picture: Picture, { x1, y1, x2, y2 }: Area): boolean {
  const { width, height, data } = picture;
  if (!data || typeof data === "string") return false;
  const [left, right] = [clamp(Math.floor(x1 * width), width), clamp(Math.ceil(x2 * width), width)];
  const [top, bottom] = [clamp(Math.floor((1 - y2) * height), height), clamp(Math.ceil((1 - y1) * height), height)];
  const step = Math.max(1, Math.floor(Math.sqrt(((right - left) * (bottom - top)) / INK_SAMPLES)));
  let [darkest, lightest] = [255, 0];
  for (let y = top; y < bottom; y += step)
    for (let x = left; x < right; x += step) {
      const light = lightAt(picture, data, x, y);
      darkest = Math.min(darkest, light);
      lightest = Math.max(lightest, light);
      if (lightest - darkest >= INK_CONTRAST_MIN) return true;
    }
  return false;
}

function lightAt({ width, kind }: Picture, data: ArrayLike<number>, x: number, y: number): number {
  if (kind === RGB || kind === RGBA) {
    const at = (y * width + x) * (kind === RGB ? 3 : 4);
    return ((data[at] ?? 0) * 2 + (data[at + 1] ?? 0) * 5 + (data[at + 2] ?? 0)) / 8;
  }
  const byte = data[y * ((width + 7) >> 3) + (x >> 3)] ?? 0;
  return (byte & (0x80 >> (x & 7))) === 0 ? 0 : 255;
}

function clamp(value: number, size: number): number {
  return Math.min(size, Math.max(0, value));
}
