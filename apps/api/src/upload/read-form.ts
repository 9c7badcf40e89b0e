import { AssayError, isStorableText } from "@assay/contract";
import { decodeField, type MultipartError, make, type PartInfo } from "multipasta";
import { invalid } from "../middleware/invalid.ts";

const FIELD_BYTES_MAX = 4096;
const PARTS_MAX = 20;

export interface FilePart {
  readonly filename: string;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Reads a multipart form as it arrives. The one part `file` is handed to `onFile` as a stream with back-pressure; the
 * other parts are small fields. Throws AssayError; the rest of the body is then left unread.
 */
export async function readForm<T>(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  contentType: string,
  onFile: (part: FilePart) => Promise<T>,
): Promise<{ file: T; fields: Record<string, string> }> {
  const fields: Record<string, string> = {};
  const queue: (Uint8Array | null)[] = [];
  let refusal: AssayError | undefined;
  let file: { writer: WritableStreamDefaultWriter<Uint8Array>; result: Promise<T> } | undefined;
  let ended = false;
  const refuse = (error: AssayError) => {
    refusal ??= error;
  };

  const openFile = (info: PartInfo): ((chunk: Uint8Array | null) => void) => {
    if (info.name !== "file") refuse(badField(info.name, "must not be a file: the file part is named 'file'"));
    else if (file) refuse(badField("file", "must be given once"));
    if (refusal) return () => {};
    const filename = displayName(info.filename ?? "");
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const result = onFile({ filename, body: readable });
    // Handled where it is awaited; the form is read on meanwhile.
    result.catch(() => {});
    file = { writer: writable.getWriter(), result };
    file.writer.closed.catch(() => {});
    return (chunk) => queue.push(chunk);
  };

  const parser = make({
    headers: { "content-type": contentType },
    isFile: (info) => info.filename !== undefined || info.name === "file",
    maxParts: PARTS_MAX,
    maxFieldSize: FIELD_BYTES_MAX,
    onFile: openFile,
    onField: (info, value) => {
      const text = decodeField(info, value);
      if (!isStorableText(info.name) || !isStorableText(text)) refuse(badField(info.name, "must not hold NUL"));
      else if (Object.hasOwn(fields, info.name)) refuse(badField(info.name, "must be given once"));
      else Object.defineProperty(fields, info.name, { value: text, enumerable: true });
    },
    onError: (error) => refuse(formError(error)),
    onDone: () => {
      ended = true;
    },
  });

  const pass = async () => {
    for (const chunk of queue.splice(0)) {
      if (chunk === null) await file!.writer.close();
      else await file!.writer.write(chunk);
    }
  };

  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw invalid("form", [{ field: "", issue: "must arrive whole" }]);
      });
      if (done) break;
      try {
        parser.write(value);
      } catch {
        // The parser throws on a part header that it cannot decode.
        refuse(invalid("form", [{ field: "", issue: "must have well-formed part headers" }]));
      }
      if (refusal) throw refusal;
      // A store that gives up on the file says why through its result.
      await pass().catch(() => file!.result);
    }
    if (!ended) throw invalid("form", [{ field: "", issue: "must end with its closing boundary" }]);
    if (!file) throw badField("file", "must be given");
    return { file: await file.result, fields };
  } catch (error) {
    await file?.writer.abort(error).catch(() => {});
    const stored = await file?.result.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    throw stored instanceof AssayError ? stored : error;
  }
}

// Clients percent-encode these three characters of a quoted name, and only these.
function displayName(raw: string): string {
  return raw
    .replace(/%0A|%0D/gi, " ")
    .replace(/%22/g, '"')
    .replace(/\p{Cc}/gu, (character) => (character === "\0" ? character : " "))
    .toWellFormed()
    .trim();
}

function badField(field: string, issue: string): AssayError {
  return invalid("form", [{ field: field.toWellFormed().replaceAll("\0", "").slice(0, 100), issue }]);
}

function formError(error: MultipartError): AssayError {
  switch (error._tag) {
    case "InvalidBoundary":
      return invalid("form", [{ field: "Content-Type", issue: "must name the boundary" }]);
    case "BadHeaders":
    case "InvalidDisposition":
      return invalid("form", [{ field: "", issue: "must have well-formed part headers" }]);
    case "ReachedLimit":
      return invalid("form", [
        { field: "", issue: `must have at most ${PARTS_MAX} parts and ${FIELD_BYTES_MAX} bytes a field` },
      ]);
    case "EndNotReached":
      return invalid("form", [{ field: "", issue: "must end with its closing boundary" }]);
    default:
      return error satisfies never;
  }
}
