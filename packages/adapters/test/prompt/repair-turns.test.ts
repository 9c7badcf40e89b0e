import { ModelError } from "@assay/contract";
import type { AssessmentRequest, Assessor } from "@assay/core/ports";
import { describe, expect, test, vi } from "vitest";
import { createGeminiAssessor } from "../../src/gemini/index.ts";
import { createOpenAiCompatibleAssessor } from "../../src/openai-compatible/index.ts";
import { generation } from "../gemini/gemini-double.ts";
import { type ModelAnswer, type ModelDouble, type ModelFault, modelDouble, REQUEST } from "../model-doubles/index.ts";
import { completion, refusal } from "../openai-compatible/openai-double.ts";

const PARTS = ["Backups are restored as a test", "at least every 90 days"];
const TWO_PARTS: AssessmentRequest = { ...REQUEST, parts: PARTS };
const QUOTE = REQUEST.passages[0]!.text;

const part = (name: string, more: object = {}) => ({
  part: name,
  passage: "P1",
  quote: QUOTE,
  why: "It says so.",
  verdict: "MET",
  ...more,
});
const answerOf = (...parts: object[]) =>
  JSON.stringify({
    parts,
    documents: [],
    conflicts: [],
    missing: [],
    reasoning: "P1 says so.",
    remediation: "",
    confidence: 0.9,
  });
const GOOD = answerOf(part("R1"), part("R2"));
const JUDGED = { confidence: 0.9, parts: PARTS.map((words) => ({ part: words, verdict: "MET", quote: QUOTE })) };

interface Vendor {
  readonly reply: (text: string) => ModelAnswer;
  readonly stopped: ModelAnswer;
  readonly cutOff: ModelAnswer;
  readonly make: (url: string) => Assessor;
  /** What was said in a request, the system's instructions omitted. */
  readonly turns: (request: ModelDouble["requests"][number]) => { by: string; text: string }[];
  readonly usage: { readonly tokensIn: number; readonly tokensOut: number };
}

const VENDORS: readonly (readonly [string, Vendor])[] = [
  [
    "Gemini",
    {
      reply: (text) => generation(text),
      stopped: generation("", "RECITATION"),
      cutOff: generation(GOOD.slice(0, 80), "MAX_TOKENS"),
      make: (url) => createGeminiAssessor({ apiKey: "AIza", baseUrl: url }),
      turns: ({ body }) =>
        body.contents.map(({ role, parts }: { role: string; parts: { text: string }[] }) => ({
          by: role,
          text: parts[0]!.text,
        })),
      usage: { tokensIn: 1200, tokensOut: 200 },
    },
  ],
  [
    "an OpenAI-compatible server",
    {
      reply: (text) => completion(text),
      stopped: completion("", "content_filter"),
      cutOff: completion(GOOD.slice(0, 80), "length"),
      make: (url) => createOpenAiCompatibleAssessor({ baseUrl: `${url}/v1`, model: "m" }),
      turns: ({ body }) =>
        body.messages
          .slice(1)
          .map(({ role, content }: { role: string; content: string }) => ({ by: role, text: content })),
      usage: { tokensIn: 1200, tokensOut: 200 },
    },
  ],
];

/** A vendor that replies with one thing after the other, and what it was asked. */
async function serve(vendor: Vendor, replies: readonly (ModelAnswer | ModelFault)[]) {
  const rest = replies.values();
  const double = await modelDouble(() => rest.next().value ?? refusal(500));
  const assessor = vendor.make(double.url);
  const assess = (more: object = {}) =>
    assessor.assess(TWO_PARTS, { signal: AbortSignal.timeout(10_000), ...more }).catch((error: unknown) => error);
  return { assessor, assess, asked: () => double.requests.map(vendor.turns) };
}

