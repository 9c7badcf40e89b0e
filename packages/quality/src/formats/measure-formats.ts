import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { formatOfExtension, isContainer } from "@assay/contract";
import { splitExtension } from "@assay/contract/file-type";
import type { TextExtractor } from "@assay/core/ports";
import { createTextExtractor } from "@assay/reader";
import { listFiles } from "../read/read-folder.ts";
import { type Agreement, compareWords } from "./compare-words.ts";
import { INDEPENDENT_READERS, type IndependentReader, isInstalled, readIndependently } from "./independent-readers.ts";

export interface ComparedFile extends Agreement {
  /** Its path below the folder. */
  readonly file: string;
}

/** What was compared of one format. */
export interface FormatAgreement {
  readonly format: string;
  readonly reader: string;
  /** Null: the other reader is not installed; `packages` says what to install. */
  readonly compared: readonly ComparedFile[] | null;
  readonly packages: string;
  /** Files that the other reader takes and ours refuses, with its reason. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
  /** Files that ours takes alone. */
  readonly ours: number;
}

const CHARACTERS_MAX = 5_000_000;
const FILE_LIMIT_MS = 120_000;

/** Compares the words that Assay and an independent reader find in each file below a folder, one format after the other. */
export async function measureFormats(folder: string): Promise<FormatAgreement[]> {
  const files = listFiles(folder);
  const extractor = createTextExtractor();
  const measured: FormatAgreement[] = [];
  try {
    for (const [format, reader] of Object.entries(INDEPENDENT_READERS)) {
      const own = files.filter((file) => formatOf(file) === format);
      if (own.length > 0) measured.push(await measureFormat(extractor, { format, reader, folder, files: own }));
    }
  } finally {
    await extractor.close();
  }
  return measured;
}

async function measureFormat(
  extractor: TextExtractor,
  { format, reader, folder, files }: FormatFiles,
): Promise<FormatAgreement> {
  const row = { format, reader: reader.name, packages: reader.packages };
  if (!isInstalled(reader)) return { ...row, compared: null, refused: [], ours: 0 };
  const compared: ComparedFile[] = [];
  const refused: { file: string; reason: string }[] = [];
  let ours = 0;
  for (const path of files) {
    const file = relative(folder, path);
    const [own, theirs] = await Promise.all([readOurselves(extractor, path), readIndependently(reader, path)]);
    if ("text" in own && theirs !== null) compared.push({ file, ...compareWords(own.text, theirs) });
    else if ("text" in own) ours += 1;
    else if (theirs?.trim()) refused.push({ file, reason: own.reason });
  }
  return { ...row, compared, refused, ours };
}

interface FormatFiles {
  readonly format: string;
  readonly reader: IndependentReader;
  readonly folder: string;
  readonly files: readonly string[];
}

async function readOurselves(extractor: TextExtractor, path: string): Promise<{ text: string } | { reason: string }> {
  const format = formatOfExtension(splitExtension(path).extension);
  if (!format || isContainer(format.type)) return { reason: "no format that is read" };
  const bytes = readFileSync(path);
  const texts: string[] = [];
  try {
    await extractor.extract(
      { fileType: format.type, sizeBytes: bytes.length, open: async () => new Blob([bytes]).stream() },
      {
        ...{ fromSegment: 0, charactersMax: CHARACTERS_MAX, signal: AbortSignal.timeout(FILE_LIMIT_MS) },
        async onSegment({ text }) {
          texts.push(text);
        },
      },
    );
    return { text: texts.join("\n") };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

const formatOf = (path: string) => splitExtension(path).extension.toLowerCase().replace(/^htm$/, "html");
