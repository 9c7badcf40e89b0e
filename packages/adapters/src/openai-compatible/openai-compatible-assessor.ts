import type { Assessor } from "@assay/core/ports";
import { type ModelPrice, usageOf, withinTime } from "../model-calls/index.ts";
import { answerSchema, buildPrompt, newMark, PROMPT_VERSION, type Prompt, readAnswer } from "../prompt/index.ts";
import {
  createPostJson,
  type JsonAnswer,
  OPTION_REFUSED_STATUSES,
  type OpenAiCompatibleOptions,
  SERVER,
} from "./post-json.ts";
import { readCompletion } from "./read-completion.ts";

export interface OpenAiCompatibleAssessorOptions extends OpenAiCompatibleOptions {
  /** Default is nothing, as on hardware of one's own. */
  readonly price?: ModelPrice;
}

/** Below the 90 seconds that a requirement may take, so that the error says who was slow. */
const TIMEOUT_MS = 85_000;
const OUTPUT_TOKENS_MAX = 8192;
const ANSWER_BYTES_MAX = 2_000_000;
const OWN_HARDWARE: ModelPrice = { inputUsd: 0, outputUsd: 0 };

/**
 * Assesses by a server that speaks OpenAI's chat completions. The answer's form is asked for as a JSON schema; a server
 * that refuses this and takes plain JSON mode is asked so from then on. Throws Error at once if the options cannot work.
 */
export function createOpenAiCompatibleAssessor(options: OpenAiCompatibleAssessorOptions): Assessor {
  const { model, price = OWN_HARDWARE, timeoutMs = TIMEOUT_MS } = options;
  const post = createPostJson(options);
  let knowsSchemas = true;

  async function complete(prompt: Prompt, signal: AbortSignal): Promise<JsonAnswer> {
    const limits = { signal, bytesMax: ANSWER_BYTES_MAX };
    if (knowsSchemas) {
      const answer = await post("chat/completions", toRequest(model, prompt, schemaForm(prompt)), limits);
      if (answer.ok || !OPTION_REFUSED_STATUSES.has(answer.status)) return answer;
    }
    const answer = await post("chat/completions", toRequest(model, prompt, { type: "json_object" }), limits);
    if (answer.ok) knowsSchemas = false;
    return answer;
  }

  return {
    model,
    promptVersion: PROMPT_VERSION,
    assess(request, { signal }) {
      return withinTime({ signal, timeoutMs, vendor: SERVER }, async (limited) => {
        const prompt = buildPrompt(request, newMark());
        const answer = await complete(prompt, limited);
        if (!answer.ok) throw answer.error;
        const { text, ...counts } = readCompletion(answer.body);
        const texts = { input: prompt.system + prompt.user, output: text };
        return { ...readAnswer(text, prompt), usage: usageOf(price, counts, texts) };
      });
    },
  };
}

function toRequest(model: string, { system, user }: Prompt, responseFormat: object) {
  return {
    model,
    messages: [
      { role: "system", content: system },
      { role: "user", content: user },
    ],
    temperature: 0,
    max_tokens: OUTPUT_TOKENS_MAX,
    stream: false,
    response_format: responseFormat,
  };
}

function schemaForm({ chunkIds }: Prompt) {
  const schema = closed(answerSchema([...chunkIds.keys()]));
  return { type: "json_schema", json_schema: { name: "assessment", strict: true, schema } };
}

// Strict mode wants every object closed; Google's dialect does not know the word.
function closed(schema: ReturnType<typeof answerSchema>) {
  const { quotes } = schema.properties;
  return {
    ...schema,
    properties: {
      ...schema.properties,
      quotes: { ...quotes, items: { ...quotes.items, additionalProperties: false } },
    },
    additionalProperties: false,
  };
}
