import { GEMINI_CLIENTS, type GeminiClientName } from "@assay/contract";
import { describe, expect, test } from "vitest";
import { createGeminiAssessor, createGeminiEmbedder } from "../../src/gemini/index.ts";
import {
  type ExpectedError,
  expectModelError,
  type ModelAnswer,
  type ModelFault,
  modelDouble,
  REQUEST,
} from "../model-doubles/index.ts";
import { ERROR_INFO, generation, QUOTA_FAILURE, RETRY_INFO, refusal } from "./gemini-double.ts";

const apiKey = "AIzaSySecretSecretSecretSecretSecretSe1";
const evidence = REQUEST.passages[0]!.text;
const SECRETS = [apiKey, evidence];
/** Google's texts and details are not to be trusted with what they repeat. */
const TELLTALE = `Invalid value at 'contents[0]' (consumer api_key:${apiKey}): ${evidence}`;

type Fault = readonly [name: string, answer: ModelAnswer | ModelFault, expected: ExpectedError];
const rejected = (message: RegExp): ExpectedError => ({ code: "MODEL_REJECTED_REQUEST", transient: false, message });
const unavailable: ExpectedError = { code: "MODEL_UNAVAILABLE", transient: true };
const invalid = (message = /^Cannot use the (answer|model)/): ExpectedError => ({
  code: "MODEL_INVALID_OUTPUT",
  transient: true,
  message,
});
const failed: ExpectedError = { code: "MODEL_FAILED", transient: true };
const refused: ExpectedError = { code: "MODEL_REFUSED", transient: false, message: /refused|filters blocked/ };

const keyError = (reason: string) => [
  { "@type": ERROR_INFO, reason, domain: "googleapis.com", metadata: { consumer: `api_key:${apiKey}` } },
];

const HTTP_FAULTS: readonly Fault[] = [
  [
    "a key that is not valid",
    refusal(400, "INVALID_ARGUMENT", keyError("API_KEY_INVALID"), TELLTALE),
    rejected(/status 400, API_KEY_INVALID: set an API key/),
  ],
  ["no authentication", refusal(401, "UNAUTHENTICATED", [], TELLTALE), rejected(/status 401: set an API key/)],
  [
    "a key that may not",
    refusal(403, "PERMISSION_DENIED", keyError("API_KEY_SERVICE_BLOCKED"), TELLTALE),
    rejected(/status 403, API_KEY_SERVICE_BLOCKED: set an API key/),
  ],
  [
    "a region or billing that is not allowed",
    refusal(400, "FAILED_PRECONDITION", [], TELLTALE),
    rejected(/status 400/),
  ],
  ["an unknown model", refusal(404, "NOT_FOUND", [], TELLTALE), rejected(/check the name of the model/)],
  [
    "a rate limit with its delay",
    refusal(429, "RESOURCE_EXHAUSTED", [
      { "@type": QUOTA_FAILURE, violations: [{ quotaId: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier" }] },
      { "@type": RETRY_INFO, retryDelay: "26.4s" },
    ]),
    { code: "MODEL_RATE_LIMITED", transient: true, retryAfterSeconds: 27 },
  ],
  [
    "a delay beyond reason",
    refusal(429, "RESOURCE_EXHAUSTED", [{ "@type": RETRY_INFO, retryDelay: "999999s" }]),
    { code: "MODEL_RATE_LIMITED", transient: true, retryAfterSeconds: 86400 },
  ],
  [
    "the quota of the day",
    refusal(429, "RESOURCE_EXHAUSTED", [
      { "@type": QUOTA_FAILURE, violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }] },
    ]),
    { code: "MODEL_RATE_LIMITED", transient: true, message: /DAILY_QUOTA_USED_UP: check the quota/ },
  ],
  [
    "details in another form",
    refusal(429, "RESOURCE_EXHAUSTED", "soon" as never),
    { code: "MODEL_RATE_LIMITED", transient: true },
  ],
  ["an internal error", refusal(500, "INTERNAL"), { code: "MODEL_FAILED", transient: true }],
  ["an overloaded model", refusal(503, "UNAVAILABLE"), unavailable],
  ["a gateway's page", { status: 502, body: "<html>Bad Gateway</html>" }, unavailable],
  ["a deadline of Google's", refusal(504, "DEADLINE_EXCEEDED"), { code: "MODEL_TIMEOUT", transient: true }],
  ["a connection that breaks", "break", unavailable],
  ["an answer that is not JSON", { body: `{"candidates": [${evidence}` }, failed],
];

const GENERATION_FAULTS: readonly Fault[] = [
  ...["SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"].map(
    (reason): Fault => [`an answer blocked for ${reason}`, generation("", reason), refused],
  ),
  ["a blocked prompt", { body: { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } } }, refused],
  ["an answer that is cut off", generation('{"quotes": [', "MAX_TOKENS"), invalid(/cut off/)],
  ["no candidates", { body: { candidates: [] } }, invalid()],
  ["a candidate without content", { body: { candidates: [{ finishReason: "STOP" }] } }, invalid()],
  ["an answer that ends for another reason", generation("{}", "OTHER"), invalid()],
  ["candidates of another form", { body: { candidates: "none" } }, failed],
  ["text that is not JSON", generation(`I think: ${evidence}`), invalid()],
  ["JSON of another form", generation('{"status":"COMPLETE"}'), invalid()],
];

