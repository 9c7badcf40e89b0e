import { describe, expect, test } from "vitest";
import { readAnswer } from "../../src/prompt/index.ts";

const prompt = {
  parts: new Map<string, string>(),
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
const read = (answer: unknown) =>
  readAnswer(typeof answer === "string" ? answer : JSON.stringify(answer), prompt).answer;

describe("a model's answer", () => {
  test("names chunks by their ids, and no remediation by null", () => {
    expect(read(GOOD)).toEqual({
      confidence: 0.8,
      quotes: [{ chunkId: "chunk-2", text: "Doors are locked at night." }],
      reasoning: "P2 says so.",
      remediation: null,
    });
  });

  test.each(["P3", "chunk-1", "P1, P2", "P1-P2", "G1", "12", "", "__proto__"])(
    "that quotes passage %j quotes no chunk",
    (passage) => {
      expect(read({ ...GOOD, quotes: [{ passage, text: "Doors" }] }).quotes).toEqual([{ chunkId: "", text: "Doors" }]);
    },
  );

  test("keeps no key beyond those that were asked for", () => {
    const answer = read({ ...GOOD, status: "COMPLETE", requirementId: "1.1", usage: { costUsd: 0 }, tool: "rm" });
    expect(Object.keys(answer).sort()).toEqual(["confidence", "quotes", "reasoning", "remediation"]);
  });

  test.each([
    ["fenced", `\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\``],
    ["fenced without a language", `\`\`\`\n${JSON.stringify(GOOD)}\`\`\``],
    ["after thoughts", `<think>\n{"confidence": 1}\n</think>\n${JSON.stringify(GOOD)}`],
    ["between blanks", `\n  ${JSON.stringify(GOOD, null, 2)}\n`],
    ["with prose after it", `${JSON.stringify(GOOD)} I hope that this helps.`],
    ["with prose before it", `Here is the answer you asked for: ${JSON.stringify(GOOD)}`],
    [
      "fenced within prose",
      `Sure!\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\`\nLet me know {if} anything is unclear.`,
    ],
    ["after thoughts by another name", `<thinking>{"confidence": 1}</thinking>${JSON.stringify(GOOD)}`],
    ["given twice", `${JSON.stringify(GOOD)}\n${JSON.stringify(GOOD)}`],
    ["in a list of its own", JSON.stringify([GOOD])],
    ["after an object that is no answer", `{"note": "thinking"} ${JSON.stringify(GOOD)}`],
    ["with a brace in a quote", JSON.stringify({ ...GOOD, reasoning: 'P2 says "}" and {.' })],
    ["without a remediation", JSON.stringify({ ...GOOD, remediation: undefined })],
    ["with a remediation that says that there is none", JSON.stringify({ ...GOOD, remediation: ["None."] })],
    ["with its confidence as text", JSON.stringify({ ...GOOD, confidence: "0.8" })],
    ["with a decimal comma", JSON.stringify({ ...GOOD, confidence: "0,8" })],
    ["with its confidence as a share of 100", JSON.stringify({ ...GOOD, confidence: "80 %" })],
  ])("is read %s", (_name, text) => {
    expect(read(text)).toMatchObject({ confidence: 0.8, quotes: [{ chunkId: "chunk-2" }], remediation: null });
  });

  test.each(["P2", "p2", " P2 ", "[P2]", '"P2"', "(P2)", "P2:", "P2.", "Passage 2", "passage P2", "P 2", "P02", "2"])(
    "that names a passage %j quotes its chunk",
    (passage) => {
      expect(read({ ...GOOD, quotes: [{ passage, text: "Doors" }] }).quotes).toEqual([
        { chunkId: "chunk-2", text: "Doors" },
      ]);
    },
  );

  test("keeps what is no quote as one that cannot be found, so that it is said to be dropped", () => {
    const quotes = [{ passage: "P1" }, 12, "Doors are locked", { passage: 2, text: "Doors are locked at night." }];
    expect(read({ ...GOOD, quotes }).quotes).toEqual([
      { chunkId: "", text: "(none)" },
      { chunkId: "", text: "(none)" },
      { chunkId: "", text: "Doors are locked" },
      { chunkId: "chunk-2", text: "Doors are locked at night." },
    ]);
  });

  test.each([
    ["no JSON", "The requirement is met."],
    ["two answers that differ", `${JSON.stringify(GOOD)}\n${JSON.stringify({ ...GOOD, confidence: 0.9 })}`],
    ["braces without end", "{".repeat(90_000)],
    ["braces in braces", "{".repeat(45_000) + "}".repeat(45_000)],
    ["thoughts without end", `<think>${JSON.stringify(GOOD)}`],
    ["cut off", JSON.stringify(GOOD).slice(0, -2)],
    ["null", "null"],
    ["a confidence above 1", { ...GOOD, confidence: 2 }],
    ["a confidence below 0", { ...GOOD, confidence: -0.1 }],
    ["a confidence in words", { ...GOOD, confidence: "high" }],
    ["a confidence beyond numbers", JSON.stringify(GOOD).replace("0.8", "1e999")],
    ["no confidence", { ...GOOD, confidence: undefined }],
    ["no reasoning", { ...GOOD, reasoning: " " }],
    ["no list of quotes", { ...GOOD, quotes: "P1" }],
    ["a confidence of 80 without a sign", { ...GOOD, confidence: "80" }],
    ["a confidence above 100 %", { ...GOOD, confidence: "120 %" }],
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

describe("an answer about parts", () => {
  const PARTS = {
    ...prompt,
    parts: new Map([
      ["R1", "Doors are locked"],
      ["R2", "Keys are counted"],
    ]),
  };
  const said = (parts: object[], more: object = {}) =>
    readAnswer(JSON.stringify({ parts, reasoning: "So.", remediation: "", confidence: 0.9, ...more }), PARTS);
  const part = { passage: "P2", quote: "Doors are locked at night.", why: "So.", verdict: "MET" };
  const OPEN = [...PARTS.parts.values()].map((words) => expect.objectContaining({ part: words, verdict: "PARTLY" }));

  test.each([
    ["a part that was not asked about", [{ ...part, part: "physical security" }], {}],
    ["no part", [part], {}],
    ["no part, and quotes the whole", [], { quotes: [{ passage: "P2", text: part.quote }] }],
  ])("that names %s keeps its quotes, and proves no part", (_name, parts, more) => {
    const { answer, lacks } = said(parts, more);
    expect(answer.quotes).toEqual([{ chunkId: "chunk-2", text: part.quote }]);
    expect(answer.parts).toEqual(OPEN);
    expect(lacks).toMatch(/none for R1, R2/);
  });

  test("that says NONE for a passage and a quote quotes nothing", () => {
    const none = { part: "R1", passage: "NONE", quote: "none", why: "So.", verdict: "NOT_MET" };
    expect(said([none, { ...none, part: "R2", quote: "" }]).answer.quotes).toEqual([]);
  });
});
