import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDERS = ["cmaps", "standard_fonts", "wasm"];

/** Serves what pdf.js fetches by name: character maps and fonts that a file may only name, and image decoders. */
export function pdfAssets() {
  return {
    name: "pdf-assets",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const source = dirname(fileURLToPath(import.meta.resolve("pdfjs-dist/package.json")));
        const target = join(fileURLToPath(dir), "pdfjs");
        for (const folder of FOLDERS)
          await cp(join(source, folder), join(target, folder), {
            recursive: true,
            // The site's policy allows no WebAssembly: of the decoders only those in JavaScript are of use.
            filter: (path) => !path.endsWith(".wasm") && !path.includes("quickjs"),
          });
      },
    },
  };
}
