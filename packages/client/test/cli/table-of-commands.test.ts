import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { type Options, SHARED_OPTIONS } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { widthOf } from "../../src/cli/terminal/fit-text.ts";
import { runLine } from "./open-terminal.ts";

const optionsOf = COMMANDS.map(({ name, options = {} }) => [name, options] as const satisfies [string, Options]);

test("names of commands and options mean one thing: an option has the same type and short form wherever it is", () => {
  expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
  const seen = new Map<string, string>();
  for (const [command, options] of [["shared", SHARED_OPTIONS as Options] as const, ...optionsOf])
    for (const [name, { type, short }] of Object.entries(options)) {
      const form = `${type} ${short}`;
      expect(seen.get(name) ?? form, `--${name} of ${command}`).toBe(form);
      seen.set(name, form);
    }
  for (const [command, options] of optionsOf) {
    const shorts = Object.values({ ...SHARED_OPTIONS, ...options } as Options).flatMap(({ short }) => short ?? []);
    expect(new Set(shorts).size, command).toBe(shorts.length);
  }
});

test.each(COMMANDS)(
  "the help of `$name` fits 80 columns and names its options; its examples begin with it",
  async (command) => {
    const { code, stdout } = await runLine([...command.name.split(" "), "--help"]);
    expect(code).toBe(0);
    for (const line of stdout
      .split("\n")
      .filter((each) => !command.examples.some(({ command: text }) => each.includes(text))))
      expect(widthOf(line), line).toBeLessThanOrEqual(80);
    for (const name of Object.keys(command.options ?? {})) expect(stdout).toContain(`--${name}`);
    for (const example of command.examples) expect(example.command).toContain(`assay ${command.name}`);
  },
);

test("options may stand before the command, and what it does not know is exit 2 with the way to the help", async () => {
  expect(await runLine(["--json", "packs", "import", "--help"])).toMatchObject({ code: 0 });
  expect(await runLine(["results", "--nope"])).toMatchObject({
    code: 2,
    stderr: "assay: Unknown option '--nope'\n  See `assay results --help`.\n",
  });
  expect(await runLine(["resluts"])).toMatchObject({ code: 2, stderr: expect.stringContaining("`assay results`?") });
  expect(await runLine(["packs"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("packs list, packs import"),
  });
  expect(await runLine(["upload"])).toMatchObject({ code: 2, stderr: expect.stringContaining("<files> is missing") });
  expect(await runLine(["results", "a", "b"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("one argument too many"),
  });
  expect(await runLine(["run", "--fail-on", "gone"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("it is some of missing, partial, not-judged, failed"),
  });
  const json = await runLine(["run", "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({ error: "USAGE" });
});

const complete = (line: string) => {
  const words = line.split(" ");
  const script = `${completions}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})\nCOMP_CWORD=${words.length - 1}\n_assay\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trim().split("\n");
};
const { stdout: completions } = await runLine(["completion", "bash"]);

test("bash completes commands, second words, options and closed sets of values", () => {
  expect(complete("assay re")).toEqual(["results", "reprocess", "report", "reviews", "replay"]);
  expect(complete("assay packs ")).toEqual(["list", "import", "bind", "unbind", "delete", "offer"]);
  expect(complete("assay exceptions pro")).toEqual(["propose"]);
  expect(complete("assay exceptions --exp")).toEqual(["--expiring"]);
  expect(complete("assay links create --ma")).toEqual(["--may"]);
  expect(complete("assay --json packs import --dr")).toEqual(["--dry-run"]);
  expect(complete("assay run --fail-on mi")).toEqual(["missing"]);
  expect(complete("assay completion ")).toContain("fish");
});

test.each(["zsh", "fish"])("completions for %s name every command and option", async (shell) => {
  const { code, stdout } = await runLine(["completion", shell]);
  expect(code).toBe(0);
  for (const [command, options] of optionsOf) {
    for (const word of command.split(" ")) expect(stdout).toContain(word);
    for (const name of Object.keys(options)) expect(stdout).toContain(name);
  }
});
