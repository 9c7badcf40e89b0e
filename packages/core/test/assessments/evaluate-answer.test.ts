import { EVIDENCE_RULES_BEFORE, ModelError, type RuleEffect } from "@assay/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluateAnswer, failedVerdict, withoutEvidence } from "../../src/assessments/evaluate-answer.ts";
import type { EvaluatedEvidence, JudgedPassage } from "../../src/assessments/evaluated-evidence.ts";
import {
  capWithoutCitation,
  finaliseVerdict,
  roundConfidence,
  statusFromConfidence,
} from "../../src/assessments/status-from-confidence.ts";

const THRESHOLDS = { complete: 0.75, partial: 0.4 };
const TODAY = "2026-11-21";
const passage: JudgedPassage = {
  chunkId: "chunk",
  documentId: "document",
  documentTitle: "policy.pdf",
  pageNumber: 1,
  text: "Backups are taken every day by the operations team.",
  flaggedRanges: [],
  effectiveDate: null,
  expiresAt: null,
  evidenceKind: null,
  documentState: null,
};
const evidence = (change: Partial<EvaluatedEvidence> = {}): EvaluatedEvidence => ({
  requirement: {
    requirementId: "1",
    title: "Backups are taken every day",
    subcheckLabel: null,
    criterionTitle: "Backup",
    expectation: null,
  },
  passages: [passage],
  thresholds: THRESHOLDS,
  rules: EVIDENCE_RULES_BEFORE,
  on: TODAY,
  period: null,
  facts: [],
  ...change,
});
const answer = (change: Partial<Parameters<typeof evaluateAnswer>[0]> = {}) => ({
  confidence: 0.9,
  quotes: [{ chunkId: "chunk", text: "Backups are taken every day" }],
  reasoning: "It says so.",
  remediation: null,
  ...change,
});
const judge = (change = {}, passages = [passage]) => evaluateAnswer(answer(change), evidence({ passages }));

describe("the status follows from the stored confidence", () => {
  test.each([
    [1, "COMPLETE"],
    [0.75, "COMPLETE"],
    [0.74999, "COMPLETE"],
    [0.7499, "PARTIAL"],
    [0.4, "PARTIAL"],
    [0.3999, "MISSING"],
    [0, "MISSING"],
  ])("%d is %s", (confidence, status) => {
    const verdict = judge({ confidence });
    expect(verdict.status).toBe(status);
    expect(statusFromConfidence(verdict.confidence, THRESHOLDS)).toBe(status);
  });

  test("under whatever thresholds are pinned", () => {
    const pinned = { complete: 0.95, partial: 0.9 };
    expect(evaluateAnswer(answer(), evidence({ thresholds: pinned })).status).toBe("PARTIAL");
    expect(evaluateAnswer(answer({ confidence: 0.89 }), evidence({ thresholds: pinned })).status).toBe("MISSING");
  });

  test("and is stored with four decimals", () => {
    expect(judge({ confidence: 0.123456 }).confidence).toBe(0.1235);
    expect(roundConfidence(0.1 + 0.2)).toBe(0.3);
  });

  test.each([Number.NaN, -0.01, 1.01, Number.POSITIVE_INFINITY, "high" as unknown as number])(
    "a confidence of %s is no answer",
    (confidence) => {
      expect(() => judge({ confidence })).toThrow(ModelError);
    },
  );
});

describe("without a verified quote", () => {
  test.each([
    ["none is given", []],
    ["it is invented", [{ chunkId: "chunk", text: "Backups are taken every hour" }]],
    ["it names another chunk", [{ chunkId: "other", text: passage.text }]],
  ])("%s: the confidence is capped below PARTIAL and the reasoning says why", (_, quotes) => {
    const verdict = judge({ confidence: 1, quotes });
    expect(verdict).toMatchObject({ status: "MISSING", confidence: 0.39, citations: [] });
    expect(verdict.reasoning).toBe(
      "It says so. Confidence was capped because no quote of the answer could be verified in the evidence.",
    );
  });

  test("a confidence that is low already stays, unexplained", () => {
    expect(judge({ confidence: 0.1, quotes: [] })).toMatchObject({ confidence: 0.1, reasoning: "It says so." });
  });

  test("no model, however misled, gets more than MISSING", () => {
    const quotes = fc.array(
      fc.record({ chunkId: fc.constantFrom("chunk", "other"), text: fc.string({ unit: "binary" }) }),
    );
    const thresholds = fc
      .tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }))
      .map(([a, b]) => ({ partial: Math.min(a, b) / 100, complete: Math.max(a, b) / 100 }));
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), quotes, thresholds, (confidence, invented, pinned) => {
        const verdict = evaluateAnswer(answer({ confidence, quotes: invented }), evidence({ thresholds: pinned }));
        if (verdict.citations.length > 0) return;
        expect(verdict.status).toBe("MISSING");
        expect(verdict.confidence).toBeLessThan(pinned.partial);
      }),
    );
  });

  test("the cap never goes below zero", () => {
    expect(capWithoutCitation(0.9, { complete: 0.5, partial: 0.005 })).toBe(0);
  });
});

