import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { ROOT } from "./launch-process.ts";

const texts = z.record(z.string(), z.string());
const action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional(), required: z.boolean().optional() })),
  outputs: z.record(z.string(), z.object({ value: z.string() })),
  runs: z.object({
    using: z.literal("composite"),
    steps: z.array(
      z.strictObject({
        name: z.string(),
        id: z.string().optional(),
        if: z.string().optional(),
        shell: z.literal("bash"),
        env: texts,
        run: z.string(),
      }),
    ),
  }),
});

export interface ActionRun {
  /** The first that was not 0, which ends the action. */
  readonly code: number;
  readonly outputs: Readonly<Record<string, string>>;
  /** Names of the steps that ran. */
  readonly steps: readonly string[];
  readonly log: string;
  readonly summary: string;
}

export interface ActionGiven {
  readonly inputs: Readonly<Record<string, string>>;
  /** What `github.…` names. */
  readonly github: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder that the job works in. */
  readonly cwd: string;
}

/** Runs the steps of `action.yml` one after the other, as a runner does: bash, files for outputs and the summary. */
export async function runAction({ inputs, github, env = {}, cwd }: ActionGiven): Promise<ActionRun> {
  const { inputs: declared, outputs, runs } = action.parse(parse(await readFile(join(ROOT, "action.yml"), "utf8")));
  const temp = await mkdtemp(join(tmpdir(), "assay-runner-"));
  const values = new Map(Object.entries(github).map(([name, value]) => [`github.${name}`, value]));
  for (const [name, { default: text = "" }] of Object.entries(declared))
    values.set(`inputs.${name}`, inputs[name] ?? fill(text, values));
  const files = { GITHUB_OUTPUT: join(temp, "output"), GITHUB_STEP_SUMMARY: join(temp, "summary") };
  await Promise.all(Object.values(files).map((path) => writeFile(path, "")));
  const ran: string[] = [];
  let code = 0;
  let log = "";
  for (const step of runs.steps) {
    if (step.if !== undefined && !holds(step.if, values)) continue;
    ran.push(step.name);
    const own = Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, fill(text, values)]));
    const path = { PATH: process.env.PATH!, GITHUB_ACTION_PATH: ROOT, RUNNER_TEMP: temp };
    const ended = await runBash(step.run, { cwd, env: { ...path, ...files, ...github, ...env, ...own } });
    log += ended.output;
    for (const line of (await readFile(files.GITHUB_OUTPUT, "utf8")).split("\n").filter(Boolean)) {
      const at = line.indexOf("=");
      values.set(`steps.${step.id}.outputs.${line.slice(0, at)}`, line.slice(at + 1));
    }
    await writeFile(files.GITHUB_OUTPUT, "");
    if (ended.code === 0) continue;
    code = ended.code;
    break;
  }
  const summary = await readFile(files.GITHUB_STEP_SUMMARY, "utf8");
  await rm(temp, { recursive: true, force: true });
  const filled = Object.entries(outputs).map(([name, { value }]) => [name, fill(value, values)]);
  return { code, outputs: Object.fromEntries(filled), steps: ran, log, summary };
}

/** What `${{ … }}` names; nothing where nothing has that name, as on a runner. */
function fill(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => values.get(name) ?? "");
}

/** Comparisons with a text, joined by `&&`. */
function holds(condition: string, values: ReadonlyMap<string, string>): boolean {
  return condition.split(" && ").every((part) => {
    const [, name, wanted] = /^([\w.-]+) == '([^']*)'$/.exec(part) ?? [];
    if (name === undefined) throw new Error(`Cannot judge the condition '${part}'`);
    return (values.get(name) ?? "") === wanted;
  });
}

function runBash(
  script: string,
  options: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const shell = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], options);
    let output = "";
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    shell.once("error", reject);
    shell.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
