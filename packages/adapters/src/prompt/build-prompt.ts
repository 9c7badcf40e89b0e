import { ModelError } from "@assay/contract";
import type { AssessmentRequest, EvidencePassage } from "@assay/core/ports";
import { plainText } from "./plain-text.ts";
import type { JsonObjectSchema, PromptForm } from "./prompt-form.ts";

/** UTF-16 code units; about 50,000 tokens. */
export const PROMPT_LENGTH_MAX = 200_000;
const LABEL_LENGTH_MAX = 300;
const CONTEXT_LENGTH_MAX = 1000;

export interface Prompt {
  readonly system: string;
  readonly user: string;
  readonly schema: JsonObjectSchema;
  readonly outputTokensMax: number;
  /** The names that the passages have in the prompt, in its order, with their chunks: models copy short names well. */
  readonly chunkIds: ReadonlyMap<string, string>;
  /** The names of the requirement's parts, with their words. */
  readonly parts: ReadonlyMap<string, string>;
}

/**
 * The messages of one assessment; the same for all vendors. Whatever comes from documents, packs and the corpus stands
 * between lines that begin with `mark`, which nobody who wrote the data can know. Throws MODEL_REJECTED_REQUEST if the
 * whole is longer than PROMPT_LENGTH_MAX.
 */
export function buildPrompt(request: AssessmentRequest, mark: string, form: PromptForm): Prompt {
  const passages = inOrder(request.passages).map((passage, at) => ({ name: `P${at + 1}`, passage }));
  const parts = request.parts.map((text, at) => ({ name: `R${at + 1}`, text }));
  const user = [
    `The mark of this request is ${mark}`,
    ...passages.map(({ name, passage }) => block(mark, `PASSAGE ${name} ${labelOf(passage)}`, passage.text)),
    ...request.guidance.map((text, at) => block(mark, `GUIDANCE G${at + 1} (explains, is no evidence)`, text)),
    block(mark, "REQUIREMENT", requirementText(request.requirement, parts)),
    `${mark} END OF THE DATA`,
    form.task,
  ].join("\n\n");
  const length = form.system.length + user.length;
  if (length > PROMPT_LENGTH_MAX)
    throw new ModelError(
      "MODEL_REJECTED_REQUEST",
      `Cannot ask the model because a prompt must have at most ${PROMPT_LENGTH_MAX} characters: this one has ${length}; retrieve fewer chunks per requirement`,
    );
  return {
    system: form.system,
    user,
    schema: form.schema({ passages: namesOf(passages), parts: namesOf(parts) }),
    outputTokensMax: form.outputTokensMax(parts.length),
    chunkIds: new Map(passages.map(({ name, passage }) => [name, passage.chunkId])),
    parts: new Map(parts.map(({ name, text }) => [name, text])),
  };
}

const namesOf = (named: readonly { readonly name: string }[]) => named.map(({ name }) => name);

/** Ids of chunks ascend within a document, and documents follow one another as they were read. */
function inOrder(passages: readonly EvidencePassage[]): readonly EvidencePassage[] {
  return passages.toSorted((left, right) => (left.chunkId < right.chunkId ? -1 : 1));
}

function block(mark: string, heading: string, text: string): string {
  return `${mark} ${heading}\n${plainText(text)}`;
}

// A file's name is written by anyone who uploaded it: as JSON it stays on its line.
function labelOf({ documentTitle, location, pageNumber, context, isFromImage }: EvidencePassage): string {
  return JSON.stringify({
    document: clip(documentTitle),
    ...(location === null ? {} : { location: clip(location) }),
    ...(pageNumber === null ? {} : { page: pageNumber }),
    ...(isFromImage ? { source: "read from an image" } : {}),
    ...(context !== null ? { context: clip(context, CONTEXT_LENGTH_MAX) } : {}),
  });
}

function requirementText(
  { requirementId, title, subcheckLabel, criterionTitle }: AssessmentRequest["requirement"],
  parts: readonly { readonly name: string; readonly text: string }[],
): string {
  return [
    `Criterion: ${criterionTitle}`,
    `Requirement ${requirementId}: ${title}`,
    ...(subcheckLabel === null ? [] : [`Part to judge: ${subcheckLabel}`]),
    ...parts.map(({ name, text }) => `${name}: ${text.replace(/\s+/g, " ")}`),
  ].join("\n");
}

function clip(text: string, lengthMax = LABEL_LENGTH_MAX): string {
  return plainText(text).slice(0, lengthMax).toWellFormed();
}
