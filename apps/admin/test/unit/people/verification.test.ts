import type { AuditVerification } from "@assay/client/admin";
import { describe, expect, test } from "vitest";
import { describeVerification } from "../../../src/audit/describe-verification.ts";
import { readCheckpoint } from "../../../src/audit/read-checkpoint.ts";

const HASH = "a".repeat(64);
const whole: AuditVerification = {
  valid: true,
  entries: 1200,
  head: { sequence: 1200, hash: HASH },
  checkpoints: { checked: 3, problems: [] },
};

describe("the result of a verification", () => {
  test("says how much was recomputed and checked", () => {
    expect(describeVerification(whole)).toMatchObject({
      tone: "complete",
      title: "The audit log is intact",
      brokenAt: null,
      sentences: [
        "1,200 entries were recomputed. The log ends with entry 1,200.",
        "3 signed checkpoints agree with it.",
      ],
    });
    const early = { ...whole, checkpoints: { checked: 0, problems: [] } };
    expect(describeVerification(early).sentences[1]).toContain("no checkpoint yet");
  });

  test("names the first entry that is broken, and how", () => {
    const broken = { ...whole, valid: false, firstBroken: { sequence: 17, problem: "HASH_DIFFERS" as const } };
    const words = describeVerification(broken);
    expect(words).toMatchObject({ tone: "missing", title: "The audit log is broken", brokenAt: 17 });
    expect(words.sentences[1]).toBe(
      "Entry 17 is the first one that is wrong: its content is not what was recorded, so it was changed.",
    );
  });

  test("says of a checkpoint, kept or not, why it does not fit", () => {
    const problems = [{ id: "one", sequence: 5, problem: "SIGNATURE_INVALID" as const }];
    const bad = { ...whole, valid: false, checkpoints: { checked: 3, problems } };
    expect(describeVerification(bad)).toMatchObject({ title: "A checkpoint does not match the log", brokenAt: null });
    expect(describeVerification(bad).sentences[1]).toBe("1 of 3 signed checkpoints does not agree with it.");
    const kept = { sequence: 900, hash: HASH, contained: false, problem: "HASH_DIFFERS" as const };
    expect(describeVerification({ ...whole, valid: false, kept }).sentences[2]).toContain("so the log was rewritten");
    const fits = describeVerification({ ...whole, kept: { ...kept, contained: true, problem: null } });
    expect(fits.sentences[2]).toContain("nothing up to that entry has changed since");
  });
});

describe("a file of checkpoints", () => {
  const checkpoint = (sequence: number) => ({
    id: "c",
    runId: null,
    statement: { origin: "o", tenantId: "t", sequence, hash: HASH, createdAt: "2026-01-01T00:00:00.000Z" },
    keyId: "k",
    signature: "s",
  });
  const newest = { statement: checkpoint(9).statement, keyId: "k", signature: "s" };

  test.each([
    ["one", checkpoint(9), 1],
    ["many, as they are downloaded", { checkpoints: [checkpoint(4), checkpoint(9), checkpoint(2)], keys: [] }, 3],
    ["a bare list", [checkpoint(9), checkpoint(1)], 2],
  ])("of %s gives the newest", (_, value, of) => {
    expect(readCheckpoint(JSON.stringify(value))).toEqual({ checkpoint: newest, of });
  });

  test.each([
    ["", "not a JSON file"],
    ["entry,hash\n1,2", "not a JSON file"],
    ["{}", "no checkpoint"],
    ["null", "no checkpoint"],
    ['{"checkpoints":[{"statement":{"sequence":"9"}}]}', "no checkpoint"],
    [JSON.stringify({ ...checkpoint(1.5) }), "no checkpoint"],
  ])("such as %j is refused", (text, problem) => {
    expect(readCheckpoint(text)).toMatchObject({ problem: expect.stringContaining(problem) });
  });
});
