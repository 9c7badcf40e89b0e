import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type PackageVerification, verifyPackage } from "../../src/verify/package/index.ts";

export type Word = PackageVerification["word"] | "usage";

/** What each verifier says of a package, in a word and the checks that failed. */
export interface Judged {
  readonly word: Word;
  readonly failed: readonly string[];
}

export interface Judges {
  /** By `assay verify`, `verify.html` and `verify.py`, in this order. */
  judge(zip: Uint8Array): Promise<readonly Judged[]>;
  close(): Promise<void>;
}

interface KeySet {
  readonly keys: readonly { readonly kid: string; readonly kty: "OKP"; readonly crv: "Ed25519"; readonly x: string }[];
}

/** What the script of `verify.html` offers. */
interface Page {
  verify(blob: Blob, keys: unknown): Promise<{ readonly problems: Readonly<Record<string, readonly string[]>> }>;
  wordOf(report: unknown): Word;
  readKeys(text: string): unknown;
  selfTest(): boolean;
}

export const VERIFIERS = fileURLToPath(new URL("../../../core/src/package/verifiers/", import.meta.url));

export async function openPage(): Promise<Page> {
  const html = await readFile(join(VERIFIERS, "verify.html"), "utf8");
  const [, script] = /<script>([\s\S]*)<\/script>/.exec(html)!;
  return new Function(`${script}; return ASSAY;`)();
}

/** The three verifiers, with the keys or without; `verify.py` is one process that is told path after path. */
export async function openJudges(keySet?: KeySet): Promise<Judges> {
  const folder = await mkdtemp(join(tmpdir(), "assay-packages-"));
  const page = await openPage();
  const text = JSON.stringify(keySet);
  const keys = keySet && page.readKeys(text);
  const [keysFile, zipFile] = [join(folder, "keys.json"), join(folder, "package.zip")];
  if (keySet) await writeFile(keysFile, text);
  const python = spawn("python3", [join(VERIFIERS, "verify.py"), "-", ...(keySet ? ["--keys", keysFile] : [])], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: python.stdout! })[Symbol.asyncIterator]();
  return {
    async judge(zip) {
      await writeFile(zipFile, zip);
      python.stdin!.write(`${zipFile}\n`);
      const own = await verifyPackage(zip, { keys: keySet?.keys });
      const report = await page.verify(new Blob([zip as Uint8Array<ArrayBuffer>]), keys);
      const { value = "" } = await lines.next();
      const [, word, failed] = String(value).split("\t");
      return [
        {
          word: own.word,
          failed: own.checks.filter(({ result }) => result === "FAILED").map(({ check }) => check),
        },
        {
          word: page.wordOf(report),
          failed: Object.entries(report.problems).flatMap(([name, list]) => (list.length > 0 ? [name] : [])),
        },
        { word: word as Word, failed: failed ? failed.split(",") : [] },
      ];
    },
    async close() {
      python.stdin!.end();
      await ended(python);
      await rm(folder, { recursive: true });
    },
  };
}

function ended(process: ChildProcess): Promise<void> {
  return process.exitCode === null ? new Promise((done) => process.once("exit", () => done())) : Promise.resolve();
}
