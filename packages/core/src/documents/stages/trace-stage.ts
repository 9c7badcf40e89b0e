import type { Transaction } from "@assay/db";
import type { StageRow } from "../../jobs/define-stages.ts";
import { errorCode } from "../../jobs/error-code.ts";
import type { Job } from "../../jobs/job.ts";
import { newSpanId, recordSpans, type SpanRecord, spanContext } from "../../telemetry/span.ts";

/** When an attempt that is under way began: its failure is recorded by another function. */
const begun = new WeakMap<Job, Date>();

/** Adds a span to each attempt of a document's stage, in the transaction that commits it, and to its failure. */
export function traceStage<S, N extends string>(stage: StageRow<S, N>): StageRow<S, N> {
  return {
    ...stage,
    async run(services, attempt) {
      begun.set(attempt.job, new Date());
      const outcome = await stage.run(services, attempt);
      const endedAt = new Date();
      return {
        ...outcome,
        async write(tx) {
          await record(tx, attempt.job, endedAt);
          return outcome.write(tx);
        },
      };
    },
    async fail(tx, job, error) {
      const code = errorCode(error);
      await record(tx, job, new Date(), { "error.type": code, "error.message": code });
      return stage.fail?.(tx, job, error);
    },
  };
}

function record(tx: Transaction, job: Job, endedAt: Date, attributes: SpanRecord["attributes"] = {}): Promise<void> {
  return recordSpans(tx, job.tenantId, [
    {
      // A document's id has the form of a trace id: its attempts join without anything to remember.
      context: spanContext(job.subjectId.replaceAll("-", ""), newSpanId()),
      parentSpanId: null,
      runId: null,
      name: "document.stage",
      startedAt: begun.get(job) ?? endedAt,
      endedAt,
      attributes: { "step.name": job.stage, "evidence.document_ids": [job.subjectId], ...attributes },
    },
  ]);
}
