import { watchParentProcess } from "@assay/confined";
import { ModelFilesError } from "../../index.ts";
import type { Batch, FromChild } from "../messages.ts";

// The entry of a child process: one batch at a time.
const send = (message: FromChild) => process.send?.(message);

process.on("message", (batch: Batch) => void perform(batch));
process.on("disconnect", () => process.exit());
watchParentProcess();

async function perform(batch: Batch): Promise<void> {
  send({ type: "begun" });
  try {
    const { computeBatch } = await import("./compute-batch.ts");
    send({ type: "done", result: await computeBatch(batch) });
  } catch (error) {
    send(error instanceof ModelFilesError ? { type: "unusable", message: error.message } : { type: "failed" });
  }
}
