import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ENTRIES, type Env, launchProcess, ROOT, type TestProcess } from "./launch-process.ts";

/** A runtime of the service, and in what it differs from the others. */
export interface Runtime {
  readonly name: string;
  /** Reads files, web pages and packs. What does not leaves the first two to EXTRACTION_URL, and answers 503 for packs. */
  readonly readsFiles: boolean;
  launch(port: number, settings: Env): TestProcess;
}

const API = join(ROOT, "apps/api");
const { resolve } = createRequire(join(API, "package.json"));
const folderOf = (name: string) => dirname(resolve(`${name}/package.json`));

export const NODE: Runtime = {
  name: "Node",
  readsFiles: true,
  launch: (port, settings) =>
    launchProcess([process.execPath, ENTRIES.node], { ...settings, HOST: "127.0.0.1", PORT: String(port) }),
};

export const DENO: Runtime = { name: "Deno", readsFiles: true, launch: denoServing(join(API, "src/entry/deno.ts")) };

export function denoServing(module: string): Runtime["launch"] {
  return (port, settings) =>
    launchProcess([join(folderOf("deno"), "deno"), "serve", "-A", "--host=127.0.0.1", `--port=${port}`, module], {
      ...settings,
      DENO_NO_UPDATE_CHECK: "1",
    });
}

export const WORKERD: Runtime = {
  name: "workerd",
  readsFiles: false,
  launch(port, settings) {
    // Whatever the tool would write into the home of whoever runs it.
    const home = mkdtempSync(join(tmpdir(), "assay-wrangler-"));
    const tool = join(folderOf("wrangler"), "bin/wrangler.js");
    const options = [`--config=${join(API, "wrangler.jsonc")}`, `--persist-to=${home}`, "--ip=127.0.0.1"];
    const variables = Object.entries(settings).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
    return launchProcess([process.execPath, tool, "dev", ...options, `--port=${port}`, ...variables], {
      HOME: home,
      XDG_CONFIG_HOME: home,
      DO_NOT_TRACK: "1",
      WRANGLER_SEND_METRICS: "false",
    });
  },
};
