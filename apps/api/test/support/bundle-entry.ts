import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { ENTRIES, ROOT } from "./launch-process.ts";

const FOLDER = join(ROOT, "apps/api/test-results/entries");

const made = new Map<string, Promise<string>>();

/** Returns the path of the entry as one file, which a process loads in a third of the time of its 1,500 modules. */
export function bundleEntry(entry: keyof typeof ENTRIES): Promise<string> {
  const file = made.get(entry) ?? bundle(ENTRIES[entry]);
  made.set(entry, file);
  return file;
}

async function bundle(entry: string): Promise<string> {
  const bundled = await build({
    entryPoints: [entry],
    outdir: FOLDER,
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node24",
    // Errors are told apart in the log by the names of their classes.
    keepNames: true,
    banner: {
      js: `import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);`,
    },
    plugins: [FILES_WHERE_THEY_ARE],
    logLevel: "error",
  });
  const file = join(FOLDER, basename(entry).replace(".ts", ".mjs"));
  await writeWhole(file, bundled.outputFiles[0]!.text);
  return file;
}

/** What finds files beside itself goes on to find them. */
const FILES_WHERE_THEY_ARE: Plugin = {
  name: "files-where-they-are",
  setup(builder) {
    builder.onResolve({ filter: /^@electric-sql\// }, async ({ path, kind, resolveDir, pluginData }) => {
      if (pluginData) return undefined;
      return { ...(await builder.resolve(path, { kind, resolveDir, pluginData: true })), external: true };
    });
    builder.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: (await readFile(path, "utf8")).replaceAll("import.meta.url", url), loader: "ts" };
    });
  },
};

/** Workers write the same file, and processes read it meanwhile. */
async function writeWhole(file: string, text: string): Promise<void> {
  if ((await readFile(file, "utf8").catch(() => "")) === text) return;
  await mkdir(FOLDER, { recursive: true });
  const part = `${file}.${process.pid}`;
  await writeFile(part, text);
  await rename(part, file);
}
