import type { Entailment, EntailmentPair, EntailmentScores } from "@assay/core/ports";
import { beforeAll, describe, expect, test } from "vitest";

const ABOUT_BACKUPS: EntailmentPair = {
  requirement: "Backups are restored as a test at least every 90 days.",
  evidence: "The operations team restores all backups every 30 days as a test and records each result.",
  context: "Backup policy, 3 Restore tests",
};
const ABOUT_LUNCH: EntailmentPair = {
  ...ABOUT_BACKUPS,
  evidence: "The canteen serves a vegetarian dish every day.",
  context: "Canteen menu",
};

/** What every judge of evidence promises to those who bound a verdict by it; `make` gives a fresh one. */
export function describeEntailment(name: string, make: () => Entailment | Promise<Entailment>): void {
  describe(`${name} as a judge of evidence`, () => {
    let entailment: Entailment;
    const score = (pairs: readonly EntailmentPair[]) => entailment.score(pairs, new AbortController().signal);
    beforeAll(async () => {
      entailment = await make();
    });

    test("names its model, the model's SHA-256 and what computes it", () => {
      expect(entailment.model).toMatch(/\S/);
      expect(entailment.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(entailment.runtime).toMatch(/\S/);
    });

    test("gives four probabilities for each pair, whose sum is 1", async () => {
      for (const scores of await score([ABOUT_BACKUPS, ABOUT_LUNCH])) {
        const values = valuesOf(scores);
        for (const value of values) expect(value).toBeGreaterThanOrEqual(0);
        expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 3);
      }
    });

    test("answers in the order of the pairs, and each as if it were alone", async () => {
      const [first, second] = await score([ABOUT_BACKUPS, ABOUT_LUNCH]);
      expect(await score([ABOUT_LUNCH, ABOUT_BACKUPS])).toEqual([second, first]);
      expect(await score([ABOUT_LUNCH])).toEqual([second]);
      expect(first!.supports).toBeGreaterThan(second!.supports);
      expect(second!.unrelated).toBeGreaterThan(first!.unrelated);
    });

    test("accepts no pairs", async () => {
      expect(await score([])).toEqual([]);
    });

    test("stops at a signal that is already aborted", async () => {
      const reason = new Error("stopped by the test");
      await expect(entailment.score([ABOUT_BACKUPS], AbortSignal.abort(reason))).rejects.toBe(reason);
      await expect(entailment.score([], AbortSignal.abort(reason))).rejects.toBe(reason);
    });
  });
}

function valuesOf({ supports, partly, contradicts, unrelated }: EntailmentScores): number[] {
  return [supports, partly, contradicts, unrelated];
}
