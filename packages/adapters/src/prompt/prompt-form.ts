/**
 * One version of what assessors are asked, as data. It is pinned by retrieval versions: it changes with every change of
 * its wording, of its order or of the answer's form.
 */
export interface PromptForm {
  readonly version: string;
  /** The same for all requests. */
  readonly system: string;
  /** What is after the data; without marks or names that differ from request to request. */
  readonly task: string;
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
