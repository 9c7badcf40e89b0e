import type { Assessor } from "@assay/core/ports";
import { NO_USAGE } from "./estimate-usage.ts";

/** Name of an engine that is gone: versions that pin it continue with one that replaces it. */
export const OFFLINE_FIRST_MODEL = "offline-lexical-1";
/** Name of the offline engine that judges by parts, in every configuration that pins it. */
export const OFFLINE_PARTS_MODEL = "offline-lexical-2";
/** Name of the same engine where it leaves COMPLETE to people and to models. */
export const OFFLINE_WORDS_MODEL = "offline-lexical-3";

/**
 * Assesses by words alone, without network. A part is met only where its words stand together in one sentence or two
 * that follow each other, are said of the same thing and leave no doubt; wording that only resembles it is to be
 * confirmed by a person. The same request gives the same answer. Guidance is not used: it says what is required.
 */
export function createOfflinePartsAssessor(): Assessor {
  return {
    model: OFFLINE_PARTS_MODEL,
    promptVersion: "lexical-2",
    replaces: [OFFLINE_FIRST_MODEL],
    async assess(request, { signal }) {
      signal.throwIfAborted();
      // Loaded when it first judges: most deployments have a model that does.
      const { assessByParts } = await import("./assess-by-parts.ts");
      return assessByParts(request);
    },
    probe: async () => NO_USAGE,
  };
}

/** The same, where what no model for meaning checks is PARTIAL at most: words alone prove nothing for certain. */
export function createOfflineWordsAssessor(): Assessor {
  return {
    ...createOfflinePartsAssessor(),
    model: OFFLINE_WORDS_MODEL,
    promptVersion: "lexical-3",
    replaces: [OFFLINE_PARTS_MODEL, OFFLINE_FIRST_MODEL],
    goesByWords: true,
  };
}
