import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ENTRIES, type Env, launchProcess, ROOT, type TestProcess } from "./launch-process.ts";

/** A runtime of the service, and in what it differs from the others. */
export interface Runtime {
  readonly name: string;
  /** Reads files, web pages and packs. What does not leaves the first two to EXTRACTION_URL, and answers 503 for packs. */
  readonly readsFiles: boolean;
  /** Runs the shipped model, by which a mere plan shows nothing. */
  readonly checksMeaning: boolean;
  /** The largest upload that it takes without settings of its own. */
  readonly uploadBytesMax: number;
  launch(port: number, settings: Env): TestProcess;
}

const MEGABYTE = 1_048_576;
const API = join(ROOT, "apps/api");
const { resolve } = createRequire(join(API, "package.json"));
const folderOf = (name: string) => dirname(resolve(`${name}/package.json`));

export const NODE: Runtime = {
  name: "Node",
  readsFiles: true,
  checksMeaning: true,
  uploadBytesMax: 100 * MEGABYTE,
  launch: (port, settings) =>
    launchProcess([process.execPath, ENTRIES.node], { ...settings, HOST: "127.0.0.1", PORT: String(port) }),
};

export const DENO: Runtime = {
  name: "Deno",
  readsFiles: true,
  checksMeaning: false,
  uploadBytesMax: 100 * MEGABYTE,
  launch(port, settings) {
    const program = join(folderOf("deno"), "deno");
    const entry = join(API, "src/entry/deno.ts");
    return launchProcess([program, "serve", "-A", "--host=127.0.0.1", `--port=${port}`, entry], settings);
  },
};

export const WORKERD: Runtime = {
  name: "workerd",
  readsFiles: false,
  checksMeaning: false,
  uploadBytesMax: 50 * MEGABYTE,
  launch(port, settings) {
    // Whatever the tool would write into the home of anyone who runs it.
    const home = mkdtempSync(join(tmpdir(), "assay-wrangler-"));
    const tool = join(folderOf("wrangler"), "bin/wrangler.js");
    const options = [`--config=${join(API, "wrangler.jsonc")}`, `--persist-to=${home}`, "--ip=127.0.0.1"];
    const variables = Object.entries(settings).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
    const started = launchProcess([process.execPath, tool, "dev", ...options, `--port=${port}`, ...variables], {
      HOME: home,
      XDG_CONFIG_HOME: home,
      DO_NOT_TRACK: "1",
      WRANGLER_SEND_METRICS: "false",
    });
    const ended = started.ended.then(async (end) => {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
      return end;
    });
    return { ...started, ended };
  },
};
