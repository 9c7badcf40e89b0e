import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { GlobalFonts } from "@napi-rs/canvas";

export { createCanvas } from "@napi-rs/canvas";

/** The family of a font that comes with a package: a bare machine has none. */
export const PICTURE_FONT = "Picture Sans";

const PDFJS = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
if (!GlobalFonts.registerFromPath(join(PDFJS, "standard_fonts/LiberationSans-Regular.ttf"), PICTURE_FONT))
  throw new Error("Cannot draw pictures because pdfjs-dist has no LiberationSans-Regular.ttf");
