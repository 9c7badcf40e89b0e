import { watchParentProcess } from "@assay/confined";
import type { Batch, FromChild, Job, ToChild } from "../messages.ts";
import { createSegmentSink, type SegmentSink } from "./segment-sink.ts";
import { toVerdict } from "./to-verdict.ts";

// The entry of a child process: one job at a time, results streamed to the parent.
const send = (batch: Batch) => process.send?.(batch);
const NOTHING = { fromSegment: 0, wholePages: { pages: 0, segments: 0 }, charactersMax: 0, opensFiles: false };
let sink: SegmentSink | null = null;

process.on("message", (message: ToChild) => {
  if (message.type === "ack") sink?.acknowledge();
  else void perform(message.job);
});
process.on("disconnect", () => process.exit());
// Parsers may reject after they have answered; by default that would end the process under the next document.
process.on("unhandledRejection", () => send([{ type: "tainted" }]));
watchParentProcess();

async function perform(job: Job): Promise<void> {
  send([{ type: "begun" }]);
  const before = process.cpuUsage();
  sink = createSegmentSink(job.kind === "extract" ? job : NOTHING, send);
  const end = (verdict: FromChild) => {
    const { user, system } = process.cpuUsage(before);
    sink?.end({ type: "spent", spentMs: (user + system) / 1000 }, verdict);
  };
  try {
    if (job.kind === "walk") {
      const { walkContainer } = await import("../archive/walk-container.ts");
      const result = await walkContainer(job, () => sink?.progress());
      end({ type: "done", result });
    } else {
      const { extractDocument } = await import("./extract-document.ts");
      const summary = await extractDocument(job, sink);
      end({ type: "done", result: { kind: "extract", summary } });
    }
  } catch (error) {
    end(toVerdict(error, job));
  }
}
