import { RUN_FLOW, type RunStepName } from "@assay/contract";
import { preparedOnce, retrievalVersions, runSteps, runs, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { Attempt } from "../jobs/stage.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { Models } from "../ports/models.ts";
import type { WorkbookWriter } from "../ports/workbook-writer.ts";
import type { RetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { RunRow } from "./to-run.ts";

export interface RunServices {
  readonly files: FileStore;
  readonly models: Models;
  readonly workbook: Pick<WorkbookWriter, "write">;
  readonly settings: RunSettings;
}

export interface RunSettings {
  /** Certainty below which words that were read from an image prove nothing; fixed with a run. */
  readonly ocrCertaintyMin: number;
}

export interface OpenRun {
  readonly run: RunRow;
  /** That the attempt is about; the last one where the run is to be finished. */
  readonly step: RunStepName;
  readonly version: RetrievalVersion;
  /** Of the step under way; null before the first one. */
  readonly stepSpanId: string | null;
}

/** The run of an attempt with its pinned engine; undefined once it has finished. */
export function loadOpenRun(attempt: Pick<Attempt, "db" | "job">): Promise<OpenRun | undefined> {
  return loadWithOpenRun(attempt, async () => ({}));
}

/** As `loadOpenRun`, with what `load` reads in the same transaction. */
export function loadWithOpenRun<T extends object>(
  { db, job }: Pick<Attempt, "db" | "job">,
  load: (tx: Transaction, open: OpenRun) => Promise<T>,
): Promise<(OpenRun & T) | undefined> {
  return inTenant({ db, tenantId: job.tenantId }, async (tx) => {
    const [found] = await findWithVersion(tx, { tenantId: job.tenantId, runId: job.runId });
    if (!found || found.run.status === "COMPLETED" || found.run.status === "FAILED") return undefined;
    const open = { ...found, step: stepOfStage(job.stage) };
    return { ...open, ...(await load(tx, open)) };
  });
}

const findWithVersion = preparedOnce((tx) =>
  tx
    .select({ run: runs, version: retrievalVersions, stepSpanId: runSteps.spanId })
    .from(runs)
    .innerJoin(retrievalVersions, eq(retrievalVersions.id, runs.retrievalVersionId))
    .leftJoin(
      runSteps,
      and(eq(runSteps.tenantId, runs.tenantId), eq(runSteps.runId, runs.id), eq(runSteps.status, "IN_PROGRESS")),
    )
    .where(and(eq(runs.tenantId, sql.placeholder("tenantId")), eq(runs.id, sql.placeholder("runId"))))
    .prepare("open_run"),
);

/** What is left to do after the last step counts as a part of it. */
export function stepOfStage(stage: string): RunStepName {
  return (RUN_FLOW.find(({ name }) => name === stage) ?? RUN_FLOW.at(-1)!).name;
}

/** Locks the run for a write. Returns false when it has finished meanwhile: the attempt's results are then discarded. */
export async function lockOpenRun(
  tx: Transaction,
  { tenantId, id }: Pick<RunRow, "tenantId" | "id">,
): Promise<boolean> {
  const [row] = await tx
    .select({ status: runs.status })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id)))
    .for("update");
  return row?.status === "PENDING" || row?.status === "IN_PROGRESS";
}

/** A watcher sees each change, and the sweep sees that the run is alive. */
export async function touchRun(tx: Transaction, run: Pick<RunRow, "tenantId" | "id">): Promise<void> {
  await tx
    .update(runs)
    .set({ revision: sql`${runs.revision} + 1`, progressedAt: sql`now()` })
    .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id)));
}
