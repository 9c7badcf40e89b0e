import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./launch-process.ts";

const CLIENT = join(ROOT, "packages/client");

/** Makes the bin as the package has it, in milliseconds. */
export function bundleBin(outDir: string): string {
  const { scripts } = JSON.parse(readFileSync(join(CLIENT, "package.json"), "utf8"));
  const [program, ...options] = (scripts["build:cli"] as string)
    .split(" ")
    .filter((each) => !each.startsWith("--outdir"));
  const path = join(CLIENT, "node_modules/.bin", program!);
  execFileSync(path, [...options, `--outdir=${outDir}`, "--log-level=error"], { cwd: CLIENT });
  writeFileSync(join(outDir, "package.json"), '{"type":"module"}');
  return join(outDir, "assay.js");
}

export interface Bin {
  readonly path: string;
  close(): Promise<void>;
}

/** The bin in a folder of its own. */
export async function openBin(): Promise<Bin> {
  const folder = await mkdtemp(join(tmpdir(), "assay-bin-"));
  return { path: bundleBin(folder), close: () => rm(folder, { recursive: true, force: true }) };
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** Sends Ctrl-C once this was written. */
  readonly interruptAt?: RegExp;
  /** Sends Ctrl-C once it is aborted. */
  readonly interrupt?: AbortSignal;
  /** Called with all that was written to the standard error, when there is more. */
  readonly onStderr?: (text: string) => void;
}

/** The bin as a process, in a folder of its own that also holds its configuration. */
export interface CommandLine {
  readonly folder: string;
  run(args: readonly string[], options?: CommandOptions): Promise<Ended>;
  close(): Promise<void>;
}

export async function openCommandLine(bin: string, given: Readonly<Record<string, string>> = {}): Promise<CommandLine> {
  const folder = await mkdtemp(join(tmpdir(), "assay-cli-"));
  return {
    folder,
    close: () => rm(folder, { recursive: true, force: true }),
    run: (args, { env = {}, input = "", interruptAt, interrupt, onStderr } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [bin, ...args], {
          cwd: folder,
          env: {
            PATH: process.env.PATH ?? "",
            NODE_COMPILE_CACHE: join(tmpdir(), "assay-compile-cache"),
            ASSAY_CONFIG_DIR: join(folder, "config"),
            ...given,
            ...env,
          },
        });
        const written = { stdout: "", stderr: "" };
        let isInterrupted = false;
        for (const name of ["stdout", "stderr"] as const)
          child[name].setEncoding("utf8").on("data", (text: string) => {
            written[name] += text;
            if (name === "stderr") onStderr?.(written.stderr);
            if (!isInterrupted && interruptAt?.test(written[name])) isInterrupted = child.kill("SIGINT");
          });
        interrupt?.addEventListener("abort", () => child.kill("SIGINT"));
        child.once("error", reject);
        child.once("close", (code) => resolve({ code, ...written }));
        child.stdin.end(input);
      }),
  };
}
