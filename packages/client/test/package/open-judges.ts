import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { checkCertificate, readCertificate } from "../../src/verify/certificate.ts";
import { type PackageVerification, verifyPackage } from "../../src/verify/package/index.ts";

export type Word = PackageVerification["word"] | "usage";

/** What each verifier says of a package, in a word and the checks that failed. */
export interface Judged {
  readonly word: Word;
  readonly failed: readonly string[];
}

export interface Judges {
  /** By `assay verify`, `verify.html` and, where there is Python, `verify.py`, in this order. */
  judge(zip: Uint8Array): Promise<readonly Judged[]>;
  /** Of a certificate of deletion. */
  judgeCertificate(bytes: Uint8Array): Promise<readonly Judged[]>;
  close(): Promise<void>;
}

interface KeySet {
  readonly keys: readonly {
    readonly kid: string;
    readonly kty?: "OKP";
    readonly crv?: "Ed25519";
    readonly x: string;
  }[];
}

interface PageReport {
  readonly problems: Readonly<Record<string, readonly string[]>>;
}

/** What the script of `verify.html` offers. */
interface Page {
  verify(blob: Blob, keys: unknown): Promise<PageReport>;
  verifyCertificate(blob: Blob, keys: unknown): Promise<PageReport | null>;
  wordOf(report: unknown): Word;
  readKeys(text: string): unknown;
  selfTest(): boolean;
}

/** `verify.py` needs Python 3.11: where the machine has none, two verifiers are asked, and the suites say so. */
export const HAS_PYTHON =
  process.env.ASSAY_REQUIRE_ALL === "1" ||
  spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).status === 0;

export const NO_PYTHON = "python3 of 3.11 or later is not installed: verify.py was not tried";

export const VERIFIERS = fileURLToPath(new URL("../../../core/src/package/verifiers/", import.meta.url));

export async function openPage(): Promise<Page> {
  const html = await readFile(join(VERIFIERS, "verify.html"), "utf8");
  const [, script] = /<script>([\s\S]*)<\/script>/.exec(html)!;
  return runInThisContext(`(() => { ${script}; return ASSAY; })()`);
}

/** The verifiers, with the keys or without. */
export async function openJudges(keySet?: KeySet): Promise<Judges> {
  const folder = await mkdtemp(join(tmpdir(), "assay-packages-"));
  const page = await openPage();
  const text = JSON.stringify(keySet);
  const keys = keySet && page.readKeys(text);
  const [keysFile, zipFile] = [join(folder, "keys.json"), join(folder, "package.zip")];
  if (keySet) await writeFile(keysFile, text);
  const python = HAS_PYTHON ? startPython(keySet && keysFile) : undefined;
  return {
    async judge(zip) {
      await writeFile(zipFile, zip);
      python?.ask(zipFile);
      const own = await verifyPackage(zip, { keys: keySet?.keys });
      const report = await page.verify(toBlob(zip), keys);
      return [toJudged(own), ofPage(page, report), ...(python ? [await python.answer()] : [])];
    },
    async judgeCertificate(bytes) {
      await writeFile(zipFile, bytes);
      python?.ask(zipFile);
      const certificate = readCertificate(bytes);
      const own = certificate && (await checkCertificate(certificate, { keys: keySet?.keys }));
      const report = await page.verifyCertificate(toBlob(bytes), keys);
      return [
        own ? toJudged(own) : NEITHER,
        report ? ofPage(page, report) : NEITHER,
        ...(python ? [await python.answer()] : []),
      ];
    },
    async close() {
      await python?.end();
      await rm(folder, { recursive: true });
    },
  };
}

/** It is no package and no certificate. */
const NEITHER: Judged = { word: "usage", failed: [] };

const toBlob = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]);

interface Checked {
  readonly word: Word;
  readonly checks: readonly { readonly check: string; readonly result: string }[];
}

function toJudged({ word, checks }: Checked): Judged {
  return { word, failed: checks.filter(({ result }) => result === "FAILED").map(({ check }) => check) };
}

function ofPage(page: Page, report: PageReport): Judged {
  return {
    word: page.wordOf(report),
    failed: Object.entries(report.problems).flatMap(([name, list]) => (list.length > 0 ? [name] : [])),
  };
}

/** One process that is told path after path. */
function startPython(keysFile: string | undefined) {
  const python = spawn("python3", [join(VERIFIERS, "verify.py"), "-", ...(keysFile ? ["--keys", keysFile] : [])], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: python.stdout! })[Symbol.asyncIterator]();
  return {
    ask: (path: string) => python.stdin!.write(`${path}\n`),
    async answer(): Promise<Judged> {
      const { value = "" } = await lines.next();
      const [, word, failed] = String(value).split("\t");
      return { word: word as Word, failed: failed ? failed.split(",") : [] };
    },
    async end() {
      python.stdin!.end();
      await ended(python);
    },
  };
}

function ended(process: ChildProcess): Promise<void> {
  return process.exitCode === null ? new Promise((done) => process.once("exit", () => done())) : Promise.resolve();
}
