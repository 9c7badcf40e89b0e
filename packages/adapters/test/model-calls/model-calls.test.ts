import { ModelError } from "@assay/contract";
import { embedTexts } from "@assay/core/embed-texts";
import type { AssessmentAnswer, Assessor } from "@assay/core/ports";
import { createOfflineEmbedder, createOfflineMeaningAssessor, createOfflinePartsAssessor } from "@assay/offline";
import { describe, expect, test } from "vitest";
import { checkAssessor, checkEmbedder, retryAfterSeconds } from "../../src/model-calls/index.ts";

describe("what an operator hears of a model", () => {
  test("nothing when it answers well", async () => {
    expect(await checkAssessor(createOfflinePartsAssessor())).toBeNull();
    expect(await checkEmbedder(createOfflineEmbedder())).toBeNull();
    expect(await checkAssessor(createOfflineMeaningAssessor())).toBeNull();
  });

  test("that it missed the start of a long prompt", async () => {
    const deaf = answering({ quotes: [] });
    expect(await checkAssessor(deaf)).toMatch(/did not quote .* context of at least 16,384 tokens/);
    expect(await checkAssessor(answering({ quotes: [{ chunkId: "check-0", text: " " }] }))).not.toBeNull();
  });

  test("what its errors say, and not what is our own mistake", async () => {
    const failing = (error: Error) => async () => Promise.reject(error);
    const refused = new ModelError("MODEL_REJECTED_REQUEST", "Cannot do it");
    expect(await checkAssessor({ ...createOfflinePartsAssessor(), assess: failing(refused) })).toBe("Cannot do it");
    expect(await checkEmbedder({ ...createOfflineEmbedder(), embed: failing(refused) })).toBe("Cannot do it");
    await expect(checkEmbedder({ ...createOfflineEmbedder(), embed: failing(new TypeError("x")) })).rejects.toThrow(
      TypeError,
    );
  });
});

test.each([
  ["12", 12],
  ["26.4s", 27],
  [" 3 ", 3],
  ["0", 0],
  ["999999", 86400],
  ["Sat, 21 Nov 2026 08:00:30 GMT", 30],
  ["Sat, 21 Nov 2026 07:00:00 GMT", 0],
  ["Sat, 28 Nov 2026 08:00:00 GMT", 86400],
  ["soon", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("to wait %j is to wait %j seconds", (value, seconds) => {
  expect(retryAfterSeconds(value, new Date("2026-11-21T08:00:00Z"))).toBe(seconds);
});

test("a text is embedded up to a length and a batch up to a size", async () => {
  const sent: string[] = [];
  const limits = { batchSizeMax: 2, dimensions: 2 };
  const call = async (texts: string[]) => {
    sent.push(...texts);
    return texts.map(() => [3, 4]);
  };
  const vectors = await embedTexts(["x".repeat(20_000), `${" ".repeat(16_000)}x`], limits, call);
  expect(sent.map(({ length }) => length)).toEqual([16_000]);
  expect(vectors).toEqual([Float32Array.of(0.6, 0.8), null]);
  await expect(embedTexts(["a", "b", "c"], limits, call)).rejects.toMatchObject({ code: "MODEL_REJECTED_REQUEST" });
});

function answering(answer: Partial<AssessmentAnswer>): Assessor {
  const offline = createOfflinePartsAssessor();
  return { ...offline, assess: async (...args) => ({ ...(await offline.assess(...args)), ...answer }) };
}
