import { expect, test } from "vitest";
import { createOpenAiCompatibleAssessor, createOpenAiCompatibleEmbedder } from "../../src/openai-compatible/index.ts";
import {
  type ExpectedError,
  expectModelError,
  type ModelAnswer,
  type ModelDouble,
  type ModelFault,
  modelDouble,
  REQUEST,
} from "../model-doubles/index.ts";
import { completion, embeddings, refusal } from "./openai-double.ts";

const apiKey = "sk-secret-secret-secret-secret";
const evidence = REQUEST.passages[0]!.text;
const SECRETS = [apiKey, evidence];
const TELLTALE = `Incorrect API key provided: ${apiKey}; prompt was ${evidence}`;

type Fault = readonly [name: string, answer: ModelAnswer | ModelFault, expected: ExpectedError];
const rejected = (message: RegExp): ExpectedError => ({ code: "MODEL_REJECTED_REQUEST", transient: false, message });
const unavailable: ExpectedError = { code: "MODEL_UNAVAILABLE", transient: true };
const failed: ExpectedError = { code: "MODEL_FAILED", transient: true };
const limited = (retryAfterSeconds?: number): ExpectedError => ({
  code: "MODEL_RATE_LIMITED",
  transient: true,
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});
const invalid = (message = /^Cannot use (the|a) (answer|model|embedder|vector)/): ExpectedError => ({
  code: "MODEL_INVALID_OUTPUT",
  transient: true,
  message,
});
const refused: ExpectedError = { code: "MODEL_REFUSED", transient: false };

const HTTP_FAULTS: readonly Fault[] = [
  ["a wrong key", refusal(401, TELLTALE), rejected(/status 401: set an API key/)],
  ["a key that may not", refusal(403, TELLTALE), rejected(/status 403: set an API key/)],
  ["an account without funds", refusal(402, TELLTALE), rejected(/check the quota/)],
  ["an unknown model", refusal(404, "model not found, try pulling it first"), rejected(/check the name of the model/)],
  ["a request that is too long", refusal(400, TELLTALE), rejected(/context length/)],
  [
    "a redirect elsewhere",
    { status: 307, headers: { location: "http://127.0.0.1:9/" }, body: "" },
    rejected(/status 307/),
  ],
  ["a rate limit", refusal(429), limited()],
  ["a rate limit with seconds", refusal(429, "No", { "retry-after": "12" }), limited(12)],
  [
    "a rate limit with a date long gone",
    refusal(429, "No", { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }),
    limited(0),
  ],
  ["a rate limit with nonsense", refusal(429, "No", { "retry-after": "soon" }), limited()],
  ["an internal error", refusal(500), failed],
  [
    "a model that is being loaded",
    refusal(503, "loading", { "retry-after": "5" }),
    { ...unavailable, retryAfterSeconds: 5 },
  ],
  ["a gateway that waited in vain", { status: 504, body: "<html>" }, { code: "MODEL_TIMEOUT", transient: true }],
  ["a connection that breaks", "break", failed],
  ["an answer that is not JSON", { body: `<html>${evidence}` }, failed],
  [
    "an answer without end in sight",
    { body: `"${"x".repeat(9_000_000)}"` },
    { ...failed, message: /at most \d+ bytes/ },
  ],
];

const COMPLETION_FAULTS: readonly Fault[] = [
  ["a filter", completion("", "content_filter"), refused],
  ["a refusal", completion(null, "stop", { refusal: "I cannot help" }), refused],
  ["an answer that is cut off", completion('{"quotes": [', "length"), invalid(/cut off/)],
  ["an answer that is empty", completion("", "stop"), invalid(/empty/)],
  [
    "a call of a tool",
    completion(null, "tool_calls", { tool_calls: [{ function: { name: "rm" } }] }),
    invalid(/empty/),
  ],
  ["no choices", { body: { choices: [] } }, failed],
  ["text that is not JSON", completion(`Sure! ${evidence}`), invalid()],
  ["JSON of another form", completion('{"status":"COMPLETE"}'), invalid()],
];

const EMBEDDING_FAULTS: readonly Fault[] = [
  ["too few vectors", embeddings([]), invalid(/1 vectors were asked for: it has 0/)],
  ["a vector of nothing", embeddings([Array(768).fill(0)]), invalid(/not all zero/)],
  ["a value that is no number", { body: { data: [{ index: 0, embedding: ["1"] }] } }, invalid()],
  ["no embeddings", { body: { data: "none" } }, invalid()],
];

const serverOf = (answer: ModelAnswer | ModelFault) => modelDouble(() => answer);

function assessAt({ url }: ModelDouble, { timeoutMs = 10_000, signal = AbortSignal.timeout(10_000) } = {}) {
  return createOpenAiCompatibleAssessor({ baseUrl: url, apiKey, model: "m", timeoutMs }).assess(REQUEST, { signal });
}

function embedAt({ url }: ModelDouble, timeoutMs = 10_000) {
  return createOpenAiCompatibleEmbedder({ baseUrl: url, apiKey, model: "m", timeoutMs }).embed([evidence], {
    kind: "document",
  });
}

test.each([...HTTP_FAULTS, ...COMPLETION_FAULTS])("an assessment meets %s", async (_name, answer, expected) => {
  await expectModelError(assessAt(await serverOf(answer)), expected, SECRETS);
});

test.each([...HTTP_FAULTS, ...EMBEDDING_FAULTS])("an embedding meets %s", async (_name, answer, expected) => {
  await expectModelError(embedAt(await serverOf(answer)), expected, SECRETS);
});

test.each(["hang", "drip"] as const)("a server that answers never (%s) is left when the time is up", async (fault) => {
  const expected: ExpectedError = {
    code: "MODEL_TIMEOUT",
    transient: true,
    message: /(within|nothing for) (80|160) ms/,
  };
  const double = await serverOf(fault);
  await expectModelError(assessAt(double, { timeoutMs: 80 }), expected, SECRETS);
  await expectModelError(embedAt(double, 80), expected, SECRETS);
  await expect.poll(() => double.abandoned).toBe(2);
});

test("a server that cannot be reached is a transient error", async () => {
  const double = await serverOf("hang");
  double.stop();
  await expectModelError(assessAt(double), unavailable, SECRETS);
});

test("the caller's signal ends the call with its own reason and closes the connection", async () => {
  const caller = new AbortController();
  const reason = new Error("Shutting down");
  const double = await modelDouble(() => {
    caller.abort(reason);
    return "hang";
  });
  await expect(assessAt(double, { signal: caller.signal })).rejects.toBe(reason);
  await expect.poll(() => double.abandoned).toBe(1);
});
