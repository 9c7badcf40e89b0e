import type { EgressPurpose, Residency } from "@assay/contract";
import type { Models, OcrEngineCard, ScannerCard } from "../ports/models.ts";
import type { Destination } from "../ports/sending.ts";

interface Parts {
  readonly models: Models;
  readonly fileScanner?: ScannerCard | undefined;
  readonly ocrEngine?: OcrEngineCard | undefined;
}

/** Where a deployment can send text, and what for. */
export function destinationsOf({ models, fileScanner, ocrEngine }: Parts): Residency["destinations"] {
  const { embedders, assessors, fallback, meaning } = models;
  const ways: readonly (readonly [EgressPurpose, Destination | undefined])[] = [
    ...embedders.map(({ sendsTo }) => ["EMBEDDING", sendsTo] as const),
    ...[...assessors, fallback].map((each) => ["ASSESSMENT", each?.sendsTo] as const),
    ["MEANING", meaning?.entailment.sendsTo],
    ["OCR", ocrEngine?.sendsTo],
    ["SCAN", fileScanner?.sendsTo],
  ];
  const found = new Map<string, { provider: Destination["provider"]; host: string; purposes: EgressPurpose[] }>();
  for (const [purpose, to] of ways) {
    if (!to) continue;
    const key = `${to.provider} ${to.host}`;
    const known = found.get(key) ?? { provider: to.provider, host: to.host, purposes: [] };
    found.set(key, known);
    if (!known.purposes.includes(purpose)) known.purposes.push(purpose);
  }
  return [...found.values()];
}
