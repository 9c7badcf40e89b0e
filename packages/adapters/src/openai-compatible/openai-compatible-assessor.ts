import type { Assessor } from "@assay/core/ports";
import { type ModelPrice, usageOf } from "../model-calls/index.ts";
import {
  createConversingAssessor,
  type JsonSchema,
  PROMPT_FORMS,
  type Prompt,
  type PromptForm,
  type Turn,
} from "../prompt/index.ts";
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
  /** Default is the newest prompt. */
  readonly form?: PromptForm;
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
  const { model, price = OWN_HARDWARE, timeoutMs = TIMEOUT_MS, form = PROMPT_FORMS[0] } = options;
  const post = createPostJson(options);
  let knowsSchemas = true;

  async function complete(prompt: Prompt, turns: readonly Turn[], signal: AbortSignal): Promise<JsonAnswer> {
    const limits = { signal, bytesMax: ANSWER_BYTES_MAX };
    if (knowsSchemas) {
      const answer = await post("chat/completions", toRequest(model, prompt, turns, schemaForm(prompt)), limits);
      if (answer.ok || !OPTION_REFUSED_STATUSES.has(answer.status)) return answer;
    }
    const answer = await post("chat/completions", toRequest(model, prompt, turns, { type: "json_object" }), limits);
    if (answer.ok) knowsSchemas = false;
    return answer;
  }

  return createConversingAssessor({
    model,
    form,
    timeoutMs,
    vendor: SERVER,
    async say(prompt, turns, signal) {
      const answer = await complete(prompt, turns, signal);
      if (!answer.ok) throw answer.error;
      const { text, end, ...counts } = readCompletion(answer.body);
      const input = prompt.system + turns.map((turn) => turn.text).join("");
      return { text, end, usage: usageOf(price, counts, { input, output: text }) };
    },
  });
}

function toRequest(model: string, { system }: Prompt, turns: readonly Turn[], responseFormat: object) {
  return {
    model,
    messages: [
      { role: "system", content: system },
      ...turns.map(({ by, text }) => ({ role: by === "model" ? "assistant" : "user", content: text })),
    ],
    temperature: 0,
    max_tokens: OUTPUT_TOKENS_MAX,
    stream: false,
    response_format: responseFormat,
  };
}

function schemaForm({ schema }: Prompt) {
  return { type: "json_schema", json_schema: { name: "assessment", strict: true, schema: closed(schema) } };
}

// Strict mode wants every object closed; Google's dialect does not know the word.
function closed(schema: JsonSchema): object {
  if (schema.type === "array") return { ...schema, items: closed(schema.items) };
  if (schema.type !== "object") return schema;
  const properties = Object.entries(schema.properties).map(([name, each]) => [name, closed(each)]);
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
}
