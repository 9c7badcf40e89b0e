import type { ModelAbilities } from "@assay/contract";
import type { Assessor, CallOptions } from "@assay/core/ports";
import { type CallTime, hostOf, type ModelPrice, type Places, usageOf } from "../model-calls/index.ts";
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
import { createStreamReader } from "./read-stream.ts";
import { whileItWrites } from "./while-it-writes.ts";

export interface OpenAiCompatibleAssessorOptions extends OpenAiCompatibleOptions {
  /** Default is nothing, as on hardware of one's own. */
  readonly price?: ModelPrice;
  /** Default is the newest prompt. */
  readonly form?: PromptForm;
  /** The places of the server's calls. Default is that all calls have one. */
  readonly places?: Places | undefined;
  /** For the first word, which is not counted as the model's time: a long prompt is read first. Default is twice that. */
  readonly firstWordMs?: number | undefined;
  /** For each further word. */
  readonly idleMs?: number | undefined;
}

/** Below the 90 seconds that a requirement may take, so that the error says who was slow. */
const TIMEOUT_MS = 85_000;
/** Of silence in the middle of an answer: the slowest machines write a word in seconds. */
const IDLE_MS = 30_000;
/** For a model that was seen to think before it answers: servers count its thoughts as output. */
const THOUGHT_TOKENS_MAX = 7000;
/** A stream takes a few hundred bytes a word. */
const ANSWER_BYTES_MAX = 8_000_000;
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
/** A word this old says that the model answers. */
const WRITES_MS = 5000;
const NOTHING_USED = { tokensIn: 0, tokensOut: 0, costUsd: 0 };
const OWN_HARDWARE: ModelPrice = { inputUsd: 0, outputUsd: 0 };

/**
 * Assesses by a server that speaks OpenAI's chat completions. The answer's form is asked for as a JSON schema; a server
 * that refuses this and takes plain JSON mode is asked so from then on; `prepare` finds that out before, and what else the
 * server does not accept. Throws Error at once if the options cannot work.
 */
