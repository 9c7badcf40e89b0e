import type { IncomingMessage, ServerResponse } from "node:http";
import type { SupabaseFault } from "./supabase-fault.ts";

/** One request to the double and the answer to it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  readonly url: URL;
  readonly path: string;
  /** What spoils the answer. */
  readonly fault: SupabaseFault | undefined;
}

const BODY_MAX_BYTES = 1_048_576;

export function answerJson(
  { response, fault }: Pick<Exchange, "response" | "fault">,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (fault?.kind === "lost-answer") return void response.destroy();
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}

export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_MAX_BYTES)
      throw new Error(`Cannot read a body because it must be at most ${BODY_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString());
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("Cannot read a body because it must be a JSON object");
  return value as Record<string, unknown>;
}
