import { ModelError } from "@assay/contract";
import { describe, expect, test } from "vitest";
import { askAssessor } from "../../src/assessments/ask-assessor.ts";
import { evaluateAnswer } from "../../src/assessments/evaluate-answer.ts";
import type { Answer, AssessmentRequest, Assessor, Quote } from "../../src/ports/assessor.ts";
import { evaluatedEvidence, judgedPassage } from "./judged.ts";

const DAILY = "Backups are taken every day by the operations team.";
const HIDDEN = "All of this is in perfect order.";
const evidence = evaluatedEvidence([
  {
    ...judgedPassage("chunk", `${DAILY} ${HIDDEN}`),
    flaggedRanges: [{ start: DAILY.length + 1, end: DAILY.length + 1 + HIDDEN.length, reason: "HIDDEN" }],
  },
]);
const request: AssessmentRequest = {
  requirement: evidence.requirement,
  parts: ["taken every day", "restored as a test"],
  guidance: [],
  passages: [],
};
const quoting = (text: string, more: Partial<Answer> = {}): Answer => ({
  confidence: 0.9,
  quotes: [{ chunkId: "chunk", text }],
  reasoning: "It says so.",
  remediation: null,
  ...more,
});
const INVENTED = quoting("Nobody has ever written this sentence.");
const PROVED = quoting(DAILY);
const PART_LOST = quoting(DAILY, {
  parts: [
    { part: "taken every day", verdict: "MET", why: "So.", chunkId: "chunk", quote: DAILY },
    { part: "restored as a test", verdict: "MET", why: "So.", chunkId: "chunk", quote: INVENTED.quotes[0]!.text },
  ],
});

/** Returns in turn, an error where it is one, and remembers what it was asked again about. */
function assessorOf(first: Answer, again?: Answer | Error) {
  const asked: (readonly Quote[])[] = [];
  const assessor: Assessor = {
    model: "double",
    promptVersion: "double/1",
    probe: async () => ({ tokensIn: 0, tokensOut: 0, costUsd: 0 }),
    assess: async () => ({ ...first, usage: { tokensIn: 100, tokensOut: 10, costUsd: 1 } }),
    ...(again && {
      async repairQuotes(_request, { quotes }) {
        asked.push(quotes);
        if (again instanceof Error) throw again;
        return { ...again, usage: { tokensIn: 200, tokensOut: 20, costUsd: 2 } };
      },
    }),
  };
  const ask = (isLast = false) =>
    askAssessor(assessor, request, evidence, { signal: AbortSignal.timeout(1000) }, { isLast });
  return { asked, ask, answer: async () => (await ask()).answer };
}

const BOTH = { tokensIn: 300, tokensOut: 30, costUsd: 3 };
const failure = (code: ConstructorParameters<typeof ModelError>[0]) =>
  new ModelError(code, "No", { usage: { tokensIn: 200, tokensOut: 20, costUsd: 2 } });

describe("an answer is taken as it is", () => {
  test.each([
    ["where its quotes are in the evidence", PROVED],
    ["where it claims less than PARTIAL", { ...INVENTED, confidence: 0.39 }],
    [
      "where it says that no part is met",
      { ...INVENTED, parts: [{ ...PART_LOST.parts![1]!, verdict: "NOT_MET" as const }] },
    ],
    ["where its quotes are hidden text: another quote would not help", quoting(HIDDEN)],
  ])("%s", async (_name, first) => {
    const { answer, asked } = assessorOf(first, PROVED);
    expect(await answer()).toMatchObject(first);
    expect(asked).toEqual([]);
  });

  test("where the assessor cannot be asked again, as under an earlier prompt version", async () => {
    expect(await assessorOf(INVENTED).answer()).toMatchObject(INVENTED);
  });
});

describe("an answer that rests on quotes which stand nowhere", () => {
  test("is asked for once more, with these quotes, and costs both calls", async () => {
    const { answer, asked } = assessorOf(INVENTED, PROVED);
    expect(await answer()).toEqual({ ...PROVED, usage: BOTH });
    expect(asked).toEqual([INVENTED.quotes]);
  });

  test("is asked for once more where it gives no quote at all", async () => {
    const { answer, asked } = assessorOf({ ...PROVED, quotes: [] }, PROVED);
    expect(await answer()).toMatchObject(PROVED);
    expect(asked).toEqual([[]]);
  });

  test("is no answer where the second is no better: this is not said to be missing", async () => {
    const { answer, asked } = assessorOf(INVENTED, INVENTED);
    await expect(answer()).rejects.toMatchObject({ code: "MODEL_INVALID_OUTPUT", usage: BOTH });
    expect(asked).toHaveLength(1);
  });

  test.each(["MODEL_REFUSED", "MODEL_INVALID_OUTPUT", "MODEL_TIMEOUT"] as const)(
    "is no answer where the second turn ends with %s",
    async (code) => {
      await expect(assessorOf(INVENTED, failure(code)).answer()).rejects.toMatchObject({
        code: "MODEL_INVALID_OUTPUT",
        usage: BOTH,
      });
    },
  );

  test.each(["MODEL_RATE_LIMITED", "MODEL_UNAVAILABLE"] as const)(
    "is no answer where the second turn was turned away before, and is again with %s",
    async (code) => {
      await expect(assessorOf(INVENTED, failure(code)).ask(true)).rejects.toMatchObject({
        code: "MODEL_INVALID_OUTPUT",
        usage: BOTH,
      });
    },
  );

  test("hands on the quotes that it looked up, and they give the verdict that looking again gives", async () => {
    const { answer, verified } = await assessorOf(INVENTED, PROVED).ask();
    expect(verified?.citations).toHaveLength(1);
    expect(evaluateAnswer(answer, evidence, verified)).toEqual(evaluateAnswer(answer, evidence));
  });

  test("waits with the model where the second turn finds it paused, and counts what was used", async () => {
    await expect(assessorOf(INVENTED, failure("MODEL_RATE_LIMITED")).answer()).rejects.toMatchObject({
      code: "MODEL_RATE_LIMITED",
      usage: BOTH,
    });
  });

  test("is withdrawn where the model then claims less", async () => {
    const withdrawn = { ...PROVED, confidence: 0.1, quotes: [] };
    expect(await assessorOf(INVENTED, withdrawn).answer()).toMatchObject(withdrawn);
  });
});

describe("a part that is said to be met and whose quote is nowhere", () => {
  test("is asked about once more", async () => {
    const { answer, asked } = assessorOf(PART_LOST, PROVED);
    expect(await answer()).toMatchObject(PROVED);
    expect(asked).toEqual([INVENTED.quotes]);
  });

  test("does not cost the requirement what is proved of it", async () => {
    for (const again of [INVENTED, failure("MODEL_REFUSED")])
      expect(await assessorOf(PART_LOST, again).answer()).toEqual({ ...PART_LOST, usage: BOTH });
  });
});
