import type { ModelAbilities } from "@assay/contract";
import type { AbilityStore } from "@assay/core/ports";
import { describe, expect, test } from "vitest";
import { createOpenAiCompatibleAssessor } from "../../src/openai-compatible/index.ts";
import { type ModelAnswer, type ModelRequest, modelDouble, REQUEST } from "../model-doubles/index.ts";
import { answerAsServer, completion, refusal } from "./openai-double.ts";

const assessorAt = (url: string) => createOpenAiCompatibleAssessor({ baseUrl: `${url}/v1`, model: "strict-1" });

/** The one store of several processes. */
function makeStore() {
  const kept = new Map<string, ModelAbilities>();
  const counts = { loads: 0, saves: 0 };
  const store: AbilityStore = {
    async load({ baseUrl, model }) {
      counts.loads += 1;
      return kept.get(`${baseUrl} ${model}`);
    },
    async save({ baseUrl, model }, abilities) {
      counts.saves += 1;
      kept.set(`${baseUrl} ${model}`, abilities);
    },
  };
  return { store, counts };
}

const isProbe = ({ body }: ModelRequest) => body.messages.at(-1).content.startsWith("Reply with");
const serve =
  (takes: (body: ModelRequest["body"]) => boolean) =>
  async (request: ModelRequest): Promise<ModelAnswer> => {
    if (!takes(request.body)) return refusal(400, "unsupported_parameter");
    return isProbe(request) ? completion('{"ready": 1}') : answerAsServer(request);
  };
const options = (again?: () => Promise<void>) => ({ signal: AbortSignal.timeout(10_000), again });

const SERVERS: [string, (body: ModelRequest["body"]) => boolean, ModelAbilities][] = [
  [
    "everything",
    () => true,
    { schema: true, bounds: true, outputLimit: "max_tokens", temperature: true, streams: true },
  ],
  [
    "no schema",
    (body) => body.response_format.type === "json_object",
    { schema: false, bounds: false, outputLimit: "max_tokens", temperature: true, streams: true },
  ],
  [
    "only max_completion_tokens, and no temperature",
    (body) => body.max_tokens === undefined && body.temperature === undefined,
    { schema: true, bounds: true, outputLimit: "max_completion_tokens", temperature: false, streams: true },
  ],
  [
    "a schema without the length of a text, as OpenAI's own",
    (body) => !JSON.stringify(body).includes("maxLength"),
    { schema: true, bounds: false, outputLimit: "max_tokens", temperature: true, streams: true },
  ],
  [
    "whole answers alone",
    (body) => body.stream === false && body.stream_options === undefined,
    { schema: true, bounds: true, outputLimit: "max_tokens", temperature: true, streams: false },
  ],
  [
    "the least",
    (body) =>
      body.max_tokens === undefined && body.temperature === undefined && body.response_format.type === "json_object",
    { schema: false, bounds: false, outputLimit: "max_completion_tokens", temperature: false, streams: true },
  ],
];

test("calls that begin together find it out once", async () => {
  const double = await modelDouble(serve(() => true));
  const { store } = makeStore();
  const assessor = assessorAt(double.url);
  await Promise.all(Array.from({ length: 6 }, () => assessor.prepare!(store, options())));
  expect(double.requests).toHaveLength(1);
});

describe.each(SERVERS)("a server that takes %s", (_, takes, abilities) => {
  test("is found out by small requests once for all processes, and then asked what it takes", async () => {
    const double = await modelDouble(serve(takes));
    const { store, counts } = makeStore();
    let more = 0;
    const first = assessorAt(double.url);
    expect(
      await first.prepare!(
        store,
        options(async () => void more++),
      ),
    ).toEqual(abilities);
    expect(double.requests.every(isProbe)).toBe(true);
    expect(more).toBe(double.requests.length);
    expect(JSON.stringify(double.requests.map(({ body }) => body))).not.toContain(REQUEST.passages[0]!.text);
    const probes = double.requests.length;
    for (const assessor of [first, first, assessorAt(double.url)]) {
      await assessor.prepare!(store, options());
      expect((await assessor.assess(REQUEST, options())).quotes).not.toEqual([]);
    }
    expect(double.requests).toHaveLength(probes + 3);
    expect(counts).toEqual({ loads: 2, saves: 1 });
  });
});

test("what was found is looked at afresh when that is asked for", async () => {
  let takes: (body: ModelRequest["body"]) => boolean = (body) => body.response_format.type === "json_object";
  const double = await modelDouble((request) => serve(takes)(request));
  const { store } = makeStore();
  const assessor = assessorAt(double.url);
  expect(await assessor.prepare!(store, options())).toMatchObject({ schema: false });
  takes = () => true;
  expect(await assessor.prepare!(store, options())).toMatchObject({ schema: false });
  expect(await assessor.prepare!(store, { ...options(), afresh: true })).toMatchObject({ schema: true });
});

describe("where it cannot be found out", () => {
  test("nothing is kept, and the first call asks for everything", async () => {
    let good = false;
    const double = await modelDouble((request) => (good ? answerAsServer(request) : refusal(500)));
    const { store, counts } = makeStore();
    const assessor = assessorAt(double.url);
    expect(await assessor.prepare!(store, options())).toBeUndefined();
    good = true;
    await assessor.assess(REQUEST, options());
    expect(double.requests.at(-1)!.body).toMatchObject({ temperature: 0, max_tokens: 1200 });
    expect(counts.saves).toBe(0);
  });

  test("because the model takes no more calls, its pause is everybody's", async () => {
    const double = await modelDouble(async () => refusal(429, "Later", { "retry-after": "30" }));
    const preparing = assessorAt(double.url).prepare!(makeStore().store, options());
    await expect(preparing).rejects.toMatchObject({ code: "MODEL_RATE_LIMITED", retryAfterSeconds: 30 });
  });
});
