import { watchParentProcess } from "@assay/confined";
import { AssayError } from "@assay/contract";
import type { FromChild, PackJob } from "../messages.ts";
import { parsePack } from "../parse-pack.ts";

// The entry of a child process: one pack file at a time.
const send = (message: FromChild) => process.send?.(message);

process.on("message", (job: PackJob) => {
  send({ type: "begun" });
  // A turn of the loop, so that the parent hears of it before the parser keeps this thread busy.
  setImmediate(() => send(read(job)));
});
process.on("disconnect", () => process.exit());
watchParentProcess();

function read({ text, options }: PackJob): FromChild {
  try {
    return { type: "read", pack: parsePack(text, options) };
  } catch (error) {
    if (error instanceof AssayError) return { type: "refused", message: error.message, details: error.details ?? {} };
    return { type: "failed", stack: error instanceof Error ? `${error.stack}` : String(error) };
  }
}
