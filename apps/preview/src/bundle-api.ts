import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Files } from "./deno-apps.ts";

const ENTRY = fileURLToPath(new URL("../../api/src/entry/deno-deploy.ts", import.meta.url));

/** The API as one module, so that the runtime installs nothing; files are read by the deployment at EXTRACTION_URL. */
export async function bundleApi(): Promise<Files> {
  const bundled = await build({
    entryPoints: { main: ENTRY },
    outdir: "bundle",
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "es2024",
    conditions: ["deno", "worker"],
    minify: true,
    // Errors are told apart in the log by the names of their classes.
    keepNames: true,
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