const EMBEDDING_FAULTS: readonly Fault[] = [
  ["too few vectors", { body: { embeddings: [] } }, invalid(/1 vectors were asked for: it has 0/)],
  ["too many vectors", { body: { embeddings: [vector(768), vector(768)] } }, invalid(/it has 2/)],
  ["vectors of the full size", { body: { embeddings: [vector(3072)] } }, invalid(/768 dimensions: it has 3072/)],
  ["a vector of nothing", { body: { embeddings: [{ values: Array(768).fill(0) }] } }, invalid(/not all zero/)],
  ["a value that is no number", { body: { embeddings: [{ values: [...vector(767).values, null] }] } }, invalid()],
  ["a value beyond all numbers", { body: `{"embeddings":[{"values":[1e999${",1".repeat(767)}]}]}` }, invalid()],
  ["no embeddings", { body: {} }, invalid()],
];

function vector(size: number) {
  return { values: Array.from({ length: size }, (_, at) => Math.sin(at + 1)) };
}

interface Against {
  readonly client: GeminiClientName;
  readonly timeoutMs?: number;
}

async function assessAgainst(answer: ModelAnswer | ModelFault, against: Against): Promise<unknown> {
  const double = await modelDouble(() => answer);
  const assessor = createGeminiAssessor({ apiKey, baseUrl: double.url, ...against });
  return assessor.assess(REQUEST, { signal: AbortSignal.timeout(10_000) });
}

async function embedAgainst(answer: ModelAnswer | ModelFault, against: Against): Promise<unknown> {
  const double = await modelDouble(() => answer);
  const embedder = createGeminiEmbedder({ apiKey, baseUrl: double.url, ...against });
  return embedder.embed([evidence], { kind: "document" });
}

describe.each(GEMINI_CLIENTS)("by %s", (client) => {
  test.each([...HTTP_FAULTS, ...GENERATION_FAULTS])("an assessment meets %s", async (_name, answer, expected) => {
    await expectModelError(assessAgainst(answer, { client }), expected, SECRETS);
  });

  test.each([...HTTP_FAULTS, ...EMBEDDING_FAULTS])("an embedding meets %s", async (_name, answer, expected) => {
    await expectModelError(embedAgainst(answer, { client }), expected, SECRETS);
  });

  test.each(["hang", "drip"] as const)(
    "a server that answers never (%s) is left when the time is up",
    async (fault) => {
      const expected: ExpectedError = { code: "MODEL_TIMEOUT", transient: true, message: /within 80 ms/ };
      await expectModelError(assessAgainst(fault, { client, timeoutMs: 80 }), expected, SECRETS);
      await expectModelError(embedAgainst(fault, { client, timeoutMs: 80 }), expected, SECRETS);
    },
  );

  test("a server that cannot be reached is a transient error", async () => {
    const double = await modelDouble(() => "hang");
    double.stop();
    const assessor = createGeminiAssessor({ apiKey, client, baseUrl: double.url });
    await expectModelError(assessor.assess(REQUEST, { signal: AbortSignal.timeout(10_000) }), unavailable, SECRETS);
  });

  test("the caller's signal ends the call with its own reason and closes the connection", async () => {
    const caller = new AbortController();
    const reason = new Error("Shutting down");
    const double = await modelDouble(() => {
      caller.abort(reason);
      return "hang";
    });
    const assessor = createGeminiAssessor({ apiKey, client, baseUrl: double.url });
    await expect(assessor.assess(REQUEST, { signal: caller.signal })).rejects.toBe(reason);
    await expect.poll(() => double.abandoned).toBe(1);
  });
});

test("the newer package shows the Retry-After header, where the details say nothing", async () => {
  const answer = { ...refusal(429, "RESOURCE_EXHAUSTED"), headers: { "retry-after": "17" } };
  const limited: ExpectedError = { code: "MODEL_RATE_LIMITED", transient: true, retryAfterSeconds: 17 };
  await expectModelError(assessAgainst(answer, { client: "genai" }), limited, SECRETS);
});