describe("evidence that has expired", () => {
  const expired = { ...passage, expiresAt: "2026-11-20" };
  test("is noted where it is cited, and changes no status", () => {
    const verdict = judge({}, [expired]);
    expect(verdict).toMatchObject({ status: "COMPLETE", confidence: 0.9, flags: ["EXPIRED_EVIDENCE"] });
    expect(verdict.reasoning).toBe("It says so. Note: policy.pdf expired on 2026-11-20.");
  });

  test("keeps the verdict below COMPLETE where the engine version says so, and is not looked at where it says that", () => {
    const under = (expiredRule: RuleEffect) =>
      evaluateAnswer(
        answer(),
        evidence({ passages: [expired], rules: { ...EVIDENCE_RULES_BEFORE, expired: expiredRule } }),
      );
    expect(under("CAP")).toMatchObject({ status: "PARTIAL", confidence: 0.74, flags: ["EXPIRED_EVIDENCE"] });
    expect(under("CAP").reasoning).toBe(
      "It says so. Note: policy.pdf expired on 2026-11-20. For this reason the confidence was kept below COMPLETE.",
    );
    expect(under("OFF")).toMatchObject({ status: "COMPLETE", confidence: 0.9, flags: [], reasoning: "It says so." });
  });

  test("is not noted on its last day, or where it is not cited", () => {
    expect(judge({}, [{ ...passage, expiresAt: TODAY }]).flags).toEqual([]);
    expect(judge({ quotes: [] }, [expired]).flags).toEqual([]);
  });
});

describe("what a model writes", () => {
  test("fits the database: no NUL, no half character, not endless", () => {
    const verdict = judge({ reasoning: `\0 a\ud800b ${"😀".repeat(9000)}`, remediation: "Do\0 it \udc00" });
    expect(verdict.reasoning).not.toContain("\0");
    expect(verdict.reasoning.isWellFormed()).toBe(true);
    expect(verdict.reasoning.length).toBeLessThanOrEqual(8000);
    expect(verdict.remediation).toBe("Do it \ufffd");
  });
});

describe("a verdict without a model", () => {
  test("is MISSING where nothing was found", () => {
    expect(withoutEvidence(evidence())).toMatchObject({ status: "MISSING", confidence: 0, citations: [], flags: [] });
    expect(withoutEvidence(evidence()).reasoning).toMatch(/not asked/);
  });

  test("is FAILED with a fixed sentence where the system failed", () => {
    expect(failedVerdict()).toMatchObject({
      status: "FAILED",
      confidence: 0,
      citations: [],
      reasoning: "The assessment could not be completed because of a system error.",
      remediation: null,
      flags: [],
    });
  });
});

test("settling a stored verdict again under its own thresholds changes nothing, under others never past its citations", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const thresholds = fc
    .tuple(share, fc.double({ min: 0.0001, max: 1, noNaN: true }))
    .map(([a, b]) => ({ complete: Math.max(a, b), partial: b }));
  fc.assert(
    fc.property(share, fc.nat(3), thresholds, thresholds, (confidence, citations, pinned, tried) => {
      const stored = finaliseVerdict(roundConfidence(confidence), citations, pinned);
      expect(finaliseVerdict(stored.confidence, citations, pinned)).toEqual(stored);
      const after = finaliseVerdict(stored.confidence, citations, tried);
      if (citations === 0) expect(after.status).toBe("MISSING");
      else
        expect(after).toEqual({
          confidence: stored.confidence,
          status: statusFromConfidence(stored.confidence, tried),
        });
    }),
  );
});
