import { describeEmbedder } from "@assay/testing/describe-embedder";
import { expect, test } from "vitest";
import { createOfflineEmbedder } from "../../src/offline/index.ts";

describeEmbedder("The offline embedder", createOfflineEmbedder);

test("a text without a usable word has no vector", async () => {
  const texts = ["", " \n\t", "—…•", "the of and", "MFA"];
  for (const kind of ["query", "document"] as const) {
    const vectors = await createOfflineEmbedder().embed(texts, { kind });
    expect(vectors.map((vector) => vector === null)).toEqual([true, true, true, true, false]);
  }
});

test("the same text gives the same vector in another instance and another batch", async () => {
  const text = "Laptops are encrypted with AES-256";
  const [alone] = await createOfflineEmbedder().embed([text], { kind: "document" });
  const [, second] = await createOfflineEmbedder().embed(["Something before it", text], { kind: "document" });
  expect(second).toEqual(alone);
});

test("words that are names in the language are words like others", async () => {
  const [vector] = await createOfflineEmbedder().embed(["constructor toString __proto__"], { kind: "document" });
  expect(vector).not.toBeNull();
});
