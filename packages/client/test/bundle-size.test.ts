import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";

const PACKAGE = join(import.meta.dirname, "..");
// Of it 0.3 and 0.2 kB for what each client says of itself: agent, log, versions, and the reply of a call; 0.1 to call what sends in parts;
// 0.2 to compare names with what was signed of them, and for the data of persons; 0.1 for erasures of tenants.
const WHOLE_BYTES_MAX = 18_240;
const RESOURCE_BYTES_MAX = 4_800;

/** Loaded where it is needed, and by itself. */
const LATER = "../send-in-parts.ts";

/** What a program that imports this carries at its start, as it travels. */
function gzippedBytes(source: string): number {
  const { outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: PACKAGE, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    external: ["node:*", LATER],
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

const ENTRIES = ["index.ts", "admin/index.ts", "node/index.ts", "verify/index.ts", "webhooks.ts"];

test("the whole library is at most 18.24 kB", () => {
  const bytes = gzippedBytes(ENTRIES.map((entry) => `export * from "./src/${entry}";`).join("\n"));
  console.info(`whole library: ${bytes} bytes gzipped`);
  expect(bytes).toBeLessThanOrEqual(WHOLE_BYTES_MAX);
});

test.each(["Documents", "Runs", "Tasks"])("a program that uses %s alone carries at most 4.8 kB", (name) => {
  const bytes = gzippedBytes(`export { ${name} } from "./src/index.ts";`);
  console.info(`${name}: ${bytes} bytes gzipped`);
  expect(bytes).toBeLessThanOrEqual(RESOURCE_BYTES_MAX);
});
