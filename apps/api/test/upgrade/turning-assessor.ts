import { ModelError } from "@assay/contract";
import type { Assessor } from "@assay/core/ports";
import { createOfflinePartsAssessor } from "@assay/offline";

export interface TurningAssessor extends Assessor {
  /** How it takes the next calls. REFUSE declines each, HOLD answers none. */
  mode: "ASSESS" | "REFUSE" | "HOLD";
  /** Resolves when a call is held. */
  held: Promise<void>;
}

/** The offline engine, until it is told otherwise. */
export function createTurningAssessor(): TurningAssessor {
  const offline = createOfflinePartsAssessor();
  const { promise, resolve } = Promise.withResolvers<void>();
  const turning: TurningAssessor = {
    ...offline,
    mode: "ASSESS",
    held: promise,
    async assess(request, options) {
      switch (turning.mode) {
        case "ASSESS":
          return offline.assess(request, options);
        case "REFUSE":
          throw new ModelError("MODEL_REJECTED_REQUEST", "Cannot assess the passages because the model declines them");
        case "HOLD":
          resolve();
          return new Promise((_, reject) => {
            options.signal.addEventListener("abort", () => reject(options.signal.reason as Error));
          });
        default:
          return turning.mode satisfies never;
      }
    },
  };
  return turning;
}
