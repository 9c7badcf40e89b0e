import { MODEL_ERROR_CATALOGUE, ModelError } from "@assay/contract";
import type { Assessor } from "@assay/core/ports";
import { describe, expect, test } from "vitest";
import { createGeminiAssessor } from "../../src/gemini/index.ts";
import { createOpenAiCompatibleAssessor } from "../../src/openai-compatible/index.ts";
import { type ModelAnswer, type ModelFault, modelDouble, REQUEST } from "../model-doubles/index.ts";

const ASSESSORS: Readonly<Record<string, (baseUrl: string, timeoutMs?: number) => Assessor>> = {
  gemini: (baseUrl, timeoutMs = 60_000) => createGeminiAssessor({ apiKey: "AIzaSecret", baseUrl, timeoutMs }),
  "openai-compatible": (baseUrl, timeoutMs = 60_000) =>
    createOpenAiCompatibleAssessor({ baseUrl, model: "double", timeoutMs }),
};

const SPELLS: Readonly<Record<string, ModelAnswer | ModelFault>> = {
  ...Object.fromEntries([500, 502, 503, 504, 529].map((status) => [status, { status, body: "<html>" }])),
  "a connection that breaks": "break",
  silence: "hang",
};

describe.each(Object.entries(ASSESSORS))("%s", (_, make) => {
  test.each(Object.entries(SPELLS))("leaves it open whose fault it is: %s", async (name, answer) => {
    const double = await modelDouble(() => answer);
    const assessor = make(double.url, name === "silence" ? 50 : undefined);
    const failed = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error);
    const error = await failed(assessor.assess(REQUEST, { signal: AbortSignal.timeout(60_000) }));
    expect(error).toBeInstanceOf(ModelError);
    expect(MODEL_ERROR_CATALOGUE[(error as ModelError).code].fault).toBe("unclear");

    const signal = AbortSignal.timeout(name === "silence" ? 50 : 60_000);
    const probed = await failed(assessor.probe({ signal }));
    if (name === "silence") expect(signal.aborted).toBe(true);
    else expect(probed).toMatchObject({ code: (error as ModelError).code });
  });

  test("sends no word of the evidence with a probe, and asks for a word or two", async () => {
    const double = await modelDouble(() => ({ status: 503, body: "" }));
    await make(double.url)
      .probe({ signal: AbortSignal.timeout(60_000) })
      .catch(() => {});
    expect(double.requests).toHaveLength(1);
    expect(JSON.stringify(double.requests[0]!.body).length).toBeLessThan(700);
  });
});

test.each([
  ["Sat, 21 Nov 2026 08:00:00 GMT", 5],
  ["nonsense", 86_400],
])("a date to come again at is read by the clock that the server names: %s", async (date, seconds) => {
  const headers = {
    date,
    "retry-after": date === "nonsense" ? "Sat, 21 Nov 2099 08:00:05 GMT" : "Sat, 21 Nov 2026 08:00:05 GMT",
  };
  const double = await modelDouble(() => ({ status: 429, headers, body: "" }));
  const asking = ASSESSORS["openai-compatible"]!(double.url).probe({ signal: AbortSignal.timeout(60_000) });
  await expect(asking).rejects.toMatchObject({ code: "MODEL_RATE_LIMITED", retryAfterSeconds: seconds });
});
