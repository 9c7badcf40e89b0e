import { openLearnedModels } from "@assay/models/process";
import { createOfflineEmbedder } from "@assay/offline";
import { makeText } from "../make-text.ts";
import { type Measure, rounded } from "../measure.ts";

const BATCHES = 10;
const CHARACTERS = 1600;
const PASSAGES_BY_MEANING = 32;

export const embedding: Measure = {
  name: "embedding",
  async run() {
    const chunks = await measureEmbedding();
    const { model, passageMs } = await measureByMeaning();
    return [
      {
        what: "Embedding, offline engine",
        value: `${rounded(chunks)} chunks of 1,600 characters a second`,
        reference: "",
        ratio: chunks,
        target: { atLeast: 200 },
      },
      {
        what: `Embedding, ${model}: processor time of a chunk of 1,600 characters`,
        value: `${rounded(passageMs)} ms`,
        reference: "",
        ratio: passageMs,
        target: { atMost: 90 },
      },
    ];
  },
};

async function measureEmbedding(): Promise<number> {
  const embedder = createOfflineEmbedder();
  const size = Math.min(64, embedder.batchSizeMax);
  const batches = Array.from({ length: BATCHES }, (_, batch) => makeChunks(batch * size, size));
  const begun = performance.now();
  for (const texts of batches) await embedder.embed(texts, { kind: "document" });
  return (BATCHES * size) / ((performance.now() - begun) / 1000);
}

/** By the model on the machine, once it is loaded. */
async function measureByMeaning(): Promise<{ model: string; passageMs: number }> {
  let spentMs = 0;
  const models = await openLearnedModels({
    onBatch: (report) => {
      spentMs += report.spentMs;
    },
  });
  try {
    const embedder = models.embedders[0]!;
    await embedder.embed(makeChunks(0, 1), { kind: "document" });
    spentMs = 0;
    await embedder.embed(makeChunks(1, PASSAGES_BY_MEANING), { kind: "document" });
    return { model: embedder.model, passageMs: spentMs / PASSAGES_BY_MEANING };
  } finally {
    await models.close();
  }
}

function makeChunks(seed: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => makeText(seed + at, CHARACTERS));
}
