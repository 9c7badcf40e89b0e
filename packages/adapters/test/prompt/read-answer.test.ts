import { describe, expect, test } from "vitest";
import { readAnswer } from "../../src/prompt/index.ts";

const prompt = {
  chunkIds: new Map([
    ["P1", "chunk-1"],
    ["P2", "chunk-2"],
  ]),
};
const GOOD = {
  quotes: [{ passage: "P2", text: "Doors are locked at night." }],
  reasoning: "P2 says so.",
  remediation: "",
  confidence: 0.8,
};
const read = (answer: unknown) => readAnswer(typeof answer === "string" ? answer : JSON.stringify(answer), prompt);

describe("a model's answer", () => {
  test("names chunks by their ids, and no remediation by null", () => {
    expect(read(GOOD)).toEqual({
      confidence: 0.8,
      quotes: [{ chunkId: "chunk-2", text: "Doors are locked at night." }],
      reasoning: "P2 says so.",
      remediation: null,
    });
  });

  test.each(["P3", "chunk-1", "P1, P2", "p1", "", "__proto__"])("that quotes passage %j quotes no chunk", (passage) => {
    expect(read({ ...GOOD, quotes: [{ passage, text: "Doors" }] }).quotes).toEqual([{ chunkId: "", text: "Doors" }]);
  });

  test("keeps no key beyond those that were asked for", () => {
    const answer = read({ ...GOOD, status: "COMPLETE", requirementId: "1.1", usage: { costUsd: 0 }, tool: "rm" });
    expect(Object.keys(answer).sort()).toEqual(["confidence", "quotes", "reasoning", "remediation"]);
  });

  test.each([
    ["fenced", `\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``],
    ["fenced without a language", `\`\`\`\n${JSON.stringify(GOOD)}\`\`\``],
    ["after thoughts", `<think>\n{"confidence": 1}\n</think>\n${JSON.stringify(GOOD)}`],
    ["between blanks", `\n  ${JSON.stringify(GOOD, null, 2)}\n`],
  ])("is read %s", (_name, text) => {
    expect(read(text).confidence).toBe(0.8);
  });

  test.each([
    ["no JSON", "The requirement is met."],
    ["two objects", `${JSON.stringify(GOOD)}\n${JSON.stringify(GOOD)}`],
    ["prose after it", `${JSON.stringify(GOOD)} I hope that this helps.`],
    ["thoughts without end", `<think>${JSON.stringify(GOOD)}`],
    ["cut off", JSON.stringify(GOOD).slice(0, -2)],
    ["an array", [GOOD]],
    ["null", "null"],
    ["a confidence above 1", { ...GOOD, confidence: 2 }],
    ["a confidence below 0", { ...GOOD, confidence: -0.1 }],
    ["a confidence in words", { ...GOOD, confidence: "high" }],
    ["a confidence beyond numbers", JSON.stringify(GOOD).replace("0.8", "1e999")],
    ["no confidence", { ...GOOD, confidence: undefined }],
    ["no reasoning", { ...GOOD, reasoning: " " }],
    ["no list of quotes", { ...GOOD, quotes: "P1" }],
    ["a quote without text", { ...GOOD, quotes: [{ passage: "P1" }] }],
    ["ten megabytes", { ...GOOD, reasoning: "x".repeat(10_000_000) }],
  ])("with %s is invalid, and the error does not repeat it", (_name, answer) => {
    const { reasoning } = GOOD;
    const failure = (() => {
      try {
        return read(answer);
      } catch (error) {
        return error;
      }
    })();
    expect(failure).toMatchObject({ name: "ModelError", code: "MODEL_INVALID_OUTPUT" });
    expect((failure as Error).message).toMatch(/^Cannot use the model's answer because /);
    expect((failure as Error).message).not.toContain(reasoning);
  });
});
