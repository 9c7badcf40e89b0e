import type { Assessor } from "@assay/core/ports";
import { NO_USAGE } from "./estimate-usage.ts";
import { OFFLINE_FIRST_MODEL, OFFLINE_PARTS_MODEL, OFFLINE_WORDS_MODEL } from "./offline-parts-assessor.ts";

/** Name of the offline engine that judges by meaning, in every configuration that pins it. */
export const OFFLINE_MEANING_MODEL = "offline-meaning-1";

/**
 * Assesses by the model for meaning that the engine version names, without network. A part is met only where one sentence
 * shows it, as that model reads it, and no rule speaks against it. The same request gives the same answer. Guidance is
 * not used: it says what is required.
 */
export function createOfflineMeaningAssessor(): Assessor {
  return {
    model: OFFLINE_MEANING_MODEL,
    promptVersion: "meaning-1",
    replaces: [OFFLINE_WORDS_MODEL, OFFLINE_PARTS_MODEL, OFFLINE_FIRST_MODEL],
    readsMeaning: true,
    goesByWords: true,
    async assess(request, { signal, meaning }) {
      signal.throwIfAborted();
      if (!meaning) throw new Error(`Cannot judge with '${OFFLINE_MEANING_MODEL}' because nothing reads meaning`);
      const { assessByMeaning } = await import("./assess-by-meaning.ts");
      return assessByMeaning(request, meaning);
    },
    probe: async () => NO_USAGE,
  };
}
