import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { englishOnly } from "./english-only.ts";
import { CHILDREN } from "./programs.ts";

/** They find files of their own next to themselves. */
const LEFT_OUTSIDE = /^(@electric-sql\/|@napi-rs\/|css-tree|pdfjs-dist|unpdf|tesseract\.js|onnxruntime-)/;

/** Paths. */
export interface Bundled {
  readonly sources: readonly string[];
  /** What is in it of the packages of others. */
  readonly packages: readonly string[];
  readonly made: readonly string[];
}

/**
 * Bundles programs of the service, with what they start: Node loads a thousand small files, and takes the types out of
 * half of them, for longer than all the rest of a start. What a program reads by its path stays where the sources are.
 */
export async function bundleService(programs: Readonly<Record<string, string>>, outDir: string): Promise<Bundled> {
  const options = {
    entryPoints: { ...programs, ...CHILDREN },
    outdir: outDir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    outExtension: { ".js": ".mjs" },
    // Errors are distinguished in the log by the names of their classes.
    keepNames: true,
    // Source text stays in memory.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    sourcemap: true,
    sourcesContent: false,
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
    plugins: [englishOnly, keepPlaces(outDir), leaveOutside(outDir)],
    metafile: true,
    logLevel: "error",
  } satisfies BuildOptions;
  const { metafile } = await build(options);
  const paths = (files: object) => Object.keys(files).map((path) => resolve(path));
  const inputs = Map.groupBy(paths(metafile.inputs), (path) => path.includes("/node_modules/"));
  return {
    sources: inputs.get(false) ?? [],
    packages: inputs.get(true) ?? [],
    made: paths(metafile.outputs),
  };
}

const PLACE = /new URL\("(\.[^"]+\.ts)", import\.meta\.url\)|import\.meta\.url/g;

/** A source file finds others by where it is, and what it starts next to itself in the bundle. */
function keepPlaces(outDir: string): Plugin {
  const children = new Map(Object.entries(CHILDREN).map(([name, source]) => [source, name]));
  return {
    name: "keep-places",
    setup(bundling) {
      bundling.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        if (!text.includes("import.meta.")) return undefined;
        const place = `new URL(${JSON.stringify(relative(outDir, path))}, import.meta.url).href`;
        const contents = text.replaceAll(PLACE, (found, started?: string) => {
          const child = started && children.get(resolve(dirname(path), started));
          return child ? `new URL("./${child}.mjs", import.meta.url)` : found.replace("import.meta.url", () => place);
        });
        return { loader: "ts", contents };
      });
    },
  };
}

/** The bundle lies in another folder than what imports them, and finds them by their path. */
function leaveOutside(outDir: string): Plugin {
  return {
    name: "leave-outside",
    setup(bundling) {
      bundling.onResolve({ filter: LEFT_OUTSIDE }, async ({ path, pluginData, ...from }) => {
        if (pluginData === LEFT_OUTSIDE) return undefined;
        const found = await bundling.resolve(path, { ...from, pluginData: LEFT_OUTSIDE });
        return found.errors.length > 0 ? found : { path: `./${relative(outDir, found.path)}`, external: true };
      });
    },
  };
}
