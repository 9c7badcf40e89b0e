import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Another program that reads a format, to compare words with. */
export interface IndependentReader {
  readonly name: string;
  /** The Debian packages that it needs. */
  readonly packages: string;
  /** Exits with 0 where it is installed. */
  readonly probe: readonly [command: string, ...args: string[]];
  readonly command: (path: string) => readonly [command: string, ...args: string[]];
}

const SCRIPT = fileURLToPath(new URL("read-file.py", import.meta.url));
const READ_LIMIT_MS = 60_000;
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

const poppler: IndependentReader = {
  ...{ name: "poppler's pdftotext", packages: "poppler-utils", probe: ["pdftotext", "-v"] },
  command: (path) => ["pdftotext", "-q", "-enc", "UTF-8", path, "-"],
};
const pandoc = (from: string): IndependentReader => ({
  ...{ name: "pandoc", packages: "pandoc", probe: ["pandoc", "--version"] },
  command: (path) => ["pandoc", "--from", from, "--to", "plain", "--wrap", "none", "--track-changes", "accept", path],
});
// Debian's own, which its packages are for.
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
const python = (format: string, module: string, packages = "python3"): IndependentReader => ({
  ...{ name: `Python's ${module}`, packages, probe: [PYTHON, "-c", `import ${module}`] },
  command: (path) => [PYTHON, SCRIPT, format, path],
});

/** By the ending of a file's name. */
export const INDEPENDENT_READERS: Readonly<Record<string, IndependentReader>> = {
  pdf: poppler,
  docx: pandoc("docx"),
  odt: pandoc("odt"),
  rtf: pandoc("rtf"),
  xlsx: python("xlsx", "openpyxl", "python3-openpyxl"),
  pptx: python("pptx", "zipfile"),
  html: python("html", "html.parser"),
  eml: python("eml", "email"),
  csv: python("csv", "csv"),
};

export function isInstalled({ probe: [command, ...args] }: IndependentReader): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The text of a file; null where the reader refuses it or takes longer than a minute. */
export async function readIndependently(reader: IndependentReader, path: string): Promise<string | null> {
  const [command, ...args] = reader.command(path);
  const options = {
    timeout: READ_LIMIT_MS,
    killSignal: "SIGKILL",
    maxBuffer: OUTPUT_BYTES_MAX,
    encoding: "utf8",
  } as const;
  const result = await promisify(execFile)(command, args, options).catch(() => null);
  return result?.stdout ?? null;
}
