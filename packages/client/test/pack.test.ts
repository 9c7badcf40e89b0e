import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const PACKAGE = join(import.meta.dirname, "..");
const WORKFLOW = join(PACKAGE, "../../.github/workflows/release.yml");

const CONSUMER = `import { Assay, type Run } from "@assay/client";
const assay = new Assay({ baseUrl: "http://127.0.0.1:1", token: "t" });
const counted: Run["assessedCount"] = 1;
console.log(typeof assay.runs.start, counted);
`;

function run(cwd: string, file: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: "utf8" });
  expect(status, `${file} ${args.join(" ")}: ${stdout}${stderr}`).toBe(0);
  return stdout;
}

test("what the release's commands pack works without this repository, with types and without dependencies", () => {
  const dir = mkdtempSync(join(tmpdir(), "assay-client-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const commands = [...readFileSync(WORKFLOW, "utf8").matchAll(/ pnpm (--filter @assay\/client .+)$/gm)];
  expect(commands.map(([, command]) => command!.split(" ")[2])).toEqual(["build", "pack"]);
  for (const [, command] of commands)
    run(PACKAGE, "pnpm", ...command!.replace('"$RUNNER_TEMP/client.tgz"', join(dir, "client.tgz")).split(" "));
  run(dir, "tar", "-xzf", "client.tgz");

  const root = join(dir, "package");
  const { exports, dependencies = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(dependencies).toEqual({});
  expect(exports["."]).toEqual({ types: "./dist/index.d.ts", default: "./dist/index.js" });
  mkdirSync(join(dir, "node_modules/@assay"), { recursive: true });
  renameSync(root, join(dir, "node_modules/@assay/client"));
  writeFileSync(join(dir, "package.json"), '{"type":"module"}');
  writeFileSync(join(dir, "consumer.ts"), CONSUMER);
  run(dir, "tsc", "--noEmit", "--strict", "--module", "nodenext", "--target", "esnext", "--types", "", "consumer.ts");
  expect(run(dir, process.execPath, "consumer.ts").trim()).toBe("function 1");
  expect(run(dir, "tar", "-tzf", "client.tgz")).not.toMatch(/\/(src|test|node_modules)\//);
});
