import { EXPECTATION_KINDS, type GoldenSet, type GoldenSetQuery, REVIEWED_STATUSES } from "@assay/contract";
import { retrievalVersions, type Transaction } from "@assay/db";
import { inArray } from "drizzle-orm";
import { decodeCursor, encodeCursor } from "../paging.ts";
import { findActiveVersion, getRetrievalVersion } from "../retrieval-versions/active-version.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import {
  GOLDEN_LIMITS,
  type GoldenCase,
  type GoldenLimits,
  isOf,
  listTriedRuns,
  readGoldenCases,
  type TriedRun,
} from "./list-golden-cases.ts";
import { upperBound } from "./upper-bound.ts";

const LIST = "golden-set";
const VERSIONS_MAX = 20;
const SAID = [...REVIEWED_STATUSES, "FAILED"] as const;
const KINDS = [...EXPECTATION_KINDS, null] as const;

/**
 * What was said to the tenant's reviewed verdicts, or what a version said of them in its newest completed runs, and how
 * often a COMPLETE may be wrong. Reads what is stored, as far as `GOLDEN_LIMITS`. Throws NOT_FOUND for an unknown version.
 */
export function getGoldenSet(
  ctx: Context,
  { retrievalVersionId, limit, cursor }: GoldenSetQuery,
  limits: GoldenLimits = GOLDEN_LIMITS,
): Promise<GoldenSet> {
  requireRole(ctx, "ADMIN");
  const [from] = cursor === undefined ? [0] : decodeCursor(LIST, cursor, ["number"]);
  return inTenant(ctx, async (tx) => {
    if (retrievalVersionId !== undefined) await getRetrievalVersion(tx, retrievalVersionId);
    const runs = await listTriedRuns(tx, ctx.tenantId, limits);
    const tried = retrievalVersionId === undefined ? undefined : runs.filter(isOf(retrievalVersionId));
    const { cases, notComparable, isCut } = await readGoldenCases(tx, ctx.tenantId, tried, limits);
    const differences = cases.filter(({ said, right }) => said !== right);
    const start = Math.max(0, from);
    const end = start + limit;
    return {
      retrievalVersionId: retrievalVersionId ?? null,
      reviewed: cases.length,
      agreed: cases.length - differences.length,
      notComparable,
      truncated: isCut,
      complete: boundComplete(cases),
      completeByKind: KINDS.flatMap((kind) => {
        const of = cases.filter((each) => each.kind === kind);
        return of.length === 0 ? [] : [{ kind, ...boundComplete(of) }];
      }),
      confusion: SAID.flatMap((said) =>
        REVIEWED_STATUSES.flatMap((right) => {
          const count = cases.filter((each) => each.said === said && each.right === right).length;
          return count === 0 ? [] : [{ said, right, count }];
        }),
      ),
      versions: await describeVersions(tx, runs),
      differences: differences.slice(start, end),
      nextCursor: differences.length > end ? encodeCursor(LIST, [end]) : null,
    };
  });
}

function boundComplete(cases: readonly GoldenCase[]) {
  const complete = cases.filter(({ said }) => said === "COMPLETE");
  const wrong = complete.filter(({ right }) => right !== "COMPLETE").length;
  return { wrong, of: complete.length, upperBound: complete.length === 0 ? null : upperBound(wrong, complete.length) };
}

/** The versions of these runs, which stand in order, the newest first. */
async function describeVersions(tx: Transaction, tried: readonly TriedRun[]): Promise<GoldenSet["versions"]> {
  const lastRunAt = new Map(tried.toReversed().map(({ retrievalVersionId: id, createdAt }) => [id, createdAt]));
  const ids = [...new Set(tried.map(({ retrievalVersionId }) => retrievalVersionId))].slice(0, VERSIONS_MAX);
  if (ids.length === 0) return [];
  const inForce = await findActiveVersion(tx);
  const rows = await tx
    .select({ id: retrievalVersions.id, assessorModel: retrievalVersions.assessorModel })
    .from(retrievalVersions)
    .where(inArray(retrievalVersions.id, ids));
  const models = new Map(rows.map(({ id, assessorModel }) => [id, assessorModel]));
  return ids.map((id) => ({
    ...{ id, assessorModel: models.get(id)!, lastRunAt: lastRunAt.get(id)!.toISOString() },
    inForce: id === inForce?.id,
  }));
}
