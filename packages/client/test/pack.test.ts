import { spawnSync } from "node:child_process";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, expect, test } from "vitest";

const PACKAGE = join(import.meta.dirname, "..");
const WORKFLOW = readFileSync(join(PACKAGE, "../../.github/workflows/release.yml"), "utf8");

const CONSUMER = `import { Assay, NotFoundError, RunAlreadyInProgressError, type Run } from "@assay/client";
import { AssayAdmin } from "@assay/client/admin";
import { fileFromPath } from "@assay/client/node";
import { verifySnapshot } from "@assay/client/verify";
import { verifyWebhook } from "@assay/client/webhooks";
const assay = new Assay({ baseUrl: "http://127.0.0.1:1", token: "t" });
const counted: Run["assessedCount"] = 1;
const isNotFound = (error: unknown): "NOT_FOUND" | null => (error instanceof NotFoundError ? error.code : null);
export const runOf = (error: unknown): string | undefined =>
  error instanceof RunAlreadyInProgressError ? error.details.runId : undefined;
console.log(
  [assay.runs.start, AssayAdmin, fileFromPath, verifySnapshot, verifyWebhook].map((part) => typeof part).join(" "),
  counted,
  isNotFound(null),
);
`;

const ROOT = join(PACKAGE, "../..");
const DOCUMENTS = ["packages/client/README.md", ...globSync("docs/**/*.md", { cwd: ROOT })];
/** What an example takes from those before it. */
const GIVEN = `declare const assay: import("@assay/client").Assay;
declare const saved: string | null;
declare function keep(...values: unknown[]): Promise<void>;
`;
const STRICT = ["--noEmit", "--strict", "--module", "nodenext", "--target", "esnext"];
const COMPILED = [...STRICT, "--types", ""];
/** A program on a server: `process`, files. */
const COMPILED_ON_NODE = [...STRICT, "--types", "node", "--allowImportingTsExtensions"];

const dir = mkdtempSync(join(tmpdir(), "assay-client-"));
const tarball = join(dir, "client.tgz");
const root = join(dir, "node_modules/@assay/client");

function run(cwd: string, file: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, encoding: "utf8" });
  expect(status, `${file} ${args.join(" ")}: ${stdout}${stderr}`).toBe(0);
  return stdout;
}

beforeAll(() => {
  const commands = [...WORKFLOW.matchAll(/ pnpm (--filter @assay\/client .+)$/gm)].map(([, command]) => command!);
  expect(commands.map((command) => command.split(" ")[2])).toEqual(["build", "pack"]);
  for (const command of commands)
    run(PACKAGE, "pnpm", ...command.replace('"$RUNNER_TEMP/client.tgz"', tarball).split(" "));
  run(dir, "tar", "-xzf", "client.tgz");
  mkdirSync(join(dir, "node_modules/@assay"), { recursive: true });
  renameSync(join(dir, "package"), root);
  writeFileSync(join(dir, "package.json"), '{"type":"module"}');
  writeFileSync(join(dir, "consumer.ts"), CONSUMER);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("what the release's commands pack works without this repository, with types and without dependencies", () => {
  const { exports, dependencies = {} } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(dependencies).toEqual({});
  expect(exports["."]).toEqual({ types: "./dist/index.d.ts", default: "./dist/index.js" });
  const diagnostics = run(dir, "tsc", ...COMPILED, "--diagnostics", "consumer.ts");
  console.info(`A consumer's type check: ${/Total time:\s+(\S+)/.exec(diagnostics)?.[1]}`);
  expect(run(dir, process.execPath, "consumer.ts").trim()).toBe("function function function function function 1 null");
});

test("its bin is the command line of the same version", () => {
  const { bin, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(run(dir, process.execPath, join(root, bin.assay), "--version").trim()).toBe(version);
});

test("every example of every page is accepted by the compiler", () => {
  const examples = DOCUMENTS.flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(/^```ts(?: title="[^"]+")?\n(.*?)^```/gms)].map(
      ([, text], index) => ({ file: `${path.replaceAll("/", "-")}-${index + 1}.ts`, text: text! }),
    ),
  );
  expect(examples.length).toBeGreaterThan(20);
  mkdirSync(join(dir, "node_modules/@types"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules/@types/node"), join(dir, "node_modules/@types/node"));
  for (const { file, text } of examples) {
    const isWhole = text.includes("const assay = ") || text.includes("const admin = ") || !/\bassay\./.test(text);
    writeFileSync(join(dir, file), isWhole ? text : `${GIVEN}${text}`);
  }
  run(dir, "tsc", ...COMPILED_ON_NODE, ...examples.map(({ file }) => file));
});

test("it holds what is built, a README, the changes, the licence, and nothing else", () => {
  const files = run(dir, "tar", "-tzf", "client.tgz").trim().split("\n").sort();
  const others = files.filter((file) => !/^package\/dist\/[\w./-]+\.(js|d\.ts)$/.test(file));
  expect(others).toEqual(["package/CHANGELOG.md", "package/LICENSE", "package/README.md", "package/package.json"]);
});

test("publint finds nothing to correct", async () => {
  const data = readFileSync(tarball);
  const bytes = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) as ArrayBuffer;
  const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

test("the types are right for every way to import it, CommonJS and the resolution of Node 10 aside", async () => {
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  const problems = "problems" in checked ? checked.problems : [{ kind: "no types" }];
  const leftOut = new Set<unknown>(["node10", "node16-cjs"]);
  expect(problems.filter((each) => !("resolutionKind" in each && leftOut.has(each.resolutionKind)))).toEqual([]);
});

test("npm takes what is packed: a publication that is tried and not made", () => {
  const publish = /npm publish "\$RUNNER_TEMP\/client\.tgz" (.+)$/m.exec(WORKFLOW)![1]!;
  const asked = publish.split(" ").filter((option) => option !== "--provenance");
  expect(run(dir, "npm", "publish", tarball, ...asked, "--dry-run", "--json")).toContain('"@assay/client"');
});
