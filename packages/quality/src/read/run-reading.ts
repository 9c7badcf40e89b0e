import type { OscalRequirements, PackFormat } from "@assay/contract";
import type { Assessor, Embedder } from "@assay/core/ports";
import { evaluatePassages } from "../evaluate-passages.ts";
import { evaluateAll } from "./evaluate-all.ts";
import { createFinder, requirementsOf } from "./find-passages.ts";
import { printCounts, printReadings } from "./print-readings.ts";
import { readFolder } from "./read-folder.ts";
import { readPack } from "./read-pack.ts";

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
  { assessor, embedder }: { readonly assessor: Assessor; readonly embedder: Embedder },
  { folder, pack: file, format, requirements, name }: Reading,
): Promise<string> {
  const pack = await readPack(file, { format, requirements });
  const { documents, failed } = await readFolder(folder, { name });
  const asked = requirementsOf(pack);
  const find = await createFinder(embedder, documents, asked);
  const judged = await evaluateAll({ find, judge: (...given) => evaluatePassages({ assessor }, ...given) }, asked);
  const head = `${documents.length} documents of '${folder}', pack '${pack.name ?? file}', assessor ${assessor.model}`;
  const unread = failed.map(({ title, reason }) => `not read: ${title}: ${reason}`);
  const complete = judged.filter(({ verdict }) => verdict?.status === "COMPLETE");
  const readings = complete.length > 0 ? [printReadings(complete), ""] : [];
  return [head, ...unread, "", ...readings, printCounts(judged)].join("\n");
}
