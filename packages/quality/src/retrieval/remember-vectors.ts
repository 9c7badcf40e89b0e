import type { Embedder } from "@assay/core/ports";

/** The embedder, which embeds each text once: ways that differ in weights alone search by the same vectors. */
export function rememberVectors(embedder: Embedder): Embedder {
  const known = new Map<string, Float32Array | null>();
  return {
    ...embedder,
    async embed(texts, options) {
      const keyOf = (text: string) => `${options.kind} ${text}`;
      const fresh = [...new Set(texts)].filter((text) => !known.has(keyOf(text)));
      const vectors = fresh.length === 0 ? [] : await embedder.embed(fresh, options);
      for (const [at, text] of fresh.entries()) known.set(keyOf(text), vectors[at] ?? null);
      return texts.map((text) => known.get(keyOf(text)) ?? null);
    },
  };
}
