import type { ModelAbilities } from "@assay/contract";
import type { Assessor, CallOptions } from "@assay/core/ports";
import { type ModelPrice, usageOf } from "../model-calls/index.ts";
import {
  createConversingAssessor,
  type JsonSchema,
  PROMPT_FORMS,
  type Prompt,
  type PromptForm,
  type Turn,
  withoutBounds,
} from "../prompt/index.ts";
import { type Abilities, ASSUMED, findAbilities } from "./find-abilities.ts";
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
/** For a model that was seen to think before it answers: servers count its thoughts as output. */
const THOUGHT_TOKENS_MAX = 7000;
const ANSWER_BYTES_MAX = 2_000_000;
/** Enough for a model that thinks before it answers. */
const PROBE_TOKENS_MAX = 512;
const PROBE = {
  system: "Reply in JSON.",
  user: 'Reply with {"ready": 1}.',
  schema: {
    type: "object",
    properties: {
      ready: { type: "number" },
      words: { type: "array", items: { type: "string", maxLength: 20 }, minItems: 1, maxItems: 1 },
    },
    required: ["ready", "words"],
  },
} as const satisfies Pick<Prompt, "system" | "schema"> & { readonly user: string };
const OWN_HARDWARE: ModelPrice = { inputUsd: 0, outputUsd: 0 };

/**
 * Assesses by a server that speaks OpenAI's chat completions. The answer's form is asked for as a JSON schema; a server
 * that refuses this and takes plain JSON mode is asked so from then on; `prepare` finds that out before, and what else the
 * server does not accept. Throws Error at once if the options cannot work.
 */
export function createOpenAiCompatibleAssessor(options: OpenAiCompatibleAssessorOptions): Assessor {
  const { model, price = OWN_HARDWARE, timeoutMs = TIMEOUT_MS, form = PROMPT_FORMS[0] } = options;
  const post = createPostJson(options);
  const server = { baseUrl: options.baseUrl, model };
  let abilities = ASSUMED;
  let thinks = false;
  let isPrepared = false;
  let preparing: Promise<ModelAbilities | undefined> | undefined;

  function send(prompt: Pick<Prompt, "system" | "schema">, turns: readonly Turn[], { schema, bounds, ...rest }: Sent) {
    const form = schema ? schemaForm(bounds ? prompt.schema : withoutBounds(prompt.schema)) : { type: "json_object" };
    const body = toRequest(model, prompt.system, turns, { ...rest, responseFormat: form });
    return post("chat/completions", body, { signal: rest.signal, bytesMax: ANSWER_BYTES_MAX });
  }

  /** Asks for the strictest form of an answer that the server takes, and remembers where that is a looser one. */
  async function complete(prompt: Prompt, turns: readonly Turn[], signal: AbortSignal): Promise<JsonAnswer> {
    const tokensMax = prompt.outputTokensMax + (thinks ? THOUGHT_TOKENS_MAX : 0);
    const { schema, bounds } = abilities;
    const forms = FORMS.slice(schema ? (bounds ? 0 : 1) : 2);
    for (const form of forms) {
      const answer = await send(prompt, turns, { ...abilities, ...form, tokensMax, signal });
      if (answer.ok) abilities = { ...abilities, ...form };
      if (answer.ok || !OPTION_REFUSED_STATUSES.has(answer.status) || !form.schema) return answer;
    }
    throw new Error("Cannot ask without a form of the answer");
  }

  const prepare: NonNullable<Assessor["prepare"]> = async (store, options) => {
    // Others that begin meanwhile wait for what the first one finds; where it finds nothing, the next one tries.
    let hasWaited = false;
    while (preparing && !options.afresh) {
      hasWaited = true;
      await preparing.catch(() => {});
    }
    // Its turn in the quota was taken long before its request goes out.
    const takeTurn = async () => {
      if (hasWaited) await options.again?.();
    };
    if (isPrepared && !options.afresh) {
      await takeTurn();
      return abilities;
    }
    preparing = takeTurn()
      .then(() => findOut(store, options))
      .finally(() => {
        preparing = undefined;
      });
    return preparing;
  };

  const findOut: typeof prepare = async (store, { signal, again, afresh = false }) => {
    const known = afresh ? undefined : whole(await store.load(server));
    const found = known ?? (await findAbilities((tried) => probeThen(tried, { signal, again })));
    if (!found) return undefined;
    if (!known) await store.save(server, found);
    abilities = found;
    isPrepared = true;
    return found;
  };

  /** A request of a few words; what the model answers does not matter. */
  const sendProbe = (tried: Abilities, signal: AbortSignal) =>
    send(PROBE, [{ by: "user", text: PROBE.user }], { ...tried, tokensMax: PROBE_TOKENS_MAX, signal });

  async function probeThen(tried: Abilities, { signal, again }: CallOptions): Promise<JsonAnswer> {
    const answer = await sendProbe(tried, signal);
    await again?.();
    return answer;
  }

  const conversing = createConversingAssessor({
    model,
    form,
    timeoutMs,
    vendor: SERVER,
    // OpenTelemetry's name for whoever speaks this protocol.
    provider: "openai",
    price: () => options.price,
    async say(prompt, turns, signal) {
      const answer = await complete(prompt, turns, signal);
      if (!answer.ok) throw answer.error;
      const { text, end, hasThought, ...counts } = readCompletion(answer.body);
      thinks ||= hasThought;
      const input = prompt.system + turns.map((turn) => turn.text).join("");
      return { text, end, usage: usageOf(price, counts, { input, output: text }) };
    },
  });
  const probe: Assessor["probe"] = async ({ signal }) => {
    const answer = await sendProbe(abilities, signal);
    if (!answer.ok) throw answer.error;
    const { text, hasThought: _, end: __, ...counts } = readCompletion(answer.body);
    return usageOf(price, counts, { input: PROBE.system + PROBE.user, output: text });
  };
  return { ...conversing, probe, prepare };
}

const FORMS = [
  { schema: true, bounds: true },
  { schema: true, bounds: false },
  { schema: false, bounds: false },
] as const;

/** What was found before bounds were looked for is looked for again. */
function whole(known: ModelAbilities | undefined): Abilities | undefined {
  return known?.bounds === undefined ? undefined : { ...known, bounds: known.bounds };
}

interface Sent extends Abilities {
  readonly tokensMax: number;
  readonly signal: AbortSignal;
}

interface RequestForm extends Pick<Sent, "outputLimit" | "temperature" | "tokensMax"> {
  readonly responseFormat: object;
}

function toRequest(
  model: string,
  system: string,
  turns: readonly Turn[],
  { outputLimit, temperature, tokensMax, responseFormat }: RequestForm,
) {
  return {
    model,
    messages: [
      { role: "system", content: system },
      ...turns.map(({ by, text }) => ({ role: by === "model" ? "assistant" : "user", content: text })),
    ],
    ...(temperature ? { temperature: 0 } : {}),
    [outputLimit]: tokensMax,
    stream: false,
    response_format: responseFormat,
  };
}

function schemaForm(schema: JsonSchema) {
  return { type: "json_schema", json_schema: { name: "assessment", strict: true, schema: closed(schema) } };
}

// Strict mode wants every object closed; Google's dialect does not know the word.
function closed(schema: JsonSchema): object {
  if (schema.type === "array") return { ...schema, items: closed(schema.items) };
  if (schema.type !== "object") return schema;
  const properties = Object.entries(schema.properties).map(([name, each]) => [name, closed(each)]);
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
}
