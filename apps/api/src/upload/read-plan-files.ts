import { AssayError, PLAN_LIMITS, type PlanFile, planFile } from "@assay/contract";
import { invalid } from "../middleware/invalid.ts";
import { requireValid } from "../middleware/validate.ts";

const FILES_PER_BATCH = 1_000;

/**
 * The files of a plan, from lines of JSON, as they come. Throws VALIDATION_ERROR with the number of the line,
 * PAYLOAD_TOO_LARGE past the limits, UNSUPPORTED_MEDIA_TYPE.
 */
export async function* readPlanFiles(request: Request): AsyncGenerator<PlanFile[]> {
  requireLines(request.headers);
  let batch: PlanFile[] = [];
  let number = 0;
  for await (const line of linesOf(request.body)) {
    number++;
    if (number > PLAN_LIMITS.lines) throw tooLarge("lines", PLAN_LIMITS.lines);
    if (line.trim() === "") continue;
    batch.push(parseFile(line, number));
    if (batch.length < FILES_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function requireLines(headers: Headers): void {
  const type = headers.get("Content-Type") ?? "";
  if (/^application\/x-ndjson\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type) && !headers.has("Content-Encoding"))
    return;
  throw new AssayError(
    "UNSUPPORTED_MEDIA_TYPE",
    `Cannot read the body because it must be application/x-ndjson: its Content-Type is ${type || "missing"}`,
  );
}

/** A reader that is released on an error, so that the rest can be drained. */
async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      size += value?.length ?? 0;
      if (size > PLAN_LIMITS.bytes) throw tooLarge("bytes", PLAN_LIMITS.bytes);
      const lines = (rest + decode(decoder, value)).split("\n");
      rest = lines.pop()!;
      if (rest.length > PLAN_LIMITS.lineBytes) throw tooLarge("characters in a line", PLAN_LIMITS.lineBytes);
      yield* lines;
      if (!done) continue;
      if (rest !== "") yield rest;
      return;
    }
  } finally {
    reader.releaseLock();
  }
}

function decode(decoder: TextDecoder, value: Uint8Array | undefined): string {
  try {
    return decoder.decode(value, { stream: value !== undefined });
  } catch {
    throw invalid("body", [{ field: "", issue: "must be UTF-8" }]);
  }
}

function parseFile(line: string, number: number): PlanFile {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw invalid("body", [{ field: `line ${number}`, issue: "must be well-formed JSON" }]);
  }
  const file = planFile.safeParse(value);
  return file.success ? file.data : requireValid(`line ${number}`, planFile, file.error);
}

function tooLarge(what: string, limit: number): AssayError {
  return new AssayError("PAYLOAD_TOO_LARGE", `Cannot read a plan of more than ${limit} ${what}`, {
    details: { limit },
  });
}
