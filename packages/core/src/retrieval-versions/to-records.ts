import { EVIDENCE_RULES_BEFORE, type EvidenceRules, type RetrievalVersionRecord } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { asSystem } from "../tenancy/transact.ts";
import { findActiveVersion, type RetrievalVersion } from "./active-version.ts";
import { listMeasured } from "./metrics/stored-metrics.ts";
import { findRecommendedVersion } from "./recommended-version.ts";
import { countVectors } from "./vector-coverage.ts";

/** The rules that a version applies. */
export function rulesOf({ evidenceRules }: Pick<RetrievalVersion, "evidenceRules">): EvidenceRules {
  return evidenceRules ?? EVIDENCE_RULES_BEFORE;
}

export async function toRecords(tx: Transaction, rows: readonly RetrievalVersion[]): Promise<RetrievalVersionRecord[]> {
  const inForce = await findActiveVersion(tx);
  const recommended = await findRecommendedVersion(tx);
  const measured = await listMeasured(
    tx,
    rows.map(({ id }) => id),
  );
  const coverage = new Map<string, { ready: number; total: number }>();
  for (const row of rows)
    if (!coverage.has(coverageKey(row)))
      coverage.set(coverageKey(row), await asSystem(tx, () => countVectors(tx, row)));
  return rows.map((row) => ({
    id: row.id,
    embedder: { model: row.embedderModel, dimensions: row.embedderDimensions },
    assessor: { model: row.assessorModel, promptVersion: row.promptVersion },
    similarityThreshold: row.similarityThreshold,
    lexicalWeight: row.lexicalWeight,
    lexicon: row.lexicon,
    guardVersion: row.guardVersion,
    splitterVersion: row.splitterVersion,
    chunksPerRequirement: row.chunksPerRequirement,
    confidenceThresholds: { complete: row.confidenceComplete, partial: row.confidencePartial },
    evidenceRules: rulesOf(row),
    meaning: row.meaning,
    origin: row.origin,
    recommended: row.id === recommended?.id,
    measured: measured.has(row.id),
    inForce: row.id === inForce?.id,
    vectors: coverage.get(coverageKey(row))!,
    createdAt: row.createdAt.toISOString(),
    activatedAt: row.activatedAt?.toISOString() ?? null,
  }));
}

// Versions with this in common search by the same vectors and weights.
const coverageKey = ({ embedderModel, lexicalWeight, lexicon }: RetrievalVersion) =>
  JSON.stringify([embedderModel, lexicalWeight !== null && lexicon]);
