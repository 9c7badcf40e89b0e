import type { AnsweredPart, AssessmentAnswer, AssessmentRequest, MeaningReader } from "@assay/core/ports";
import { assessByParts } from "./assess-by-parts.ts";
import { adviseOnReadings, explainReading, explainReadings } from "./by-meaning/explain-readings.ts";
import { listCandidates, rankCandidates } from "./by-meaning/list-candidates.ts";
import { type PartReading, readParts } from "./by-meaning/read-parts.ts";
import { estimateUsage } from "./estimate-usage.ts";

/** One constant per outcome: how sure the model is of each part is in the record. */
const CONFIDENCE = { all: 0.8, some: 0.55, none: 0.15 } as const;
const VERDICT = { shown: "MET", partly: "PARTLY", denied: "CONTRADICTED", absent: "NOT_MET" } as const;

/** A part is met where one sentence shows it by itself: several weak ones never add up to a strong one. */
export async function assessByMeaning(request: AssessmentRequest, meaning: MeaningReader): Promise<AssessmentAnswer> {
  const rank = rankCandidates(listCandidates(request.passages));
  const readings = await readParts(request.parts, rank, meaning);
  // The check after it says that nothing was checked, and bounds what words alone claim.
  if (!readings) return assessByParts(request);
  const parts = readings.map(answerPart);
  const reasoning = explainReadings(readings);
  const remediation = adviseOnReadings(readings);
  return {
    confidence: CONFIDENCE[outcomeOf(readings)],
    quotes: [],
    reasoning,
    remediation,
    parts,
    usage: estimateUsage(request, reasoning + (remediation ?? "")),
  };
}

function outcomeOf(readings: readonly PartReading[]): keyof typeof CONFIDENCE {
  if (readings.every(({ level }) => level === "shown")) return "all";
  return readings.some(({ level }) => level === "shown" || level === "partly") ? "some" : "none";
}

function answerPart(reading: PartReading): AnsweredPart {
  const { part, level, best } = reading;
  const cited = level === "absent" ? undefined : best?.candidate;
  return {
    part,
    verdict: VERDICT[level],
    why: explainReading(reading),
    chunkId: cited?.passage.chunkId ?? "",
    quote: cited?.text ?? "",
  };
}
