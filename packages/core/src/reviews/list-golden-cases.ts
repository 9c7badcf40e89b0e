import type { AssessmentStatus } from "@assay/contract";
import { assessments, runDocuments, runs, type Transaction } from "@assay/db";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { isNotJudged } from "../assessments/not-judged.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { findJudgedRuns, type JudgedRuns, keepSound } from "./judged-runs.ts";
import { type Label, listLabels } from "./list-labelled.ts";

/** What is right of a requirement by a person's word, and what was said. */
export interface GoldenCase extends Pick<Label, "packId" | "requirementId" | "title" | "kind" | "right"> {
  readonly said: AssessmentStatus;
}

export interface GoldenCases {
  readonly cases: readonly GoldenCase[];
  /** The version judged other evidence, another text, or not at all; or it is stored otherwise than it was recorded. */
  readonly notComparable: number;
  /** Whether there are more reviews than are read. */
  readonly isCut: boolean;
}

/** The newest reviews, and the newest completed runs, that are read at once. */
export interface GoldenLimits {
  readonly reviews: number;
  readonly runs: number;
}
export const GOLDEN_LIMITS: GoldenLimits = { reviews: 10_000, runs: 1000 };

/**
 * The verdicts that people agreed with or changed are a tenant's labelled set. Says what was said to them, or what an
 * engine version said in its newest COMPLETED run of each pack, where that run judged the same documents. For an ADMIN.
 */
export function listGoldenCases(
  ctx: Context,
  { retrievalVersionId }: { readonly retrievalVersionId?: string } = {},
): Promise<GoldenCases> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => {
    const tried =
      retrievalVersionId === undefined
        ? undefined
        : (await listTriedRuns(tx, ctx.tenantId, GOLDEN_LIMITS)).filter(isOf(retrievalVersionId));
    return readGoldenCases(tx, ctx.tenantId, tried, GOLDEN_LIMITS);
  });
}

/** As above, by the version's completed runs; undefined: as it was said. */
export async function readGoldenCases(
  tx: Transaction,
  tenantId: string,
  tried: readonly TriedRun[] | undefined,
  limits: GoldenLimits,
): Promise<GoldenCases> {
  const { labels, damaged, isCut } = await listLabels(tx, tenantId, limits.reviews);
  const cases = tried
    ? await compareWith(tx, tenantId, labels, tried)
    : labels.filter((label) => !label.isNotJudged).map(toCase);
  return { cases, notComparable: labels.length - cases.length + damaged.length, isCut };
}

/** What the newest run of each pack said, where it judged the same documents by the same criteria. */
async function compareWith(
  tx: Transaction,
  tenantId: string,
  labels: readonly Label[],
  tried: readonly TriedRun[],
): Promise<GoldenCase[]> {
  const newest = new Map(tried.toReversed().map((run) => [run.packId, run]));
  const pairs = labels.flatMap((label) => {
    const run = newest.get(label.packId);
    return run?.criteriaVersionId === label.criteriaVersionId ? [{ label, runId: run.runId }] : [];
  });
  const runIds = [...new Set(pairs.map(({ runId }) => runId))];
  const judged = await findJudgedRuns(tx, tenantId, runIds);
  const evidence = await digestEvidence(tx, tenantId, [
    ...new Set([...runIds, ...pairs.map(({ label }) => label.runId)]),
  ]);
  const verdicts = await findVerdicts(tx, tenantId, judged);
  return pairs.flatMap(({ label, runId }) => {
    const said = verdicts.get(`${runId} ${label.requirementId}`);
    return said && evidence.get(runId) === evidence.get(label.runId) ? [toCase({ ...label, said })] : [];
  });
}

const toCase = ({ packId, requirementId, title, kind, right, said }: Label): GoldenCase => ({
  ...{ packId, requirementId, title, kind, right, said },
});

/** A completed run, and what it was made with. */
export interface TriedRun {
  readonly packId: string;
  readonly runId: string;
  readonly criteriaVersionId: string;
  readonly retrievalVersionId: string;
  readonly createdAt: Date;
}

export const isOf = (versionId: string) => (run: TriedRun) => run.retrievalVersionId === versionId;

/** The newest completed runs of the tenant, the newest first, without those that are stored otherwise than they ended. */
export async function listTriedRuns(
  tx: Transaction,
  tenantId: string,
  { runs: newest }: GoldenLimits,
): Promise<TriedRun[]> {
  const rows = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.status, "COMPLETED")))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(newest);
  return (await keepSound(tx, tenantId, rows)).map(
    ({ id, packId, criteriaVersionId, retrievalVersionId, createdAt }) => ({
      ...{ packId, runId: id, criteriaVersionId, retrievalVersionId, createdAt },
    }),
  );
}

/** By run what documents it judged, whatever their names and ids are. */
async function digestEvidence(
  tx: Transaction,
  tenantId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (runIds.length === 0) return new Map();
  const hashes = sql<string>`md5(string_agg(${runDocuments.sha256Hash}, ' ' order by ${runDocuments.sha256Hash}))`;
  const rows = await tx
    .select({ runId: runDocuments.runId, hashes })
    .from(runDocuments)
    .where(and(eq(runDocuments.tenantId, tenantId), inArray(runDocuments.runId, [...runIds])))
    .groupBy(runDocuments.runId);
  return new Map(rows.map(({ runId, hashes }) => [runId, hashes]));
}

async function findVerdicts(
  tx: Transaction,
  tenantId: string,
  judged: JudgedRuns,
): Promise<ReadonlyMap<string, AssessmentStatus>> {
  if (judged.size === 0) return new Map();
  const rows = await tx
    .select({
      id: assessments.id,
      runId: assessments.runId,
      requirementId: assessments.requirementId,
      status: assessments.status,
      flags: assessments.flags,
    })
    .from(assessments)
    .where(and(eq(assessments.tenantId, tenantId), inArray(assessments.runId, [...judged.keys()])));
  const sound = rows.filter((row) => !isNotJudged(row) && !judged.get(row.runId)!.has(row.id));
  return new Map(sound.map(({ runId, requirementId, status }) => [`${runId} ${requirementId}`, status]));
}
