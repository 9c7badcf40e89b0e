import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { createPackParser } from "@assay/adapters/packs";
import type { OscalRequirements, PackFormat } from "@assay/contract";
import type { Assessor, Embedder } from "@assay/core/ports";
import { type JudgedRequirement, judgePack } from "./judge-pack.ts";
import { printReadings } from "./print-readings.ts";
import { readFolder } from "./read-folder.ts";

export interface Reading {
  readonly folder: string;
  readonly pack: string;
  /** Absent: by the file's extension. */
  readonly format?: PackFormat | undefined;
  readonly requirements?: OscalRequirements | undefined;
  /** Of the company that has adopted the templates of the folder; absent: open places stay open. */
  readonly name?: string | undefined;
}

/** Returns the verdicts of a pack over a folder of documents as text, for a person to read and mark. */
export async function runReading(
  engine: { readonly assessor: Assessor; readonly embedder: Embedder },
  { folder, pack: file, format = formatOf(file), requirements, name }: Reading,
): Promise<string> {
  const pack = await createPackParser().parse(readFileSync(file, "utf8"), { format, requirements });
  const { documents, failed } = await readFolder(folder, { name });
  const judged: JudgedRequirement[] = [];
  for await (const each of judgePack(engine, pack, documents)) judged.push(each);
  const head = `${documents.length} documents of '${folder}', pack '${pack.name ?? file}', assessor ${engine.assessor.model}`;
  const unread = failed.map(({ title, reason }) => `not read: ${title}: ${reason}`);
  return [head, ...unread, "", printReadings(judged)].join("\n");
}

function formatOf(file: string): PackFormat {
  switch (extname(file).toLowerCase()) {
    case ".csv":
      return "csv";
    case ".yaml":
    case ".yml":
      return "ciso-assistant";
    default:
      return "assay-json";
  }
}
