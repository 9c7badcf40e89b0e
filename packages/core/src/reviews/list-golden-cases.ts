import { type AssessmentStatus, isUuid } from "@assay/contract";
import { assessments, runDocuments, runs, type Transaction } from "@assay/db";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { type LabelledVerdict, listLabelled } from "./list-labelled.ts";

/** What is right of a requirement by a person's word, and what was said. */
export interface GoldenCase extends Pick<LabelledVerdict, "packId" | "requirementId" | "kind" | "right"> {
  readonly said: AssessmentStatus;
}

export interface GoldenCases {
  readonly cases: readonly GoldenCase[];
  /** Labelled, and not comparable: the version judged other evidence, another text, or not at all. */
  readonly notComparable: number;
}

/**
 * The verdicts that people agreed with or changed are a tenant's labelled set. Says what was said to them, or what an
 * engine version said in its newest COMPLETED run of each pack, where that run judged the same documents. For an ADMIN.
 */
export function listGoldenCases(
  ctx: Context,
  { retrievalVersionId }: { readonly retrievalVersionId?: string } = {},
): Promise<GoldenCases> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const labelled = await listLabelled(tx, tenantId);
    if (retrievalVersionId === undefined) return { cases: labelled.map(toCase), notComparable: 0 };
    const tried = isUuid(retrievalVersionId)
      ? await findTried(tx, tenantId, retrievalVersionId)
      : new Map<string, Tried>();
    const runIds = new Set([...labelled, ...tried.values()].map(({ runId }) => runId));
    const evidence = await digestEvidence(tx, tenantId, [...runIds]);
    const verdicts = await findVerdicts(
      tx,
      tenantId,
      [...tried.values()].map(({ runId }) => runId),
    );
    const cases = labelled.flatMap((label) => {
      const run = tried.get(label.packId);
      const said = run && verdicts.get(`${run.runId} ${label.requirementId}`);
      const isSame =
        run?.criteriaVersionId === label.criteriaVersionId && evidence.get(run.runId) === evidence.get(label.runId);
      return said && isSame ? [toCase({ ...label, said })] : [];
    });
    return { cases, notComparable: labelled.length - cases.length };
  });
}

const toCase = ({ packId, requirementId, kind, right, said }: LabelledVerdict): GoldenCase => ({
  ...{ packId, requirementId, kind, right, said },
});

interface Tried {
  readonly runId: string;
  readonly criteriaVersionId: string;
}

/** By pack the newest completed run with the version. */
async function findTried(tx: Transaction, tenantId: string, versionId: string): Promise<ReadonlyMap<string, Tried>> {
  const rows = await tx
    .selectDistinctOn([runs.packId], {
      packId: runs.packId,
      runId: runs.id,
      criteriaVersionId: runs.criteriaVersionId,
    })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.retrievalVersionId, versionId), eq(runs.status, "COMPLETED")))
    .orderBy(runs.packId, desc(runs.createdAt), desc(runs.id));
  return new Map(rows.map(({ packId, ...run }) => [packId, run]));
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
  runIds: readonly string[],
): Promise<ReadonlyMap<string, AssessmentStatus>> {
  if (runIds.length === 0) return new Map();
  const rows = await tx
    .select({
      runId: assessments.runId,
      requirementId: assessments.requirementId,
      status: assessments.status,
    })
    .from(assessments)
    .where(and(eq(assessments.tenantId, tenantId), inArray(assessments.runId, [...runIds])));
  return new Map(rows.map(({ runId, requirementId, status }) => [`${runId} ${requirementId}`, status]));
}
