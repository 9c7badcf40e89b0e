import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod";
import { ModelFilesError } from "./model-files-error.ts";

/** Kinds of text that a model may have been measured on. */
const TEXT_KINDS = ["PROSE", "TABLE_ROW", "SETTING", "LOG_LINE", "OCR"] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

const MEANINGS = ["supports", "partly", "contradicts", "unrelated"] as const;
export type Meaning = (typeof MEANINGS)[number];

/** What every folder of a model holds next to its card. */
export const MODEL_FILES = ["model.onnx", "tokenizer.json", "tokenizer_config.json", "vectors.jsonl"] as const;

const probability = z.number().min(0).max(1);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal");

const limits = {
  /** 1 − p(unrelated), at least: below it the evidence is about something else. */
  related: probability,
  /** p(supports), at least. */
  supports: probability,
  /** p(contradicts), at least. */
  contradicts: probability,
  /** p(supports), at least, to outweigh the rules of wording but a negation; absent: these rules are omitted. */
  doubtful: probability.optional(),
};

const Thresholds = z.strictObject({
  ...limits,
  /** In place of these, for kinds of text on which the development set shows a gain. */
  kinds: z.partialRecord(z.enum(TEXT_KINDS), z.strictObject(limits)).optional(),
});

const About = {
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/, "must be 1 to 64 lower-case letters, digits, dots and hyphens"),
  base: z.string().min(1),
  source: z.string().min(1),
  licence: z.string().min(1),
  languages: z.array(z.string().min(2)).min(1),
  /** Longer texts are cut. */
  tokensMax: z.int().min(8).max(8192),
  sha256: z.strictObject(Object.fromEntries(MODEL_FILES.map((file) => [file, sha256])) as FileSums),
  /** What was measured, in words, for people. */
  figures: z.record(z.string(), z.string()),
};
type FileSums = Record<(typeof MODEL_FILES)[number], typeof sha256>;

const EntailmentCard = z.strictObject({
  ...About,
  task: z.literal("entailment"),
  /** Which text comes first; the evidence comes with its context. */
  order: z.enum(["requirement-evidence", "evidence-requirement"]),
  output: z.enum(["probabilities", "logits"]),
  /** What the model's outputs are called and mean, in their order. */
  labels: z
    .array(z.strictObject({ label: z.string().min(1), means: z.enum(MEANINGS) }))
    .refine(
      (labels) => new Set(labels.map(({ means }) => means)).size === labels.length,
      "must not mean the same twice",
    )
    .refine(
      (labels) => MEANINGS.every((each) => each === "partly" || labels.some(({ means }) => means === each)),
      "must mean supports, contradicts and unrelated",
    ),
  /** Kinds of text that it was measured on; any other is not checked. */
  kinds: z.array(z.enum(TEXT_KINDS)).min(1),
  /**
   * Whose pairs of `packages/quality/sets/pairs` its training has read: a metric on these says less. Empty for none;
   * absent where nobody says it.
   */
  trainedOn: z.strictObject({ authors: z.array(z.string().min(1)) }).optional(),
  /** Measured before the model judges anything: without them no engine version may name it. */
  thresholds: z.strictObject(
    {
      /** Next to a language model, which has read the evidence by itself. */
      reading: Thresholds,
      /** Next to an assessor that goes by words alone. */
      wording: Thresholds,
    },
    "must have those for 'reading' and 'wording': measure them before the model judges anything",
  ),
});

const EmbedderCard = z.strictObject({
  ...About,
  task: z.literal("embedding"),
  dimensions: z.int().min(1).max(4096),
  /** How passages are searched by its vectors, as `npm run quality -- retrieval` measured it; absent: unmeasured. */
  search: z
    .strictObject({
      /** The cosine that counts as a similarity of 0.20, the floor of the service. */
      floor: z.number().min(0).max(0.9),
      /** What shared words weigh next to the vectors. */
      lexicalWeight: z.number().min(0).max(10),
    })
    .optional(),
});

const Card = z.discriminatedUnion("task", [EntailmentCard, EmbedderCard]);
export type Card = z.infer<typeof Card>;
/** As it comes to be added: thresholds that it lacks are measured. */
const Candidate = z.discriminatedUnion("task", [EntailmentCard.partial({ thresholds: true }), EmbedderCard]);
export type Candidate = z.infer<typeof Candidate>;
export type EntailmentCard = z.infer<typeof EntailmentCard>;
export type MeaningThresholds = EntailmentCard["thresholds"];
/** What a score needs. */
export type ScoringCard = Omit<EntailmentCard, "thresholds">;
export type EmbedderCard = z.infer<typeof EmbedderCard>;

/** A folder with a model, and what its card says. */
export interface ModelFolder<C = Card> {
  readonly path: string;
  readonly card: C;
}

/** Reads `card.json` of a folder. Throws ModelFilesError with all that is wrong in it. */
export async function readCard(path: string): Promise<ModelFolder> {
  return { path, card: await readAs(Card, path) };
}

/** As `readCard`, of a model that is not added yet. */
export async function readCandidate(path: string): Promise<ModelFolder<Candidate>> {
  return { path, card: await readAs(Candidate, path) };
}

async function readAs<T>(form: z.ZodType<T>, path: string): Promise<T> {
  const file = join(path, "card.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new ModelFilesError(`Cannot use the model in '${path}' because it has no readable card.json`);
  });
  const read = form.safeParse(parse(text, file));
  if (!read.success)
    throw new ModelFilesError(
      `Cannot use the card '${file}':\n${read.error.issues.map(({ path: at, message }) => `  ${at.join(".") || "card"}: ${message}`).join("\n")}`,
    );
  return read.data;
}

/** The name of the folder must be that of the card: a copy under another name would be another model. */
export function isNamedAs({ path, card }: ModelFolder): boolean {
  return basename(path) === card.id;
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFilesError(`Cannot use the card '${file}' because it must be JSON`);
  }
}
