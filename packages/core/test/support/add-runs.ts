import { type Context, inTenant, systemActor } from "@assay/core/tenancy";
import { newId, runs } from "@assay/db";
import { recordAudit } from "../../src/audit/record-audit.ts";
import { getCorpusActivationId } from "../../src/guidance/activations.ts";
import { findBinding } from "../../src/packs/bindings.ts";
import { getRetrievalVersion } from "../../src/retrieval-versions/retrieval-versions.ts";
import { newSpanId, newTraceId } from "../../src/telemetry/span.ts";

type NewRun = Partial<typeof runs.$inferInsert>;

/** Puts in runs as they may be at some time, without doing their work; returns their ids. */
export function addRuns(ctx: Context, rows: readonly NewRun[]): Promise<string[]> {
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const { packId, criteriaVersionId } = (await findBinding(tx, tenantId, undefined))!;
    const pins = {
      packId,
      criteriaVersionId,
      corpusActivationId: await getCorpusActivationId(tx, packId),
      retrievalVersionId: (await getRetrievalVersion(tx)).id,
    };
    const made = rows.map((row) => ({
      id: newId(),
      tenantId,
      ...pins,
      triggerType: "manual" as const,
      startedBy: "tester",
      totalRequirements: 1,
      traceId: newTraceId(),
      rootSpanId: newSpanId(),
      ...row,
    }));
    await tx.insert(runs).values(made);
    const ended = made.filter(({ status }) => status === "COMPLETED" || status === "FAILED");
    await recordAudit(
      tx,
      systemActor(tenantId),
      ...ended.map(({ id, status }) => ({
        action: status === "FAILED" ? ("run.failed" as const) : ("run.completed" as const),
        objectType: "run",
        objectId: id,
        runId: id,
      })),
    );
    return made.map(({ id }) => id);
  });
}
