import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { FetchError } from "@assay/contract";

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** The whole body, decompressed. What is counted is what comes out, so that a small bomb stays small. */
export async function readBody(response: IncomingMessage, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of decode(response) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > bytesMax)
      throw new FetchError("FETCH_TOO_LARGE", `Cannot read the page because it must have at most ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  if (size === 0) throw new FetchError("FETCH_REFUSED", "Cannot read the page because it is empty");
  return new Uint8Array(Buffer.concat(chunks));
}

function decode(response: IncomingMessage): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding === "" || encoding === "identity") return response;
  const create = DECODERS.get(encoding);
  if (!create)
    throw new FetchError("FETCH_REFUSED", "Cannot read the page because its content encoding is not supported");
  // Its errors come out of the iteration.
  return pipeline(response, create(), () => {});
}
