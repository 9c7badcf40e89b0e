import type { Document } from "@assay/client";

/** What became of a document; `error` is null where it was done. */
export interface Outcome {
  readonly document: Document;
  readonly error: unknown;
}

const AT_ONCE = 4;

/** Does one thing to each document, a few at a time. One that fails stops none; after an abort no further one begins. */
export async function runBulk(
  documents: readonly Document[],
  act: (document: Document) => Promise<unknown>,
  { signal, onOutcome }: { signal: AbortSignal; onOutcome: (outcome: Outcome) => void },
): Promise<void> {
  const waiting = documents.values();
  const work = async () => {
    for (const document of waiting) {
      if (signal.aborted) return;
      try {
        await act(document);
        onOutcome({ document, error: null });
      } catch (error) {
        onOutcome({ document, error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
