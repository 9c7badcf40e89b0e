import { defineCommand } from "../command.ts";

export const connectionsEnd = defineCommand({
  name: "connections end",
  group: "administration",
  summary: "End an application's access with its next request: your own, or as an ADMIN any",
  details: ["Not with an API key."],
  arguments: [{ name: "connection", says: "The id of the connection." }],
  examples: [{ command: "assay connections end 01a2…", does: "It can read no more" }],
  async run({ args, terminal, signal, connect }) {
    const { assay } = await connect();
    await assay.connections.end(args[0]!, { signal });
    if (terminal.json) terminal.printJson({ connectionId: args[0], ended: true });
    else terminal.note(`Ended ${args[0]}`);
    return undefined;
  },
});
