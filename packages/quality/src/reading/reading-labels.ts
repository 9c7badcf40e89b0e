import { readFileSync } from "node:fs";
import { z } from "zod";

/** A question with the options that it offers, and whether each is ticked. */
const pick = z.strictObject({ question: z.string(), options: z.record(z.string(), z.boolean()) });
/** A drop-down: the entry that is chosen, null where none is. */
const list = z.strictObject({ question: z.string(), chosen: z.string().nullable(), others: z.array(z.string()) });
const tick = z.strictObject({ statement: z.string(), ticked: z.boolean() });

export type Pick = z.infer<typeof pick>;
export type List = z.infer<typeof list>;
export type Tick = z.infer<typeof tick>;
export type Choice = Pick | List | Tick;

const struck = z.strictObject({ struck: z.array(z.string()), live: z.array(z.string()) });

/** A value of a table: the cell that names its row, its headings from the top one on, and what is in its cell. */
const value = z.strictObject({ row: z.string(), heading: z.array(z.string()), value: z.string() });
export type Value = z.infer<typeof value>;
const table = z.strictObject({ headings: z.array(z.string()), values: z.array(value) });
export type Table = z.infer<typeof table>;

const labelled = z.discriminatedUnion("kind", [
  z.strictObject({ file: z.string(), kind: z.literal("choice"), items: z.array(z.union([pick, list, tick])) }),
  z.strictObject({ file: z.string(), kind: z.enum(["struck", "naming"]), items: z.array(struck) }),
  z.strictObject({ file: z.string(), kind: z.enum(["table", "date", "number"]), items: z.array(table) }),
]);
export type LabelledFile = z.infer<typeof labelled>;

const source = {
  repository: z.string(),
  commit: z.string(),
  path: z.string(),
  sha256: z.string(),
  licence: z.string(),
};
const sourceFile = z.strictObject(source);
/** A file of a public repository, which is not stored here. */
export type SourceFile = z.infer<typeof sourceFile>;
const publicTables = z.strictObject({ ...source, tables: z.array(table) });
export type PublicTables = z.infer<typeof publicTables>;
const publicFile = z.strictObject({
  ...source,
  half: z.enum(["open", "kept"]),
  /** Some that another reader finds in it. */
  words: z.array(z.string()),
});
export type PublicFile = z.infer<typeof publicFile>;

const SETS = new URL("../../sets/reading/", import.meta.url);

/** The files of the set; what is right about each was written down by somebody who had not seen the reader. */
export const listLabels = () => linesOf("labels.jsonl", labelled);

export const listPublic = () => linesOf("public.jsonl", publicFile);
/** All of them are held out. */
export const listPublicTables = () => linesOf("public-tables.jsonl", publicTables);

function linesOf<T>(name: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(new URL(name, SETS), "utf8").trim().split("\n");
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

export const pathOf = (file: string) => new URL(`fixtures/${file}`, SETS);
/** Whether the file is held out: its totals alone are printed. */
export const isKept = (file: string) => file.startsWith("kept/");
