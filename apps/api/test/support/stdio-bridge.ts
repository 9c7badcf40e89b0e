import { runMcp } from "../../../../packages/client/src/cli/mcp.ts";

// What `assay mcp` does, without the command line around it.
const { ASSAY_URL, ASSAY_TOKEN } = process.env;
await runMcp({ baseUrl: ASSAY_URL!, token: ASSAY_TOKEN!, input: process.stdin, output: process.stdout });
