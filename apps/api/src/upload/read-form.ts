import { AssayError, isStorableText } from "@assay/contract";
import { decodeField, type MultipartError, make, type PartInfo } from "multipasta";
import { invalid } from "../middleware/invalid.ts";
import { holdDelimiter } from "./hold-delimiter.ts";
import { type Disposition, readDisposition } from "./read-disposition.ts";

const FIELD_BYTES_MAX = 4096;
const PARTS_MAX = 20;

export interface FilePart {
  readonly filename: string;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Reads a multipart form as it arrives. The one part `file` is handed to `onFile` as a stream with back-pressure; the
 * other parts are small fields. Throws AssayError, at once when `onFile` fails; the rest of the body is then left unread.
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
  let failure: { readonly error: unknown } | undefined;
  let interrupt = (_error: unknown) => {};
  const refuse = (error: AssayError) => {
    refusal ??= error;
  };

  const openFile = (info: PartInfo): ((chunk: Uint8Array | null) => void) => {
    const { name, filename } = dispositionOf(info)!;
    if (name !== "file") refuse(badField(name, "must not be a file: the file part is named 'file'"));
    else if (file) refuse(badField("file", "must be given once"));
    if (refusal) return () => {};
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    writer.closed.catch(() => {});
    const result = onFile({ filename: displayName(filename ?? ""), body: readable });
    // Neither a write that nobody would read nor a client that sends no more may keep the refusal back.
    result.catch((error: unknown) => {
      failure = { error };
      interrupt(error);
      return writer.abort(error).catch(() => {});
    });
    file = { writer, result };
    return (chunk) => queue.push(chunk);
  };

  const parser = make({
    headers: { "content-type": contentType },
    isFile(info) {
      const part = dispositionOf(info);
      return part !== undefined && (part.filename !== undefined || part.name === "file");
    },
    maxParts: PARTS_MAX,
    maxFieldSize: FIELD_BYTES_MAX,
    onFile: openFile,
    onField: (info, value) => {
      const name = dispositionOf(info)?.name;
      const text = decodeField(info, value);
      if (name === undefined) refuse(badHeaders());
      else if (!isStorableText(name) || !isStorableText(text)) refuse(badField(name, "must not contain NUL"));
      else if (Object.hasOwn(fields, name)) refuse(badField(name, "must be given once"));
      else Object.defineProperty(fields, name, { value: text, enumerable: true });
    },
    onError: (error) => refuse(formError(error)),
    onDone: () => {
      ended = true;
    },
  });

  /** The next piece of the body, or a rejection as soon as the store has failed. */
  const readNext = () =>
    // No race with one lasting promise: that would keep every piece until the end of the request.
    new Promise<ReadableStreamReadResult<Uint8Array>>((resolve, reject) => {
      if (failure) return reject(failure.error);
      interrupt = reject;
      reader.read().then(resolve, () => reject(invalid("form", [{ field: "", issue: "must arrive completely" }])));
    });

  const parse = (bytes: Uint8Array) => {
    try {
      parser.write(bytes);
    } catch {
      // The parser throws on a part header that it cannot decode.
      refuse(badHeaders());
    }
    if (refusal) throw refusal;
  };

  const pass = async () => {
    for (const chunk of queue.splice(0)) {
      if (chunk === null) await file!.writer.close();
      else await file!.writer.write(chunk);
    }
  };

  try {
    const pieces = holdDelimiter(contentType);
    for (let next = await readNext(); !next.done; next = await readNext()) {
      parse(pieces.next(next.value));
      // A store that gives up on the file says why through its result.
      await pass().catch(() => file!.result);
    }
    parse(pieces.rest());
    await pass().catch(() => file!.result);
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

// The parser itself knows no file name beyond Latin-1.
function dispositionOf({ headers }: PartInfo): Disposition | undefined {
  return readDisposition(headers["content-disposition"]);
}

function badHeaders(): AssayError {
  return invalid("form", [{ field: "", issue: "must have well-formed part headers" }]);
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
      return badHeaders();
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
