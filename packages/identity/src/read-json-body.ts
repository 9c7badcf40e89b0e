import { GoTrueError } from "./gotrue-error.ts";

/** An ordinary client reads the refusal only when its body was taken; what passes this is cut off. */
const DISCARDED_BYTES_MAX = 16_777_216;

/** Reads a JSON object of at most `limitBytes`, counted as they come, whatever Content-Length says. */
export async function readJsonBody(request: Request, limitBytes: number): Promise<Record<string, unknown>> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new GoTrueError(415, "validation_failed", "Content-Type must be application/json");
  }
  const text = decode(await readBytes(request, limitBytes));
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badJson();
  return value as Record<string, unknown>;
}

async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length <= limitBytes) chunks.push(chunk);
    if (length > DISCARDED_BYTES_MAX) break;
  }
  if (length > limitBytes) {
    throw new GoTrueError(413, "request_too_large", `The body must be at most ${limitBytes} bytes`);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badJson();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badJson();
  }
}

const badJson = () => new GoTrueError(400, "bad_json", "The body must be a JSON object in UTF-8");
