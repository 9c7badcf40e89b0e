import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { englishOnly } from "../../api/build/english-only.ts";
import type { Files } from "./deno-apps.ts";

const entry = (file: string) => fileURLToPath(new URL(`../../api/src/entry/${file}`, import.meta.url));

/** The API as one module, so that the runtime installs nothing; files are read by the deployment at EXTRACTION_URL. */
export async function bundleApi(): Promise<Files> {
  const bundled = await build({
    entryPoints: { main: entry("deno-deploy.ts") },
    outdir: "bundle",
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "es2024",
    conditions: ["deno", "worker"],
    alias: { "@google/genai/web": entry("left-out.ts") },
    // What few requests need is loaded with the first of them.
    splitting: true,
    minify: true,
    plugins: [englishOnly],
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    logLevel: "silent",
  });
  return Object.fromEntries(
    bundled.outputFiles.map(({ path, text }) => [
      path.slice(path.lastIndexOf("/") + 1),
      { encoding: "utf-8", content: text },
    ]),
  );
}
