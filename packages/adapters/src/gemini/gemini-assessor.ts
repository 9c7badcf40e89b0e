import { ModelError } from "@assay/contract";
import type { Assessor } from "@assay/core/ports";
import { type ModelPrice, usageOf } from "../model-calls/index.ts";
import { createConversingAssessor, PROMPT_FORMS, type PromptForm, withoutBounds } from "../prompt/index.ts";
import { createGeminiClient, type GeminiOptions } from "./gemini-client.ts";
import { GEMINI_MODELS, priceOn } from "./gemini-models.ts";
import { readGeneration } from "./read-generation.ts";

export const GEMINI_MODEL = "gemini-3.8-flash";

export interface GeminiAssessorOptions extends GeminiOptions {
  /** Default is GEMINI_MODEL. */
  readonly model?: string;
  /** Instead of the price in GEMINI_MODELS; required for a model that is not there, as unknown is not free. */
  readonly price?: ModelPrice;
  /** Default is the newest prompt. */
  readonly form?: PromptForm;
}

/** Below the 90 seconds that a requirement may take, so that the error says who was slow. */
const TIMEOUT_MS = 85_000;
/** Thoughts count towards what a model may write. */
const THOUGHT_TOKENS_MAX = 7000;
/** Of little thinking, as asked for here: for estimates alone. */
const THOUGHT_TOKENS = 500;
const PROBE = "Reply with one word.";
const PROBE_TOKENS_MAX = 64;

/** Assesses by a Gemini model. Throws Error at once if the options cannot work. */
export function createGeminiAssessor(options: GeminiAssessorOptions): Assessor {
  const { model = GEMINI_MODEL, timeoutMs = TIMEOUT_MS, form = PROMPT_FORMS[0] } = options;
  const known = GEMINI_MODELS[model];
  const price = priceOf(model, options.price);
  const client = createGeminiClient(options, timeoutMs, model);
  const conversing = createConversingAssessor({
    model,
    form,
    timeoutMs,
    vendor: "Gemini",
    provider: "gcp.gemini",
    sendsTo: client.sendsTo,
    price: () => price(new Date()),
    thoughtTokens: THOUGHT_TOKENS,
    async say(prompt, turns, { signal, sending }) {
      const response = await client.generate(
        {
          system: prompt.system,
          turns,
          // Google counts bounds of texts and lists among the states of a schema, and refuses one with too many.
          schema: withoutBounds(prompt.schema),
          outputTokensMax: prompt.outputTokensMax + THOUGHT_TOKENS_MAX,
          ...(known?.temperature === undefined ? {} : { temperature: known.temperature }),
          ...(known ? { thinkingConfig: known.thinkingConfig } : {}),
        },
        { signal, sending },
      );
      const { text, end, blocked, ...counts } = readGeneration(response);
      const input = prompt.system + turns.map((turn) => turn.text).join("");
      const usage = usageOf(price(new Date()), counts, { input, output: text });
      if (blocked)
        throw new ModelError(
          "MODEL_REFUSED",
          "Cannot get an answer from Gemini because its filters blocked the request",
          { usage },
        );
      return { text, end, usage };
    },
  });
  return {
    ...conversing,
    async probe({ signal, sending }) {
      const turns = [{ by: "user", text: PROBE }] as const;
      const response = await client.generate({ turns, outputTokensMax: PROBE_TOKENS_MAX }, { signal, sending });
      const { text, ...counts } = readGeneration(response);
      return usageOf(price(new Date()), counts, { input: PROBE, output: text });
    },
  };
}

function priceOf(model: string, given: ModelPrice | undefined): (day: Date) => ModelPrice {
  if (given) return () => given;
  const known = GEMINI_MODELS[model];
  if (known) return (day) => priceOn(known, day);
  throw new Error(
    `Cannot use the model '${model}' because its price is not known: set its price per million tokens of input and of output, or use one of ${Object.keys(GEMINI_MODELS).join(", ")}`,
  );
}
