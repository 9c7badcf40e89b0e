import type { AssessmentAnswer, AssessmentRequest, Assessor, EvidencePassage } from "@assay/core/ports";
import { beforeAll, describe, expect, test } from "vitest";

const REQUIREMENT: AssessmentRequest["requirement"] = {
  requirementId: "8.1.1",
  title: "Backups are restored as a test at least every 90 days",
  subcheckLabel: null,
  criterionTitle: "Backup",
};

const PARTS = [REQUIREMENT.title];

const ANSWERING = passage(
  "chunk-answering",
  "Backup Policy",
  "Backups of all production databases are taken every night.\nBackups are restored as a test every 60 days, and the result of each restore test is recorded by the operations team.",
);
const UNRELATED = passage(
  "chunk-unrelated",
  "Visitor Rules",
  "Visitors sign the guest book at reception and wear a badge. They are escorted by their host while in the building.",
);

/** What every assessor promises to the run that calls it; `make` gives a fresh one. */
export function describeAssessor(name: string, make: () => Assessor | Promise<Assessor>): void {
  describe(`${name} as an assessor`, () => {
    let assessor: Assessor;
    beforeAll(async () => {
      assessor = await make();
    });
    const assess = (passages: readonly EvidencePassage[]) =>
      assessor.assess(
        { requirement: REQUIREMENT, parts: PARTS, guidance: [], passages },
        { signal: AbortSignal.timeout(30_000) },
      );

    test("names its model and its prompt version", () => {
      expect(assessor.model).toMatch(/\S/);
      expect(assessor.promptVersion).toMatch(/\S/);
    });

    test("quotes passages of the request word for word", async () => {
      const passages = [UNRELATED, ANSWERING];
      const answer = await assess(passages);
      expectWellFormed(answer);
      expect(answer.quotes).not.toEqual([]);
      for (const quote of answer.quotes) {
        expect(passages.find(({ chunkId }) => chunkId === quote.chunkId)?.text).toContain(quote.text);
      }
    });

    test("is surer of a passage that answers the requirement than of one that does not", async () => {
      const [answering, unrelated] = [await assess([ANSWERING]), await assess([UNRELATED])];
      expectWellFormed(unrelated);
      expect(answering.confidence).toBeGreaterThan(unrelated.confidence);
    });

    test("says what to do where the evidence is silent", async () => {
      expect((await assess([UNRELATED])).remediation).toMatch(/\S/);
    });

    test("says by a small call that it answers", async () => {
      const usage = await assessor.probe({ signal: AbortSignal.timeout(30_000) });
      expect(Number.isInteger(usage.tokensIn) && Number.isInteger(usage.tokensOut)).toBe(true);
    });

    test("stops at a signal that is already aborted", async () => {
      const signal = AbortSignal.abort(new Error("No longer wanted"));
      const request = { requirement: REQUIREMENT, parts: PARTS, guidance: [], passages: [ANSWERING] };
      await expect(assessor.assess(request, { signal })).rejects.toThrow();
    });
  });
}

function expectWellFormed(answer: AssessmentAnswer): void {
  expect(answer.confidence).toBeGreaterThanOrEqual(0);
  expect(answer.confidence).toBeLessThanOrEqual(1);
  expect(answer.reasoning).toMatch(/\S/);
  expect(Number.isInteger(answer.usage.tokensIn) && answer.usage.tokensIn >= 0).toBe(true);
  expect(Number.isInteger(answer.usage.tokensOut) && answer.usage.tokensOut >= 0).toBe(true);
  expect(answer.usage.costUsd).toBeGreaterThanOrEqual(0);
}

function passage(chunkId: string, documentTitle: string, text: string): EvidencePassage {
  return { chunkId, documentTitle, location: null, pageNumber: 1, context: null, text };
}
