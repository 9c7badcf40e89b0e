import { ModelError } from "@assay/contract";
import { embedTexts } from "@assay/core/embed-texts";
import type { Embedder } from "@assay/core/ports";
import * as z from "zod";
import { hostOf, type JsonLimits, withinTime } from "../model-calls/index.ts";
import { type EmbeddingPrefixes, FITTING_MODELS, knownPrefixes } from "./embedding-prefixes.ts";
import {
  createPostJson,
  type JsonAnswer,
  OPTION_REFUSED_STATUSES,
  type OpenAiCompatibleOptions,
  SERVER,
} from "./post-json.ts";

export interface OpenAiCompatibleEmbedderOptions extends OpenAiCompatibleOptions {
  /** What the model wants before a text. Default is what is known for its name, else nothing. */
  readonly prefixes?: EmbeddingPrefixes;
  /** Of its vectors: what the model has, or can be shortened to. Default is 768. */
  readonly dimensions?: number;
}

type Limits = Pick<JsonLimits, "signal" | "sending">;

const USUAL_DIMENSIONS = 768;
const BATCH_SIZE_MAX = 64;
const TIMEOUT_MS = 60_000;
/** 64 vectors of 4,096 numbers, in the longest form that JSON has for them. */
const ANSWER_BYTES_MAX = 8_000_000;

const Answer = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })) });

/**
 * Embeds by a server that speaks OpenAI's embeddings. Its name holds the prefixes, and dimensions other than 768, as vectors that were made with others
 * cannot be compared. Throws Error at once if the options cannot work, MODEL_REJECTED_REQUEST if the vectors do not fit.
 */
export function createOpenAiCompatibleEmbedder(options: OpenAiCompatibleEmbedderOptions): Embedder {
  const { model, prefixes = knownPrefixes(model), dimensions = USUAL_DIMENSIONS, timeoutMs = TIMEOUT_MS } = options;
  const post = createPostJson(options);
  /** Whether the server was seen to shorten this model's vectors. */
  let shortens = false;

  function request(input: string[], shorten: boolean, limits: Limits): Promise<JsonAnswer> {
    const body = { model, input, ...(shorten ? { dimensions } : {}) };
    return post("embeddings", body, { ...limits, bytesMax: ANSWER_BYTES_MAX });
  }

  /** Asks for fewer values only where there are more: many servers refuse the wish, and some ignore it. */
  async function requestFitting(input: string[], limits: Limits): Promise<number[][]> {
    const answer = await request(input, shortens, limits);
    if (!answer.ok) throw answer.error;
    const vectors = readVectors(answer.body);
    const size = vectors[0]?.length ?? dimensions;
    if (shortens || size === dimensions) return vectors;
    if (size < dimensions) throw wrongVectorSize(model, { size, dimensions });
    const second = await request(input, true, limits);
    if (!second.ok)
      throw OPTION_REFUSED_STATUSES.has(second.status) ? wrongVectorSize(model, { size, dimensions }) : second.error;
    const shortened = readVectors(second.body);
    if (shortened[0]?.length !== dimensions) throw wrongVectorSize(model, { size, dimensions });
    shortens = true;
    return shortened;
  }

  return {
    model: nameOf(dimensions === USUAL_DIMENSIONS ? model : `${model}, ${dimensions} dimensions`, prefixes),
    dimensions,
    batchSizeMax: BATCH_SIZE_MAX,
    sendsTo: { provider: "openai-compatible", host: hostOf(options.baseUrl) },
    embed(texts, { kind, signal, sending }) {
      return withinTime({ signal, timeoutMs, vendor: SERVER }, (limited) =>
        embedTexts(texts, { batchSizeMax: BATCH_SIZE_MAX, dimensions }, (worded) =>
          requestFitting(
            worded.map((text) => prefixes[kind] + text),
            { signal: limited, sending },
          ),
        ),
      );
    },
  };
}

function nameOf(model: string, { query, document }: EmbeddingPrefixes): string {
  return query || document ? `${model} (${query.trim()} / ${document.trim()})` : model;
}

function readVectors(body: unknown): number[][] {
  const answer = Answer.safeParse(body);
  if (!answer.success)
    throw new ModelError(
      "MODEL_INVALID_OUTPUT",
      `Cannot use the answer of ${SERVER} because it must contain embeddings of numbers`,
    );
  return answer.data.data.toSorted((left, right) => left.index - right.index).map(({ embedding }) => embedding);
}

function wrongVectorSize(model: string, { size, dimensions }: { size: number; dimensions: number }): ModelError {
  return new ModelError(
    "MODEL_REJECTED_REQUEST",
    `Cannot embed with '${model}' because a vector must have ${dimensions} values and its server returns ${size}: use ${FITTING_MODELS}, or another model that has ${dimensions} or can be shortened to it, or set OPENAI_COMPATIBLE_EMBEDDING_DIMENSIONS`,
  );
}
