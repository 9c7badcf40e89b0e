import { SHIPPED_ENTAILMENT } from "@assay/models/shipped";
import { describeEntailment } from "@assay/testing/describe-entailment";
import { afterAll, expect, test } from "vitest";
import { createEntailmentServer, type EntailmentServerOptions } from "../../src/entailment-server/index.ts";
import {
  expectModelError,
  type ModelAnswer,
  type ModelFault,
  type ModelRequest,
  modelDouble,
  startModelDouble,
} from "../model-doubles/index.ts";

const API_KEY = "sk-entailment-canary";
const EVIDENCE = "Evidence canary: restored on 3 May.";
const PAIR = { requirement: "Backups are tested.", evidence: EVIDENCE, context: "Log" };
const { model, sha256 } = SHIPPED_ENTAILMENT;
const PINNED = { model, sha256 };
const never = new AbortController().signal;

/** A server on a good day: what shares words with the requirement supports it. */
function answerAsServer({ body }: ModelRequest): ModelAnswer {
  const scores = body.pairs.map(({ requirement, evidence }: typeof PAIR) =>
    evidence.includes(requirement.slice(0, 4).toLowerCase())
      ? { supports: 0.7, partly: 0.1, contradicts: 0.1, unrelated: 0.1 }
      : { supports: 0.02, partly: 0.03, contradicts: 0.05, unrelated: 0.9 },
  );
  return { body: { scores, ...PINNED } };
}

function client(url: string, options: Partial<EntailmentServerOptions> = {}) {
  return createEntailmentServer({ url, apiKey: API_KEY, ...PINNED, ...options });
}

async function clientOf(answer: (request: ModelRequest) => ModelAnswer | ModelFault) {
  return client((await modelDouble(answer)).url);
}

const shared = await startModelDouble(answerAsServer);
afterAll(() => shared.stop());
describeEntailment("a server of the operator's", () => client(`${shared.url}/v1/score`));

test("pairs go to the configured address with the key, and nothing but their texts goes with them", async () => {
  const double = await modelDouble(answerAsServer);
  const pair = { ...PAIR, evidence: `\ud800${"x".repeat(30_000)}`, tenant: "not for the server" };
  await client(`${double.url}/v1/score/`).score([pair], never);
  const [{ path, headers, body }] = double.requests as [ModelRequest];
  expect({ path, authorization: headers.authorization }).toEqual({
    path: "/v1/score",
    authorization: `Bearer ${API_KEY}`,
  });
  expect(Object.keys(body)).toEqual(["pairs"]);
  expect(Object.keys(body.pairs[0])).toEqual(["requirement", "evidence", "context"]);
  expect(body.pairs[0].evidence).toHaveLength(20_000);
  expect(body.pairs[0].evidence.startsWith("\ufffd")).toBe(true);
});

test("many pairs are sent in several requests, and come back in order", async () => {
  const double = await modelDouble(answerAsServer);
  const pairs = Array.from({ length: 70 }, (_, at) => ({ ...PAIR, evidence: at % 2 ? "back" : "lunch" }));
  const scores = await client(double.url).score(pairs, never);
  expect(double.requests.map(({ body }) => body.pairs.length)).toEqual([32, 32, 6]);
  expect(scores.map(({ supports }) => supports)).toEqual(pairs.map((_, at) => (at % 2 ? 0.7 : 0.02)));
});

test.each([
  ["another model", { model: "entailment-3" }],
  ["other weights", { sha256: "0".repeat(64) }],
])("a server with %s is refused for good", async (_, served) => {
  const entailment = await clientOf((request) => ({
    body: { ...(answerAsServer(request).body as object), ...served },
  }));
  await expectModelError(
    entailment.score([PAIR], never),
    { code: "MODEL_REJECTED_REQUEST", transient: false, message: /serves another model than 'entailment-2'/ },
    [API_KEY, EVIDENCE],
  );
});

const good = { supports: 0.25, partly: 0.25, contradicts: 0.25, unrelated: 0.25 };
test.each<[string, unknown]>([
  ["nothing of the contract", {}],
  ["too few scores", { scores: [], ...PINNED }],
  ["a score that is missing", { scores: [{ ...good, partly: undefined }], ...PINNED }],
  ["a sum that is not 1", { scores: [{ ...good, partly: 0.9 }], ...PINNED }],
  ["a number that is no probability", { scores: [{ ...good, partly: -0.25, unrelated: 0.75 }], ...PINNED }],
  ["text in place of numbers", { scores: [{ ...good, supports: EVIDENCE }], ...PINNED }],
])("an answer with %s is no score", async (_, body) => {
  const entailment = await clientOf(() => ({ body }));
  await expectModelError(entailment.score([PAIR], never), { code: "MODEL_INVALID_OUTPUT", transient: true }, [
    API_KEY,
    EVIDENCE,
  ]);
});

test("no JSON, an endless answer and a broken connection are the server's failures", async () => {
  const endless = `"${"x".repeat(200_000)}"`;
  for (const answer of [{ body: "<html>" }, { body: endless }, "break" as const]) {
    const entailment = await clientOf(() => answer);
    const call = entailment.score([PAIR], never);
    await expectModelError(call, { code: "MODEL_FAILED", transient: true }, [API_KEY, EVIDENCE]);
  }
});

test("statuses are distinguished", async () => {
  const refused = (status: number, headers?: Record<string, string>) =>
    clientOf(() => ({ status, body: EVIDENCE, ...(headers && { headers }) }));
  const secrets = [API_KEY, EVIDENCE];
  await expectModelError(
    (await refused(429, { "retry-after": "7" })).score([PAIR], never),
    { code: "MODEL_RATE_LIMITED", transient: true, retryAfterSeconds: 7 },
    secrets,
  );
  await expectModelError(
    (await refused(401)).score([PAIR], never),
    { code: "MODEL_REJECTED_REQUEST", transient: false },
    secrets,
  );
  await expectModelError(
    (await refused(503)).score([PAIR], never),
    { code: "MODEL_UNAVAILABLE", transient: true },
    secrets,
  );
  await expectModelError(
    (await refused(307, { location: "https://elsewhere.example" })).score([PAIR], never),
    { code: "MODEL_REJECTED_REQUEST", transient: false },
    secrets,
  );
});

test("a server that hangs or drips is given up in time, and a caller's stop reaches it", async () => {
  for (const fault of ["hang", "drip"] as const) {
    const double = await modelDouble(() => fault);
    await expectModelError(
      client(double.url, { timeoutMs: 50 }).score([PAIR], never),
      { code: "MODEL_TIMEOUT", transient: true },
      [API_KEY, EVIDENCE],
    );
  }
  const stop = new AbortController();
  const reason = new Error("stopped by the test");
  const entailment = await clientOf(() => {
    stop.abort(reason);
    return "hang";
  });
  await expect(entailment.score([PAIR], stop.signal)).rejects.toBe(reason);
});

test("a server that is not there is unavailable", async () => {
  const double = await startModelDouble(answerAsServer);
  double.stop();
  await expectModelError(client(double.url).score([PAIR], never), { code: "MODEL_UNAVAILABLE", transient: true }, []);
});

test.each([
  ["an address with a password", { url: "http://user:secret@127.0.0.1" }],
  ["an address of another protocol", { url: "ftp://127.0.0.1" }],
  ["a key that no header can carry", { apiKey: "sk\nsecret" }],
])("%s is refused at once, without showing it", (_, options) => {
  expect(() => client("http://127.0.0.1", options)).toThrow(/^Cannot use the entailment server(?!.*secret)/);
});
