import type { Assessor } from "@assay/core/ports";
import { describe, expect, test } from "vitest";
import { createGeminiAssessor } from "../../src/gemini/index.ts";
import { createOpenAiCompatibleAssessor } from "../../src/openai-compatible/index.ts";
import { SPOKEN_ANSWERS as OF_GEMINI } from "../gemini/spoken-answers.ts";
import { modelDouble, REQUEST, RIGHT_ANSWER, type SpokenAnswer } from "../model-doubles/index.ts";
import { SPOKEN_ANSWERS as OF_SERVERS } from "../openai-compatible/spoken-answers.ts";

const QUOTE = REQUEST.passages[0]!.text;

const VENDORS: readonly [string, readonly SpokenAnswer[], (url: string) => Assessor][] = [
  ["Gemini", OF_GEMINI, (baseUrl) => createGeminiAssessor({ apiKey: "AIza", baseUrl })],
  ["Gemini by genai", OF_GEMINI, (baseUrl) => createGeminiAssessor({ apiKey: "AIza", baseUrl, client: "genai" })],
  ["servers", OF_SERVERS, (url) => createOpenAiCompatibleAssessor({ baseUrl: `${url}/v1`, model: "m" })],
];

describe.each(VENDORS)("what models of %s say", (_vendor, answers, make) => {
  test.each(answers.map((answer) => [answer.model, answer.oddity, answer] as const))(
    "%s: %s",
    async (_model, _oddity, { reply, gives }) => {
      const double = await modelDouble(() => reply(RIGHT_ANSWER));
      const assessing = make(double.url).assess(REQUEST, { signal: AbortSignal.timeout(10_000) });
      const answer = await assessing.catch((error: unknown) => error);
      if (gives !== "the answer") expect(answer).toMatchObject({ code: gives });
      else
        expect(answer).toMatchObject({
          confidence: 0.9,
          quotes: [{ chunkId: REQUEST.passages[0]!.chunkId, text: QUOTE }],
          parts: [{ verdict: "MET" }],
        });
      // What can be read is not asked again; what cannot is asked once more, and no third time.
      expect(double.requests).toHaveLength(gives === "the answer" ? 1 : 2);
    },
  );

  test("is of five models at least, and half of it is published", () => {
    expect(new Set(answers.map(({ model }) => model)).size).toBeGreaterThanOrEqual(5);
    const published = answers.filter(({ source }) => source.startsWith("https://"));
    expect(published.length).toBeGreaterThanOrEqual(answers.length / 2);
    expect(answers.filter(({ source }) => !/^(made$|recorded: )/.test(source))).toEqual(published);
  });
});