describe.each(VENDORS)("a model behind %s", (_name, vendor) => {
  const { reply } = vendor;
  const twice = { tokensIn: 2 * vendor.usage.tokensIn, tokensOut: 2 * vendor.usage.tokensOut };

  test("whose answer is whole is asked once", async () => {
    const { assess, asked } = await serve(vendor, [reply(GOOD)]);
    expect(await assess()).toMatchObject({ ...JUDGED, usage: vendor.usage });
    expect(asked()).toHaveLength(1);
  });

  test.each([
    ["is no JSON", reply("The requirement is met."), /it must hold one JSON object/],
    ["has a confidence in words", reply(GOOD.replace("0.9", '"high"')), /'confidence' is not as required/],
    ["has an unknown verdict", reply(answerOf(part("R1", { verdict: "SOON" }))), /'parts\[0\].verdict' is not/],
    ["is cut JSON", reply(GOOD.slice(0, -10)), /it must hold one JSON object/],
    ["is cut off", vendor.cutOff, /too long and was cut off/],
    ["is empty", reply(""), /it is empty|cut off/],
    ["is stopped by a filter", vendor.stopped, /was stopped/],
    ["leaves a part out", reply(answerOf(part("R1"))), /it has none for R2/],
    ["has no parts", reply(JSON.stringify({ ...JSON.parse(GOOD), parts: undefined, quotes: [] })), /none for R1, R2/],
  ])("whose answer %s is told so, in the same conversation, and both calls count", async (_case, first, problem) => {
    const { assess, asked } = await serve(vendor, [first, reply(GOOD)]);
    expect(await assess()).toMatchObject({ ...JUDGED, usage: twice });
    const [[request], [same, model, user]] = asked() as [[object], { by: string; text: string }[]];
    expect(same).toEqual(request);
    expect(model!.by).toMatch(/^(model|assistant)$/);
    expect(user!.text).toMatch(problem);
    expect(asked()).toHaveLength(2);
  });

  test.each([
    ["unusable", reply("No."), reply("No."), "MODEL_INVALID_OUTPUT"],
    ["stopped", vendor.stopped, vendor.stopped, "MODEL_REFUSED"],
    ["unusable, then stopped", reply("No."), vendor.stopped, "MODEL_REFUSED"],
    ["cut off, then rejected as too long", vendor.cutOff, refusal(413), "MODEL_INVALID_OUTPUT"],
  ])(
    "that is %s after its repair turn has given no answer, and is asked no third time",
    async (_case, first, second, code) => {
      const { assess, asked } = await serve(vendor, [first, second, reply(GOOD)]);
      const error = await assess();
      expect(error).toBeInstanceOf(ModelError);
      expect(error).toMatchObject({ code, usage: expect.objectContaining({ tokensIn: expect.any(Number) }) });
      expect(asked()).toHaveLength(2);
    },
  );

  test("that leaves a part out again is taken at its word: the part is not met", async () => {
    const { assess } = await serve(vendor, [reply(answerOf(part("R1"))), reply(answerOf(part("R1")))]);
    const { parts } = (await assess()) as { parts: object[] };
    expect(parts).toMatchObject([
      { part: PARTS[0], verdict: "MET" },
      { part: PARTS[1], verdict: "PARTLY", why: "The assessor did not judge this part.", quote: "" },
    ]);
  });

  test.each([
    ["is unusable", reply("No.")],
    ["is stopped", vendor.stopped],
    ["meets a limit", refusal(429)],
  ])("whose first answer lacks little keeps it where its repair turn %s", async (_case, second) => {
    const { assess } = await serve(vendor, [reply(answerOf(part("R1"))), second]);
    expect(await assess()).toMatchObject({ confidence: 0.9, parts: [{ verdict: "MET" }, { verdict: "PARTLY" }] });
  });

  test.each([
    [429, "MODEL_RATE_LIMITED"],
    [503, "MODEL_UNAVAILABLE"],
  ])("that is away with %d in its repair turn is waited for, and what it used is not lost", async (status, code) => {
    const { assess } = await serve(vendor, [reply("No."), refusal(status)]);
    expect(await assess()).toMatchObject({ code, usage: vendor.usage });
  });

  test("has room in its quota asked for before its repair turn", async () => {
    const { assess, asked } = await serve(vendor, [reply("No."), reply(GOOD)]);
    const again = vi.fn(async () => expect(asked()).toHaveLength(1));
    expect(await assess({ again })).toMatchObject(JUDGED);
    expect(again).toHaveBeenCalledOnce();
  });

  test("is shown which of its quotes stand nowhere, next to its own answer", async () => {
    const { assess, assessor, asked } = await serve(vendor, [reply(GOOD), reply(GOOD)]);
    const answer = (await assess()) as Awaited<ReturnType<Assessor["assess"]>>;
    const lost = { answer, quotes: [{ chunkId: "", text: 'It "stands" nowhere.' }] };
    const again = await assessor.repairQuotes!(TWO_PARTS, lost, { signal: AbortSignal.timeout(10_000) });
    expect(again).toMatchObject({ ...JUDGED, usage: vendor.usage });
    const [[request], [same, model, user]] = asked() as [[object], { by: string; text: string }[]];
    expect(same).toEqual(request);
    expect(JSON.parse(model!.text)).toMatchObject({
      confidence: 0.9,
      parts: [{ part: "R1", passage: "P1", quote: QUOTE }, {}],
    });
    expect(user!.text).toContain('"It \\"stands\\" nowhere."');
  });
});
