import { watchParentProcess } from "@assay/confined";
import { starvedCode } from "../../workspace-error.ts";
import type { FromChild, PictureJob } from "../messages.ts";
import { PictureFailure } from "./picture-failure.ts";

// The entry of a child process: one image at a time.
const send = (message: FromChild) => process.send?.(message);

process.on("message", (job: PictureJob) => void perform(job));
process.on("disconnect", () => process.exit());
// A parser that fails after it has answered must not end the process under the next picture.
process.on("unhandledRejection", () => undefined);
watchParentProcess();

async function perform(job: PictureJob): Promise<void> {
  send({ type: "begun" });
  const reader = await import("./read-picture.ts").catch(() => null);
  if (!reader) return void send({ type: "failed", reason: "The picture cannot be read because OCR does not run here" });
  try {
    send({ type: "read", result: await reader.readPicture(job) });
  } catch (error) {
    const starved = starvedCode(error);
    if (starved) send({ type: "starved", code: starved });
    else send({ type: "failed", reason: reasonOf(error) });
  }
}

/** Errors of parsers carry no contract; whatever is not ours means that the image cannot be read. */
function reasonOf(error: unknown): string {
  return error instanceof PictureFailure ? error.message : "The picture cannot be read because it is damaged";
}
