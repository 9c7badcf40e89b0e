import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const CLIENT = join(ROOT, "packages/client");
const SOURCES = globSync("packages/client/src/**/*.ts", { cwd: ROOT }).sort();

/** What an example takes from its reader or from the examples before it. Its own declarations hide these. */
const GIVEN = `declare const assay: import("@assay/client").Assay;
declare const admin: import("@assay/client/admin").AssayAdmin;
declare const fileFromPath: typeof import("@assay/client/node").fileFromPath;
declare const { Assay, acceptInvitation, askReset, completeReset }: typeof import("@assay/client");
declare const { exchangeInvitation, exchangeLink, exchangeReset }: typeof import("@assay/client");
declare const { AssayAdmin }: typeof import("@assay/client/admin");
declare const { verifyWebhook }: typeof import("@assay/client/webhooks");
declare const request: Request;
declare const file: Blob;
declare const [id, expiresAt, secret, password]: [string, string, string, string];
declare const [run, task, person]: { id: string; userId: string }[];
declare const saved: string | null;
declare function keep(...values: unknown[]): Promise<void>;
declare const writeFile: typeof import("node:fs/promises").writeFile;
`;

interface Example {
  readonly place: string;
  readonly text: string;
}

function examplesOf(path: string, pattern: RegExp): Example[] {
  const source = readFileSync(join(ROOT, path), "utf8");
  return [...source.matchAll(pattern)].map(({ index, 1: text }) => ({
    place: `${path}:${source.slice(0, index).split("\n").length}`,
    text: text!.replace(/^ *\* ?/gm, ""),
  }));
}

test("every example in the client's comments, which the reference shows, is accepted by the compiler", () => {
  const comments = SOURCES.flatMap((source) => examplesOf(source, /@example.*\n((?: *\* .*\n)+?)(?= *\*(?:\/| @))/g));
  expect(comments.length).toBeGreaterThan(10);
  // Within the package, so that what is imported is found as in a program that installed it.
  const dir = mkdtempSync(join(CLIENT, ".documented-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const files = new Map(comments.map((example, index) => [`example-${index}.ts`, example]));
  for (const [name, { text }] of files) writeFileSync(join(dir, name), `${text}\nexport {};\n`);
  writeFileSync(join(dir, "given.d.ts"), GIVEN);
  writeFileSync(
    join(dir, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: "nodenext",
        target: "esnext",
        types: ["node"],
        skipLibCheck: true,
        allowImportingTsExtensions: true,
      },
      include: ["*.ts"],
    }),
  );
  const { stdout } = spawnSync("tsc", ["-p", dir, "--pretty", "false"], { cwd: dir, encoding: "utf8" });
  const problems = stdout.replace(/^(example-\d+\.ts)\((\d+),\d+\)/gm, (_, name, line) => {
    const { place } = files.get(name)!;
    return `${place}, line ${line} of the example`;
  });
  expect(problems).toBe("");
});
