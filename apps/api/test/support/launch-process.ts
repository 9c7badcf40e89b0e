import { type ChildProcess, spawn } from "node:child_process";
import { globSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "./test-client.ts";
import { TEST_SETTINGS } from "./test-settings.ts";

export const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const COMMANDS_FOLDER = join(ROOT, "apps/api/src/commands");
export const SOURCES = {
  node: join(ROOT, "apps/api/src/entry/node.ts"),
  demo: join(ROOT, "tools/demo/src/start-demo.ts"),
  /** The service with the demo's tenants and people, and with model calls as slow as a test asks for. */
  seeded: join(ROOT, "apps/api/test/support/seeded-entry.ts"),
  /** The service alone, with such model calls. */
  slow: join(ROOT, "apps/api/test/support/slow-entry.ts"),
} as const;

/** The operators' commands, by their names. */
export const COMMANDS: Readonly<Record<string, string>> = Object.fromEntries(
  globSync("*.ts", { cwd: COMMANDS_FOLDER }).map((file) => [
    `command-${basename(file, ".ts")}`,
    join(COMMANDS_FOLDER, file),
  ]),
);

/** The variable that names the folder of their bundles, which `setup-programs.ts` makes. */
export const PROGRAMS = "ASSAY_TEST_PROGRAMS";

export const ENTRIES = {
  get node() {
    return programOf("node", SOURCES.node);
  },
  get demo() {
    return programOf("demo", SOURCES.demo);
  },
  get seeded() {
    return programOf("seeded", SOURCES.seeded);
  },
  get slow() {
    return programOf("slow", SOURCES.slow);
  },
  launcher: join(ROOT, "scripts/up.mjs"),
};

export function entryOfCommand(name: string): string {
  return programOf(`command-${name}`, COMMANDS[`command-${name}`]!);
}

function programOf(name: string, source: string): string {
  const folder = process.env[PROGRAMS];
  return folder ? join(folder, `${name}.mjs`) : source;
}

export type Env = Readonly<Record<string, string>>;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface TestProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Everything that it wrote so far. */
  output(): { stdout: string; stderr: string };
  /** What it logged under this event. */
  logged(event: string): Record<string, unknown>[];
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

/**
 * Starts `command` with nothing of this process's settings and in a process group of its own, so that everything that
 * it starts can be ended with it.
 */
export function launchProcess(command: readonly [string, ...string[]], env: Env = {}): TestProcess {
  const [file, ...args] = command;
  const child = spawn(file, args, {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      NODE_COMPILE_CACHE: join(tmpdir(), "assay-compile-cache"),
      ASSAY_EXIT_WITH_PARENT: "true",
      ...TEST_SETTINGS,
      ...env,
    },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid!,
    child,
    ended,
    end,
    output: () => output,
    logged: (event) =>
      output.stderr
        .split("\n")
        .filter((line) => line.includes(`"event":"${event}"`))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** The address in the line that a service logs once it listens. */
export async function startedUrl(server: TestProcess): Promise<string> {
  let over = false;
  void server.ended.then(() => {
    over = true;
  });
  const [line] = await until(
    async () => {
      if (over) throw new Error(`Cannot wait for the service because it ended:\n${server.output().stderr}`);
      return server.logged("service.started");
    },
    (lines) => lines.length > 0,
    10,
  );
  return String(line!.url);
}
