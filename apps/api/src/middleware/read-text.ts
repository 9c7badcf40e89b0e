import { AssayError } from "@assay/contract";
import { invalid } from "./invalid.ts";

/** A body in UTF-8. Counted on real bytes: Content-Length may lie or be missing. */
export async function readText(body: ReadableStream<Uint8Array>, limitBytes: number): Promise<string> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limitBytes) {
      reader.releaseLock();
      throw new AssayError("PAYLOAD_TOO_LARGE", `Cannot read a body over ${limitBytes} bytes`, {
        details: { limitBytes },
      });
    }
    chunks.push(value);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(chunks as BlobPart[]).arrayBuffer());
  } catch {
    throw invalid("body", [{ field: "", issue: "must be UTF-8" }]);
  }
}
