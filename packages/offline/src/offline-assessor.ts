import type { Assessor } from "@assay/core/ports";
import { NO_USAGE } from "./estimate-usage.ts";
import { OFFLINE_MODEL } from "./offline-embedder.ts";

/**
 * Assesses by words alone, without network: which parts of the requirement the passages word, and where. The same
 * request gives the same answer. Guidance is not used, as it says what is required and not what is done.
 */
export function createOfflineAssessor(): Assessor {
  return {
    model: OFFLINE_MODEL,
    promptVersion: "lexical-1",
    async assess(request, { signal }) {
      signal.throwIfAborted();
      // Loaded when it first judges: most deployments have a model that does.
      const { assessByWords } = await import("./assess-by-words.ts");
      return assessByWords(request);
    },
    probe: async () => NO_USAGE,
  };
}
