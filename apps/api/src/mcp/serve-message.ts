import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { createMcpServer } from "./create-mcp-server.ts";
import type { McpCaller } from "./mcp-caller.ts";

/** The reply to one message, of the protocol's present revision or of those before it; always JSON. */
export async function serveMessage(request: Request, message: unknown, caller: McpCaller): Promise<Response> {
  const server = createMcpServer(caller);
  if (await isLegacyRequest(request, message)) {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody: message });
  }
  const handler = createMcpHandler(() => server, { legacy: "reject", responseMode: "json", maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: message });
}
