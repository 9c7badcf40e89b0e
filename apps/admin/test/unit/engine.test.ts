import type { RetrievalVersion } from "@assay/client/admin";
import { createRetrievalVersionBody, EVIDENCE_RULES } from "@assay/contract";
import { expect, test } from "vitest";
import { describeRules, listRuleChanges } from "../../src/engine/evidence-rules.ts";
import { findChanges, findErrors, readShare, readThresholds, toForm } from "../../src/engine/version-form.ts";

const inForce = {
  embedder: { model: "embedder", dimensions: 768 },
  assessor: { model: "assessor", promptVersion: "1" },
  similarityThreshold: 0.2,
  meaning: null,
  lexicalWeight: null,
  lexicon: 2,
  guardVersion: 1,
  splitterVersion: 1,
  measured: false,
  chunksPerRequirement: 8,
  confidenceThresholds: { complete: 0.75, partial: 0.4 },
  evidenceRules: EVIDENCE_RULES,
} as RetrievalVersion;
const form = toForm(inForce);

test.each([
  ["0.75", 0.75],
  [".5", 0.5],
  ["0,5", 0.5],
  ["1", 1],
  ["1.0", 1],
  ["0", 0],
  ["0.", 0],
  ["1.1", null],
  ["-0.1", null],
  ["", null],
  ["75 %", null],
])("%j is the share %s", (text, share) => expect(readShare(text)).toBe(share));

test("the form begins as the active version, and only what differs is sent", () => {
  expect(findErrors(form)).toEqual({});
  expect(findChanges(form, inForce)).toEqual({});
  expect(findChanges({ ...form, complete: "0.8", chunksPerRequirement: "10" }, inForce)).toEqual({
    confidenceThresholds: { complete: 0.8, partial: 0.4 },
    chunksPerRequirement: 10,
  });
  const changes = findChanges({ ...form, assessorModel: " other ", similarityThreshold: "0,3" }, inForce);
  expect(createRetrievalVersionBody.parse(changes)).toEqual({ assessorModel: "other", similarityThreshold: 0.3 });
});

test("a lexical weight is sent when it is another one, and a version without one keeps none", () => {
  expect(form.lexicalWeight).toBe("");
  const changes = findChanges({ ...form, lexicalWeight: "1,5" }, inForce);
  expect(createRetrievalVersionBody.parse(changes)).toEqual({ lexicalWeight: 1.5 });
  const weighted = { ...inForce, lexicalWeight: 2 };
  expect(findChanges(toForm(weighted), weighted)).toEqual({});
  for (const wrong of ["11", "-1", "many"])
    expect(findErrors({ ...form, lexicalWeight: wrong }).lexicalWeight, wrong).toMatch(/^Enter a number from 0 to 10/);
});

test("a model for meaning is named, goes with null, and stays where nothing is typed", () => {
  expect(findChanges({ ...form, meaningModel: " entailment-2 " }, inForce)).toEqual({
    meaning: { model: "entailment-2" },
  });
  const thresholds = { related: 0.05, supports: 0.2, contradicts: 0.5 };
  const checked = { ...inForce, meaning: { model: "entailment-2", sha256: "0".repeat(64), thresholds } };
  expect(findChanges(toForm(checked), checked)).toEqual({});
  const changes = findChanges({ ...toForm(checked), meaningModel: "" }, checked);
  expect(createRetrievalVersionBody.parse(changes)).toEqual({ meaning: null });
});

test("what the service would refuse is said before it is sent", () => {
  expect(findErrors({ ...form, partial: "0.8" })).toEqual({ partial: "Must not be above Complete, which is 0.75" });
  expect(findErrors({ ...form, partial: "0" }).partial).toMatch(/^Must be above 0/);
  expect(
    Object.keys(findErrors({ ...form, complete: "x", embedderModel: " ", chunksPerRequirement: "51" })).sort(),
  ).toEqual(["chunksPerRequirement", "complete", "embedderModel"]);
  expect(readThresholds({ complete: "0.5", partial: "0.6" })).toBeNull();
  expect(readThresholds({ complete: "0.5", partial: "0.5" })).toEqual({ complete: 0.5, partial: 0.5 });
});

test("evidence rules are sent where they differ, and are said in words", () => {
  const rules = { ...EVIDENCE_RULES, designOnly: "NOTE", expired: "OFF" } as const;
  expect(findChanges(form, inForce, rules)).toEqual({ evidenceRules: { designOnly: "NOTE", expired: "OFF" } });
  expect(describeRules(EVIDENCE_RULES)).toBe("All: keep below complete");
  expect(describeRules(rules)).toBe(
    "Keep below complete: all others; Note: Rules without records; Off: Expired documents",
  );
  expect(listRuleChanges(EVIDENCE_RULES, rules)).toEqual([
    { name: "expired", label: "Expired documents", before: "Keep below complete", after: "Off" },
    { name: "designOnly", label: "Rules without records", before: "Keep below complete", after: "Note" },
  ]);
});
