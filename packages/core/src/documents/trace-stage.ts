import type { Transaction } from "@assay/db";
import { newSpanId, recordSpans, type SpanRecord, spanContext } from "../telemetry/span.ts";
import { errorCode } from "../work/error-code.ts";
import type { Stage } from "../work/stage.ts";
import type { WorkItem } from "../work/work-item.ts";

/** When a slice that is under way began: its failure is recorded by another function. */
const begun = new WeakMap<WorkItem, Date>();

/** Adds a span to each slice of a document's stage, in the transaction that commits it, and to its failure. */
export function traceStage(stage: Stage): Stage {
  return {
    ...stage,
    async run(work) {
      begun.set(work.item, new Date());
      const outcome = await stage.run(work);
      const endedAt = new Date();
      return {
        ...outcome,
        async write(tx) {
          await record(tx, work.item, endedAt);
          return outcome.write(tx);
        },
      };
    },
    async fail(tx, item, error) {
      const code = errorCode(error);
      await record(tx, item, new Date(), { "error.type": code, "error.message": code });
      return stage.fail(tx, item, error);
    },
  };
}

function record(
  tx: Transaction,
  item: WorkItem,
  endedAt: Date,
  attributes: SpanRecord["attributes"] = {},
): Promise<void> {
  return recordSpans(tx, item.tenantId, [
    {
      // A document's id has the form of a trace id: its slices join without anything to remember.
      context: spanContext(item.subjectId.replaceAll("-", ""), newSpanId()),
      parentSpanId: null,
      runId: null,
      name: "document.stage",
      startedAt: begun.get(item) ?? endedAt,
      endedAt,
      attributes: { "step.name": item.stage, "evidence.document_ids": [item.subjectId], ...attributes },
    },
  ]);
}
