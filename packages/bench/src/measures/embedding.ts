import { createOfflineEmbedder } from "@assay/adapters/offline";
import { makeText } from "../make-text.ts";
import { type Measure, rounded } from "../measure.ts";

const BATCHES = 10;

export const embedding: Measure = {
  name: "embedding",
  async run() {
    const chunks = await measureEmbedding();
    return [
      {
        what: "Embedding, offline engine",
        value: `${rounded(chunks)} chunks of 1,600 characters a second`,
        reference: "",
        ratio: chunks,
        target: { atLeast: 200 },
      },
    ];
  },
};

async function measureEmbedding(): Promise<number> {
  const embedder = createOfflineEmbedder();
  const size = Math.min(64, embedder.batchSizeMax);
  const batches = Array.from({ length: BATCHES }, (_, batch) =>
    Array.from({ length: size }, (_, at) => makeText(batch * size + at, 1600)),
  );
  const begun = performance.now();
  for (const texts of batches) await embedder.embed(texts, { kind: "document" });
  return (BATCHES * size) / ((performance.now() - begun) / 1000);
}
