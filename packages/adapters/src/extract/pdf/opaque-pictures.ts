import type { PdfPage } from "./open-pdf.ts";

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly kind?: number;
  readonly data?: ArrayLike<number> | null;
}

const [GREY, RGB, RGBA] = [1, 2, 3];
const SAMPLES = 500;

/** Whether a picture, by the arguments of its operator, lets nothing through; `false` where that is unknown. */
export function createOpacityCheck(page: PdfPage): (picture: readonly unknown[]) => boolean {
  const find = (reference: unknown): Picture | null => {
    if (typeof reference !== "string") return reference as Picture | null;
    const store = reference.startsWith("g_") ? page.commonObjs : page.objs;
    return store.has(reference) ? (store.get(reference) as Picture | null) : null;
  };
  return ([reference]) => {
    const picture = find(reference);
    if (!picture?.data) return false;
    if (picture.kind === GREY || picture.kind === RGB) return true;
    return picture.kind === RGBA && isOpaque(picture.data);
  };
}

function isOpaque(data: ArrayLike<number>): boolean {
  const step = Math.max(1, Math.floor(data.length / 4 / SAMPLES)) * 4;
  for (let at = 3; at < data.length; at += step) if ((data[at] ?? 0) < 230) return false;
  return true;
}
