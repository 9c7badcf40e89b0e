import { AssayError } from "@assay/contract";
import type { SendToS3 } from "./s3-client.ts";
import { readRefusal, readTag, s3Unavailable, toS3Failure } from "./s3-failure.ts";

/** The least that S3 takes for a part that is not the last: one part is in memory at a time. */
const PART_BYTES = 5 * 1_048_576;
const PARTS_MAX = 10_000;

type Headers = Readonly<Record<string, string>>;
type Part = Uint8Array<ArrayBuffer>;

/** Stores a stream of unknown length: in one request where it fits one part, else in parts, which nobody sees half. */
export async function uploadStream(
  send: SendToS3,
  name: string,
  body: ReadableStream<Uint8Array>,
  headers: Headers,
): Promise<void> {
  const parts = cutParts(body);
  try {
    const [first, second] = [await parts.next(), await parts.next()];
    if (second.done) await requireOk(send({ method: "PUT", name, headers, body: first.value ?? new Uint8Array() }));
    else await uploadParts(send, name, headers, [first.value!, second.value], parts);
  } finally {
    // Frees the source of an upload that has failed.
    await parts.return(undefined).catch(() => {});
  }
}

async function uploadParts(
  send: SendToS3,
  name: string,
  headers: Headers,
  begin: readonly Part[],
  rest: AsyncIterable<Part>,
): Promise<void> {
  const begun = await requireOk(send({ method: "POST", name, headers, query: { uploads: "" } }));
  const uploadId = readTag(await begun.text(), "UploadId");
  if (!uploadId) throw s3Unavailable("it did not name the upload that it began");
  const etags: string[] = [];
  const sendPart = async (part: Part) => {
    if (etags.length === PARTS_MAX) throw tooLarge();
    const query = { partNumber: String(etags.length + 1), uploadId };
    const { headers: told } = await requireOk(send({ method: "PUT", name, query, body: part }));
    const etag = told.get("etag");
    if (!etag) throw s3Unavailable("it did not return the tag of a part");
    etags.push(etag);
  };
  try {
    for (const part of begin) await sendPart(part);
    for await (const part of rest) await sendPart(part);
    await complete(send, name, uploadId, etags);
  } catch (error) {
    // Parts that cannot be withdrawn now go with the lifecycle rule of the bucket.
    await send({ method: "DELETE", name, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

async function complete(send: SendToS3, name: string, uploadId: string, etags: readonly string[]): Promise<void> {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  const reply = await requireOk(
    send({
      method: "POST",
      name,
      query: { uploadId },
      headers: { "content-type": "application/xml" },
      body: `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`,
    }),
  );
  // S3 begins its reply before it is done: a failure may stand in a reply of 200.
  const said = await reply.text();
  if (!said.includes("<CompleteMultipartUploadResult"))
    throw s3Unavailable(
      `it did not complete an upload: ${readTag(said, "Code") ?? "its reply has an unexpected form"}`,
    );
}

async function requireOk(sending: Promise<Response>): Promise<Response> {
  const reply = await sending;
  if (reply.ok) return reply;
  throw toS3Failure(await readRefusal(reply));
}

/** Parts of exactly PART_BYTES and a last one; an empty stream has none. */
async function* cutParts(body: ReadableStream<Uint8Array>): AsyncGenerator<Part, undefined> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of body) {
    for (let rest = chunk; rest.byteLength > 0; ) {
      const taken = rest.subarray(0, PART_BYTES - heldBytes);
      rest = rest.subarray(taken.byteLength);
      held.push(taken);
      heldBytes += taken.byteLength;
      if (heldBytes < PART_BYTES) continue;
      const full = join(held, heldBytes);
      [held, heldBytes] = [[], 0];
      yield full;
    }
  }
  if (heldBytes > 0) yield join(held, heldBytes);
  return undefined;
}

function join(chunks: readonly Uint8Array[], sizeBytes: number): Part {
  const joined = new Uint8Array(sizeBytes);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.byteLength;
  }
  return joined;
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function tooLarge(): AssayError {
  const limitBytes = PARTS_MAX * PART_BYTES;
  return new AssayError("FILE_TOO_LARGE", `Cannot store a file because it must have at most ${limitBytes} bytes`, {
    details: { limitBytes },
  });
}
