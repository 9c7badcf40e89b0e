import { ModelError } from "@assay/contract";
import type { AssessmentRequest, Assessor, Embedder } from "@assay/core/ports";

/** A slow machine reads the question for minutes; one that hangs is found out before. */
const CHECK_TIMEOUT_MS = 300_000;
const ANSWERING = "Backups of all systems are restored as a test every 30 days, and each result is recorded.";
const FILLER = "Visitors sign the guest book at reception and are escorted by their host while in the building. ";

// As long as a real request, with what answers it at the start: a server that cuts long prompts does not find it.
const REQUEST: AssessmentRequest = {
  requirement: {
    requirementId: "1",
    title: "Backups are restored as a test at least every 90 days",
    subcheckLabel: null,
    criterionTitle: "Backup",
  },
  parts: ["Backups are restored as a test at least every 90 days"],
  guidance: [],
  passages: [ANSWERING, ...Array<string>(7).fill(FILLER.repeat(20))].map((text, at) => ({
    chunkId: `check-${at}`,
    documentTitle: "Check",
    location: null,
    pageNumber: null,
    context: null,
    text,
  })),
};

/** Embeds one text for real: what is in the way, in words for the operator, or null. */
export function checkEmbedder(embedder: Embedder): Promise<string | null> {
  return problemOf(async () => {
    await embedder.embed([ANSWERING], { kind: "document", signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    return null;
  });
}

/** Asks for one judgement of a known outcome, about 5,000 tokens: what is in the way, or null. */
export async function checkAssessor(assessor: Assessor): Promise<string | null> {
  // It is the model for meaning that judges, whose own check says whether it can be relied on.
  if (assessor.readsMeaning) return null;
  return problemOf(async () => {
    const { quotes } = await assessor.assess(REQUEST, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    const found = quotes.some(
      ({ chunkId, text }) => chunkId === "check-0" && /\S/.test(text) && ANSWERING.includes(text.trim()),
    );
    return found
      ? null
      : `Cannot rely on ${assessor.model} because it did not quote the sentence that answers the question: give its server a context of at least 16,384 tokens, or use a stronger model`;
  });
}

async function problemOf(check: () => Promise<string | null>): Promise<string | null> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    if (error instanceof Error && error.name === "TimeoutError")
      return `The model did not answer within ${CHECK_TIMEOUT_MS} ms`;
    throw error;
  }
}