export function createOpenAiCompatibleAssessor(options: OpenAiCompatibleAssessorOptions): Assessor {
  const { model, price = OWN_HARDWARE, timeoutMs = TIMEOUT_MS, form = PROMPT_FORMS[0] } = options;
  const { places, firstWordMs = 2 * timeoutMs, idleMs = IDLE_MS } = options;
  const post = createPostJson(options);
  const server = { baseUrl: options.baseUrl, model };
  let abilities = ASSUMED;
  let thinks = false;
  let lastWordAt = Number.NEGATIVE_INFINITY;
  let isPrepared = false;
  let preparing: Promise<ModelAbilities | undefined> | undefined;

  function send(prompt: Pick<Prompt, "system" | "schema">, turns: readonly Turn[], { schema, bounds, ...rest }: Sent) {
    const form = schema
      ? schemaForm(bounds ? prompt.schema : withoutBounds(prompt.schema), bounds)
      : { type: "json_object" };
    const body = toRequest(model, prompt.system, turns, { ...rest, responseFormat: form });
    return whileItWrites({ ...rest.time, firstWordMs, idleMs }, (signal, onWord) =>
      post("chat/completions", body, {
        signal,
        sending: rest.time.sending,
        bytesMax: ANSWER_BYTES_MAX,
        reader: () =>
          createStreamReader((isPiece) => {
            if (isPiece) {
              lastWordAt = performance.now();
              rest.time.onWord?.();
            }
            onWord();
          }),
      }),
    );
  }

  /** Asks for the strictest form of an answer that the server takes, and remembers where that is a looser one. */
  async function complete(prompt: Prompt, turns: readonly Turn[], time: CallTime): Promise<JsonAnswer> {
    const tokensMax = prompt.outputTokensMax + (thinks ? THOUGHT_TOKENS_MAX : 0);
    const { schema, bounds } = abilities;
    const forms = FORMS.slice(schema ? (bounds ? 0 : 1) : 2);
    for (const form of forms) {
      const answer = await send(prompt, turns, { ...abilities, ...form, tokensMax, time });
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

  const findOut: typeof prepare = async (store, { afresh = false, ...options }) => {
    const known = afresh ? undefined : whole(await store.load(server));
    const found = known ?? (await findAbilities((tried) => probeThen(tried, options)));
    if (!found) return undefined;
    if (!known) await store.save(server, found);
    abilities = found;
    isPrepared = true;
    return found;
  };

  /** A request of a few words; what the model answers does not matter. */
  const sendProbe = (tried: Abilities, { signal, sending, hold = (wait) => wait() }: CallOptions) =>
    send(PROBE, [{ by: "user", text: PROBE.user }], {
      ...tried,
      tokensMax: PROBE_TOKENS_MAX,
      time: { signal, hold, sending },
    });

  async function probeThen(tried: Abilities, options: CallOptions): Promise<JsonAnswer> {
    const answer = await sendProbe(tried, options);
    await options.again?.();
    return answer;
  }

  const conversing = createConversingAssessor({
    model,
    form,
    timeoutMs,
    vendor: SERVER,
    // OpenTelemetry's name for anyone who speaks this protocol.
    provider: "openai",
    sendsTo: { provider: "openai-compatible", host: hostOf(options.baseUrl) },
    price: () => options.price,
    async say(prompt, turns, time) {
      const call = () => complete(prompt, turns, time);
      const answer = await (places ? places.use(time, call) : call());
      if (!answer.ok) throw answer.error;
      const { text, end, hasThought, ...counts } = readCompletion(answer.body);
      thinks ||= hasThought;
      const input = prompt.system + turns.map((turn) => turn.text).join("");
      return { text, end, usage: usageOf(price, counts, { input, output: text }) };
    },
  });
  const probe: Assessor["probe"] = async ({ signal, sending }) => {
    // It writes another answer at this moment, behind which a probe might wait for its place.
    if (performance.now() - lastWordAt < WRITES_MS) return NOTHING_USED;
    const answer = await sendProbe(abilities, { signal, sending });
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

/** What was found before bounds and streams were looked for is looked for again. */
function whole(known: ModelAbilities | undefined): Abilities | undefined {
  if (known?.bounds === undefined || known.streams === undefined) return undefined;
  return { ...known, bounds: known.bounds, streams: known.streams };
}

interface Sent extends Abilities {
  readonly tokensMax: number;
  readonly time: CallTime;
}

interface RequestForm extends Pick<Sent, "outputLimit" | "temperature" | "streams" | "tokensMax"> {
  readonly responseFormat: object;
}

function toRequest(
  model: string,
  system: string,
  turns: readonly Turn[],
  { outputLimit, temperature, streams, tokensMax, responseFormat }: RequestForm,
) {
  return {
    model,
    messages: [
      { role: "system", content: system },
      ...turns.map(({ by, text }) => ({ role: by === "model" ? "assistant" : "user", content: text })),
    ],
    ...(temperature ? { temperature: 0 } : {}),
    [outputLimit]: tokensMax,
    ...(streams ? { stream: true, stream_options: { include_usage: true } } : { stream: false }),
    response_format: responseFormat,
  };
}

function schemaForm(schema: JsonSchema, bounds: boolean) {
  const sent = closed(schema, bounds ? SHARE : { type: "number" });
  return { type: "json_schema", json_schema: { name: "assessment", strict: true, schema: sent } };
}

/** All numbers of an answer are shares. Grammars that hold no number to a range know a list: a small model says -1, or 10^15. */
const SHARE = { type: "number", enum: Array.from({ length: 21 }, (_, at) => at / 20) };

// Strict mode wants every object closed; Google's dialect does not know the word.
function closed(schema: JsonSchema, number: object): object {
  if (schema.type === "array") return { ...schema, items: closed(schema.items, number) };
  if (schema.type === "number") return number;
  if (schema.type !== "object") return schema;
  const properties = Object.entries(schema.properties).map(([name, each]) => [name, closed(each, number)]);
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
}
