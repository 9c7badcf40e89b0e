import { type EngineMetrics, GUARD_VERSION, METRICS_FORM, type MeaningCheck, SPLITTER_VERSION } from "@assay/contract";

export const MEASURED_SET = "pairs of the test";

/** As `npm run quality -- meaning --out` writes them of a check: 100 cases a line. Counts that are omitted are 10. */
export function makeMetrics(
  { model, sha256, thresholds, covers }: Omit<MeaningCheck, "covers"> & { covers?: MeaningCheck["covers"] },
  { falseComplete = 10, moved = 10, offTopic = 10, digest = "5" } = {},
): EngineMetrics {
  const gate = `invariance gate, ${MEASURED_SET}`;
  const set = (name: string) => ({
    ...{ name, pairs: 300, sha256: digest.repeat(64) },
    ...{ seen: "not seen" as const, half: "held out" as const },
  });
  const line = (name: string, what: string, count: number) =>
    (["reading", "wording"] as const).map((beside) => ({
      ...{ set: name, beside, what, count, of: 100 },
      ...{ better: "few" as const, low: 0, high: 1 },
    }));
  return {
    form: METRICS_FORM,
    ...{ model, sha256, guardVersion: GUARD_VERSION, splitterVersion: SPLITTER_VERSION },
    thresholds: { reading: thresholds, wording: thresholds },
    covers: covers!,
    seed: 7,
    sets: [set(MEASURED_SET), set(gate)],
    lines: [
      ...line(MEASURED_SET, "false COMPLETE, evading", falseComplete),
      ...line(MEASURED_SET, "off topic, COMPLETE or PARTIAL", offTopic),
      ...line(gate, "moved although nothing that matters changed", moved),
    ],
    agreements: [],
  };
}
