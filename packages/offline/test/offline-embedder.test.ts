import { describeEmbedder } from "@assay/testing/describe-embedder";
import { expect, test } from "vitest";
import { createOfflineEmbedder } from "../src/index.ts";

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

test("the first model gives the vectors that it gave, and the second one orders texts as it does", async () => {
  const [before, now] = [createOfflineEmbedder("offline-lexical-1"), createOfflineEmbedder("offline-lexical-2")];
  expect(now.replaces).toEqual([before.model]);
  const texts = [
    "Backups are encrypted and kept for ninety days",
    "Access rights are reviewed each quarter by the owner of the system",
    "The roses are cut back in March",
    "Encryption",
  ];
  const cosinesOf = async (embedder: typeof now) => {
    const [query] = await embedder.embed(["Backups shall be encrypted"], { kind: "query" });
    const vectors = await embedder.embed(texts, { kind: "document" });
    return vectors.map((vector) => query!.reduce((sum, value, at) => sum + value * vector![at]!, 0));
  };
  const [earlier, later] = [await cosinesOf(before), await cosinesOf(now)];
  expect(earlier.map((cosine) => cosine.toFixed(6))).toEqual(["0.391572", "0.111111", "0.111111", "0.263554"]);
  for (const [at, cosine] of earlier.entries()) {
    const words = (cosine - 1 / 9) / (1 - 1 / 9);
    expect(later[at]).toBeCloseTo(words + 0.198 * (1 - words), 5);
  }
});

test("the third model gives English texts the vectors of the second, and finds German words by their parts", async () => {
  const [second, third] = [createOfflineEmbedder("offline-lexical-2"), createOfflineEmbedder()];
  expect(third).toMatchObject({ model: "offline-lexical-3", replaces: ["offline-lexical-2", "offline-lexical-1"] });
  const texts = ["Backups are encrypted and kept for ninety days", "MFA", "備份政策は毎年見直す", "§ 4.2 — 90 days"];
  expect(await third.embed(texts, { kind: "document" })).toEqual(await second.embed(texts, { kind: "document" }));
  const cosineIn = async (embedder: typeof third) => {
    const [query] = await embedder.embed(["Die Wiederherstellung wird geprüft"], { kind: "query" });
    const [text] = await embedder.embed(["Bei jeder Prüfung werden alle Daten wiederhergestellt"], {
      kind: "document",
    });
    return query!.reduce((sum, value, at) => sum + value * text![at]!, 0);
  };
  expect(await cosineIn(second)).toBeLessThan(0.2);
  expect(await cosineIn(third)).toBeGreaterThan(0.3);
});
