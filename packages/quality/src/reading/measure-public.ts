import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TextExtractor } from "@assay/core/ports";
import { readDocument } from "@assay/reader";
import { judgeValues } from "./judge-table.ts";
import type { PublicFile, PublicTables, SourceFile } from "./reading-labels.ts";

interface PublicReading {
  readonly file: PublicFile;
  readonly format: string;
  /** Why the reader refused it; another reader opens each of these files. */
  readonly refused: string | undefined;
  /** Words that another reader finds and this one does not. */
  readonly lost: readonly string[];
  /** Whether the reading says that something was not read. */
  readonly isWarned: boolean;
  readonly pages: number;
}

const formatOf = ({ path }: SourceFile) => path.split(".").at(-1)!.toLowerCase();

/** Where a public file lies in a folder: by what it holds, so that it is the one that was labelled. */
function pathIn(folder: string, file: SourceFile): string {
  return join(folder, `${file.sha256}.${formatOf(file)}`);
}

/** Gets what the folder lacks from GitHub, at the commit that is pinned. Throws where a file is another than the labelled one. */
export async function downloadPublic(folder: string, files: readonly SourceFile[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const file of files.filter((each) => !existsSync(pathIn(folder, each)))) {
    const url = `https://raw.githubusercontent.com/${file.repository}/${file.commit}/${file.path.split("/").map(encodeURIComponent).join("/")}`;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`Cannot get ${url}: status ${response.status}`);
    writeFileSync(pathIn(folder, file), checked(file, new Uint8Array(await response.arrayBuffer())));
  }
}

/** Reads the public files of a folder. Throws where one is missing or is not the labelled one. */
export async function readPublic(
  folder: string,
  files: readonly PublicFile[],
  extractor: TextExtractor,
): Promise<PublicReading[]> {
  const readings: PublicReading[] = [];
  for (const file of files) {
    const format = formatOf(file);
    const bytes = checked(file, readFileSync(pathIn(folder, file)));
    const of = { file, format };
    try {
      const { segments, pages, warnings } = await readDocument(new File([bytes], `file.${format}`), { extractor });
      const text = squeeze(segments.map((segment) => segment.text).join(" "));
      const lost = file.words.filter((word) => !text.includes(word));
      const isWarned = warnings.length > 0 || pages.some(({ reason }) => reason !== null && reason !== undefined);
      readings.push({ ...of, refused: undefined, lost, isWarned, pages: Math.max(1, pages.length) });
    } catch (error) {
      const refused = error instanceof Error ? error.message : String(error);
      readings.push({ ...of, refused, lost: file.words, isWarned: true, pages: 0 });
    }
  }
  return readings;
}

export interface PublicPlacing {
  readonly format: string;
  readonly tables: number;
  readonly right: number;
  readonly misplaced: number;
  readonly of: number;
}

/** How many values of public tables are read under their headings, a file each. */
export async function placePublic(
  folder: string,
  files: readonly PublicTables[],
  extractor: TextExtractor,
): Promise<PublicPlacing[]> {
  const placings: PublicPlacing[] = [];
  for (const file of files) {
    const bytes = checked(file, readFileSync(pathIn(folder, file)));
    const read = await readDocument(new File([bytes], `file.${formatOf(file)}`), { extractor }).catch(() => undefined);
    const text = (read?.segments ?? []).map((segment) => segment.text).join("\n");
    const outcomes = file.tables.flatMap(({ headings, values }) => judgeValues(text, headings, values));
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
    placings.push({
      format: formatOf(file),
      tables: file.tables.length,
      right: count("right"),
      misplaced: count("misplaced"),
      of: outcomes.length,
    });
  }
  return placings;
}

function checked(file: SourceFile, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== file.sha256)
    throw new Error(`Cannot use ${file.repository}/${file.path}: its SHA-256 is ${found}, must be ${file.sha256}`);
  return bytes;
}

/** Without what readers put between letters: hyphens, white space, soft hyphens. */
function squeeze(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s­‐-]+/g, "");
}

/** Processor time of all child processes that ended so far, in seconds; undefined off Linux. */
export function childSeconds(): number | undefined {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return undefined;
  }
}
