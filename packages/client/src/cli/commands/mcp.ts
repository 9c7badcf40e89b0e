import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import { runMcp } from "../mcp.ts";

export const mcp = defineCommand({
  name: "mcp",
  group: "tool",
  summary: "Serve the Model Context Protocol to an assistant, over standard input and output",
  details: ["It passes each message to `/mcp` of the service, as who is signed in. The assistant starts it by itself."],
  examples: [{ command: "assay mcp --url https://assay.example.com", does: "As the command of an MCP server" }],
  async run({ terminal, signal, shared, connect }) {
    if (shared.tenant) throw usageError("--tenant is not for `assay mcp`: it reads the tenant of its key");
    const { address, token } = await connect();
    await runMcp({ baseUrl: address, token, input: terminal.stdin, output: terminal.stdout, signal });
    return undefined;
  },
});
