import { EVIDENCE_RULES } from "@assay/contract";
import { createMeaningReader } from "@assay/core/assessments";
import { SHIPPED_ENTAILMENT } from "@assay/models";
import { openLearnedModels } from "@assay/models/process";
import { afterAll, expect, test } from "vitest";
import { createOfflineMeaningAssessor } from "../src/index.ts";
import { toPassage } from "./assess-pair.ts";

const models = await openLearnedModels({ entailment: SHIPPED_ENTAILMENT.model });
const { entailment, thresholds } = models.meaning!;
afterAll(() => models.close());

const TITLE = "Multi-factor authentication is required for remote access.";
const PROOF = "Nobody gets remote access without a second factor: a code from the authenticator app.";
const MENU = "The cafeteria serves soup on Mondays and is closed on public holidays.";
const DENIAL = "Remote access works with the password alone; multi-factor authentication was never switched on.";

async function assess(...texts: readonly string[]) {
  const { signal } = new AbortController();
  const requirement = { requirementId: "1", title: TITLE, subcheckLabel: null, criterionTitle: "", expectation: null };
  const passages = texts.map((text, at) => toPassage("Sign-in rules", text, `${at}`));
  const evidence = {
    requirement,
    passages: passages.map((passage) => ({
      ...passage,
      documentId: "document",
      flaggedRanges: [],
      effectiveDate: null,
      expiresAt: null,
      evidenceKind: null,
      documentState: null,
    })),
    thresholds: { complete: 0.75, partial: 0.4 },
    rules: EVIDENCE_RULES,
    on: "2026-11-22",
    period: null,
    facts: [],
  };
  const { model, sha256 } = entailment;
  const check = { model, sha256, thresholds: thresholds.wording };
  const meaning = createMeaningReader(entailment, { evidence, check, signal });
  const request = { requirement, parts: [TITLE], guidance: [], passages };
  return createOfflineMeaningAssessor().assess(request, { signal, meaning });
}

test("the shipped model finds the sentence that says a requirement in other words, and none in a menu", async () => {
  expect(await assess(MENU, PROOF)).toMatchObject({ parts: [{ verdict: "MET", quote: PROOF }] });
  expect(await assess(MENU)).toMatchObject({ confidence: 0.15, parts: [{ verdict: "NOT_MET", quote: "" }] });
});

test("the shipped model does not take a denial in the words of the requirement for proof of it", async () => {
  const { confidence, parts } = await assess(DENIAL);
  expect(confidence).toBeLessThan(0.75);
  expect(parts).not.toContainEqual(expect.objectContaining({ verdict: "MET" }));
});
