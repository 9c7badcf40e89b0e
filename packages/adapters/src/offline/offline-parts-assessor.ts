import type { Assessor } from "@assay/core/ports";
import { NO_USAGE } from "./estimate-usage.ts";

/** Name of the offline engine that judges by parts, in every configuration that pins it. */
export const OFFLINE_PARTS_MODEL = "offline-lexical-2";

/**
 * Assesses by words alone, without network. A part is met only where its words stand together in one sentence or two
 * that follow each other, are said of the same thing and leave no doubt; wording that only resembles it is to be
 * confirmed by a person. Where the engine version names a model for meaning, that model reads the sentences instead. The
 * same request gives the same answer. Guidance is not used: it says what is required.
 */
export function createOfflinePartsAssessor(): Assessor {
  return {
    model: OFFLINE_PARTS_MODEL,
    promptVersion: "lexical-2",
    replaces: "offline-lexical-1",
    async assess(request, { signal, meaning }) {
      signal.throwIfAborted();
      if (meaning) {
        const { assessByMeaning } = await import("./assess-by-meaning.ts");
        return assessByMeaning(request, meaning);
      }
      // Loaded when it first judges: most deployments have a model that does.
      const { assessByParts } = await import("./assess-by-parts.ts");
      return assessByParts(request);
    },
    probe: async () => NO_USAGE,
  };
}
