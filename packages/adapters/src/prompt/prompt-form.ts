/** The blocks of data that a prompt holds. */
export type DataBlock = "guidance" | "passages" | "requirement";

/**
 * One version of what assessors are asked, as data. It is pinned by retrieval versions: it changes with every change of
 * its wording, of its order or of the answer's form, and a version that was ever in use asks what it asked.
 */
export interface PromptForm {
  readonly version: string;
  /** The same for all requests. */
  readonly system: string;
  /** What stands after the data; without marks or names that differ from request to request. */
  readonly task: string;
  readonly blocks: readonly DataBlock[];
  /** Best first, or as they stand in their documents, so that the same evidence is the same text. */
  readonly passageOrder: "rank" | "place";
  /** Whether passages are shown with their context, and the requirement with its parts. */
  readonly shows: { readonly context: boolean; readonly parts: boolean };
  /** What quotes that stand nowhere do: they are asked for again, or they lower the confidence. */
  readonly lostQuotes: "repair" | "cap";
  /** How long answers are, in tokens: whatever is asked, and for each part of the requirement. */
  readonly answerTokens: { readonly whole: number; readonly perPart: number };
  /** The most tokens that an answer about so many parts may have; what a model thinks before is not counted. */
  outputTokensMax(parts: number): number;
  /** The form of an answer as JSON Schema, in the part of it that all vendors know. */
  schema(names: AnswerNames): JsonObjectSchema;
}

/** The names that an answer may use. */
export interface AnswerNames {
  readonly passages: readonly string[];
  /** Empty where parts are not asked for. */
  readonly parts: readonly string[];
}

export interface JsonObjectSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

export type JsonSchema =
  | JsonObjectSchema
  | {
      readonly type: "array";
      readonly items: JsonSchema;
      readonly minItems?: number;
      readonly maxItems?: number;
    }
  | { readonly type: "string"; readonly enum?: readonly string[]; readonly maxLength?: number }
  | { readonly type: "number" };
