import { defineCommand } from "../command.ts";
import { findRun } from "../find-run.ts";

export const linksRevoke = defineCommand({
  name: "links revoke",
  group: "administration",
  summary: "End an auditor's link with its next request",
  details: ["For an ADMIN who is signed in with e-mail and password: an API key cannot."],
  arguments: [{ name: "link", says: "The id of the link." }],
  options: { run: { type: "string", value: "<run>", says: "Its run; the newest by default." } },
  examples: [{ command: "assay links revoke 01a2… --run latest", does: "End a link of the newest run" }],
  async run({ args, options, terminal, signal, connect }) {
    const connection = await connect();
    const run = await findRun(connection, options.run, signal);
    await connection.assay.links.revoke(run.id, args[0]!, { signal });
    if (terminal.json) terminal.printJson({ linkId: args[0], runId: run.id, revoked: true });
    else terminal.note(`Revoked ${args[0]}`);
    return undefined;
  },
});
