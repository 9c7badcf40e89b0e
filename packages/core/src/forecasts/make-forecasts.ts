import type { AssessmentStatus, ForecastObstacle } from "@assay/contract";
import {
  assessments,
  forecastMarks,
  packBindings,
  retrievalVersions,
  runRequirements,
  runs,
  type Transaction,
  versionForecasts,
} from "@assay/db";
import { and, asc, desc, eq, gt, inArray, ne, notInArray, or, sql } from "drizzle-orm";
import { isNotJudged } from "../assessments/not-judged.ts";
import { readDatabaseMillis } from "../database-clock.ts";
import { giveWay } from "../jobs/give-way.ts";
import type { Attempt, Outcome } from "../jobs/stage.ts";
import { canRun, findModels } from "../retrieval-versions/find-models.ts";
import type { RetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { estimateAll } from "../runs/estimate-start.ts";
import type { RunServices } from "../runs/open-run.ts";
import { judgeStored } from "../runs/steps/assess/judge-stored.ts";
import type { RunRow } from "../runs/to-run.ts";
import { inCatalog, inTenant } from "../tenancy/transact.ts";
import { findTarget } from "./find-target.ts";

const NOT_HERE_MS = 3_600_000;

type Services = Pick<RunServices, "models">;
type Draft = typeof versionForecasts.$inferSelect;

/**
 * Judges the stored answers of a tenant's newest finished run of each pack again, as the version that is to judge would: no
 * assessor is asked. It gives way to all other work, and goes on where it stopped.
 */
export async function makeForecasts({ models }: Services, attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  const { endsAt, delayMs } = await giveWay(db);
  if (endsAt === undefined) return { state: "more", delayMs, write: async () => [] };
  const target = await inCatalog(db, findTarget);
  if (!target) return { state: "done", write: async () => [] };
  const { version } = target;
  // Who runs it may be another process, or the next release.
  if (!canRun(models, version)) return { state: "more", delayMs: NOT_HERE_MS, write: async () => [] };
  const { found, lookedAt } = await inTenant({ db, tenantId: job.tenantId }, (tx) => findRuns(tx, job.tenantId));
  for (const { run, pinned } of found) {
    if (run.retrievalVersionId === version.id) continue;
    let draft = await attempt.checkpoint((tx) => openDraft(tx, { models }, { run, pinned, version }));
    while (draft.finishedAt === null) {
      attempt.signal.throwIfAborted();
      const next = await judgeNext({ models }, attempt, { run, pinned, version, draft });
      draft = await attempt.checkpoint((tx) => saveDraft(tx, next));
      if (performance.now() > endsAt && draft.finishedAt === null) return { state: "more", write: async () => [] };
    }
  }
  return {
    state: "done",
    write: async (tx) => {
      await removeOthers(tx, job.tenantId, { version, runIds: found.map(({ run }) => run.id) });
      const mark = { retrievalVersionId: version.id, lookedAt };
      await tx
        .insert(forecastMarks)
        .values({ tenantId: job.tenantId, ...mark })
        .onConflictDoUpdate({ target: forecastMarks.tenantId, set: mark });
      return [];
    },
  };
}

interface Found {
  readonly run: RunRow;
  readonly pinned: RetrievalVersion;
}

/**
 * The newest finished run of each pack that the tenant uses, and from when on a run may have ended that was not seen. One
 * that is under way, by what this transaction sees, may have its end written by another that has not committed.
 */
async function findRuns(tx: Transaction, tenantId: string): Promise<{ found: Found[]; lookedAt: Date }> {
  const isUnderWay = and(eq(runs.tenantId, tenantId), inArray(runs.status, ["PENDING", "IN_PROGRESS"]));
  const lookedAt = new Date(await readDatabaseMillis(tx));
  const underWay = await tx.select({ createdAt: runs.createdAt }).from(runs).where(isUnderWay);
  const found = await tx
    .selectDistinctOn([runs.packId], { run: runs, pinned: retrievalVersions })
    .from(packBindings)
    .innerJoin(runs, and(eq(runs.tenantId, packBindings.tenantId), eq(runs.packId, packBindings.packId)))
    .innerJoin(retrievalVersions, eq(retrievalVersions.id, runs.retrievalVersionId))
    .where(and(eq(packBindings.tenantId, tenantId), eq(runs.status, "COMPLETED"), ne(runs.triggerType, "import")))
    .orderBy(asc(runs.packId), desc(runs.createdAt), desc(runs.id));
  const times = [lookedAt, ...underWay.map(({ createdAt }) => createdAt)].map((time) => time.getTime());
  return { found, lookedAt: new Date(Math.min(...times)) };
}

interface Compared extends Found {
  readonly version: RetrievalVersion;
}

async function openDraft(tx: Transaction, { models }: Services, { run, pinned, version }: Compared): Promise<Draft> {
  const key = { tenantId: run.tenantId, runId: run.id, retrievalVersionId: version.id };
  const [known] = await tx.select().from(versionForecasts).where(isOf(key));
  if (known) return known;
  const obstacles = obstaclesBetween(pinned, version);
  const pins = { retrievalVersion: version, ...pinsOf(run) };
  const needed =
    obstacles.length > 0
      ? await estimateAll(tx, run.tenantId, { pins, assessor: findModels(models, version).assessor })
      : undefined;
  const [made] = await tx
    .insert(versionForecasts)
    .values({
      ...key,
      packId: run.packId,
      needsRunFor: obstacles,
      requirements: run.totalRequirements,
      ...(needed && { tokensIn: needed.tokensIn, tokensOut: needed.tokensOut }),
      finishedAt: obstacles.length > 0 ? sql`clock_timestamp()` : null,
    })
    .returning();
  return made!;
}

const pinsOf = ({ criteriaVersionId, corpusActivationId }: RunRow) => ({ criteriaVersionId, corpusActivationId });

/** What another model or another question answers is not known before it is asked. */
function obstaclesBetween(before: RetrievalVersion, after: RetrievalVersion): ForecastObstacle[] {
  return [
    ...(before.assessorModel === after.assessorModel ? [] : (["ASSESSOR"] as const)),
    ...(before.promptVersion === after.promptVersion ? [] : (["PROMPT"] as const)),
  ];
}

const isOf = ({ tenantId, runId, retrievalVersionId }: Pick<Draft, "tenantId" | "runId" | "retrievalVersionId">) =>
  and(
    eq(versionForecasts.tenantId, tenantId),
    eq(versionForecasts.runId, runId),
    eq(versionForecasts.retrievalVersionId, retrievalVersionId),
  );

/** The draft with one more requirement in it. */
async function judgeNext(
  services: Services,
  attempt: Attempt,
  { run, pinned, version, draft }: Compared & { readonly draft: Draft },
): Promise<Draft> {
  const next = await inTenant({ db: attempt.db, tenantId: run.tenantId }, (tx) => findNext(tx, run, draft.position));
  if (!next) return { ...draft, finishedAt: new Date() };
  const { assessment, subjectId } = next;
  const position = assessment.position + 1;
  const before = assessment.status;
  const complete = draft.complete + (before === "COMPLETE" ? 1 : 0);
  const settled = before === "FAILED" || isNotJudged(assessment);
  const after = settled
    ? before
    : await judgeStored(services, attempt, { run, pinned, version, assessment, subjectId });
  if (after === undefined) return { ...draft, position, complete, unforeseen: draft.unforeseen + 1 };
  const change = RANK[after] - RANK[before];
  return {
    ...draft,
    position,
    complete,
    completeFalling: draft.completeFalling + (before === "COMPLETE" && change < 0 ? 1 : 0),
    falling: draft.falling + (change < 0 ? 1 : 0),
    rising: draft.rising + (change > 0 ? 1 : 0),
  };
}

const RANK: Readonly<Record<AssessmentStatus, number>> = { FAILED: 0, MISSING: 0, PARTIAL: 1, COMPLETE: 2 };

async function findNext(tx: Transaction, { tenantId, id }: RunRow, from: number) {
  const [next] = await tx
    .select({ assessment: assessments, subjectId: runRequirements.id })
    .from(assessments)
    .innerJoin(
      runRequirements,
      and(
        eq(runRequirements.tenantId, assessments.tenantId),
        eq(runRequirements.runId, assessments.runId),
        eq(runRequirements.requirementRecordId, assessments.requirementRecordId),
      ),
    )
    .where(and(eq(assessments.tenantId, tenantId), eq(assessments.runId, id), gt(assessments.position, from - 1)))
    .orderBy(asc(assessments.position))
    .limit(1);
  return next;
}

async function saveDraft(tx: Transaction, draft: Draft): Promise<Draft> {
  const { tenantId, runId, retrievalVersionId, ...values } = draft;
  await tx.update(versionForecasts).set(values).where(isOf(draft));
  return draft;
}

/** Those of earlier runs and of other versions. */
async function removeOthers(
  tx: Transaction,
  tenantId: string,
  { version, runIds }: { readonly version: RetrievalVersion; readonly runIds: readonly string[] },
): Promise<void> {
  const isOther = or(
    ne(versionForecasts.retrievalVersionId, version.id),
    ...(runIds.length > 0 ? [notInArray(versionForecasts.runId, [...runIds])] : [sql`true`]),
  );
  await tx.delete(versionForecasts).where(and(eq(versionForecasts.tenantId, tenantId), isOther));
}
