import { hasEnded } from "../../wait-for-run.ts";
import { defineCommand } from "../command.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";
import { followRun, printRun } from "../follow-run.ts";
import { noteReviews } from "../note-reviews.ts";

export const status = defineCommand({
  name: "status",
  group: "assess",
  summary: "Show how far a run is",
  arguments: [RUN_ARGUMENT],
  options: { watch: { type: "boolean", short: "w", says: "Follow it to its end." } },
  examples: [
    { command: "assay status", does: "The newest run" },
    { command: "assay status --watch", does: "Follow it to its end" },
  ],
  async run(invocation) {
    const { args, options, terminal, signal } = invocation;
    const connection = await invocation.connect();
    let run = await findRun(connection, args[0], signal);
    if (options.watch && !hasEnded(run)) {
      invocation.afterInterrupt = `The run continues: follow it with \`assay status ${run.id} --watch\`.`;
      run = await followRun(connection, run.id, { terminal, signal });
    }
    if (terminal.json) terminal.printJson({ run });
    else {
      printRun(terminal, run, connection.address);
      await noteReviews(connection, run, { terminal, signal });
    }
    return options.watch && run.status === "FAILED" ? "INCOMPLETE" : undefined;
  },
});
