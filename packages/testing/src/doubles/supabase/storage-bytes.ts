import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Exchange } from "./exchange.ts";
import { refuse } from "./storage-refusal.ts";

/** Writes a body to the disk; one that is interrupted or passes the limit leaves nothing. */
export async function receiveObject(request: IncomingMessage, root: string, limitBytes: number) {
  const file = join(root, crypto.randomUUID());
  let sizeBytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      sizeBytes += chunk.length;
      // The rest is read and dropped, so that the refusal reaches a client that is still sending.
      done(null, sizeBytes > limitBytes ? undefined : chunk);
    },
  });
  try {
    await pipeline(request, count, createWriteStream(file));
    if (sizeBytes > limitBytes)
      refuse(413, "EntityTooLarge", "The object exceeded the maximum allowed size", "Payload too large");
    return { file, sizeBytes };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** Of one range, as the real server takes it. */
function askedRange({ headers }: IncomingMessage, sizeBytes: number): { start: number; end: number } | undefined {
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  return start === undefined ? undefined : { start: Number(start), end: Math.min(Number(last) + 1, sizeBytes) };
}

export async function sendObject(
  { request, response, fault }: Exchange,
  object: { file: string; sizeBytes: number; contentType: string; cacheControl: string; id: string },
): Promise<void> {
  const isCutShort = fault?.kind === "cut" || fault?.kind === "short" || fault?.kind === "stall";
  const range = askedRange(request, object.sizeBytes);
  const { start, end } = range ?? { start: 0, end: object.sizeBytes };
  const sentBytes = isCutShort ? Math.min(fault.afterBytes, end - start) : end - start;
  response.writeHead(range ? 206 : 200, {
    "content-type": object.contentType,
    "cache-control": object.cacheControl,
    etag: `"${object.id}"`,
    ...(range ? { "content-range": `bytes ${start}-${end - 1}/${object.sizeBytes}` } : {}),
    ...(fault?.kind === "short" ? {} : { "content-length": end - start }),
  });
  response.flushHeaders();
  const bytes =
    sentBytes === 0 ? Readable.from([]) : createReadStream(object.file, { start, end: start + sentBytes - 1 });
  await pipeline(bytes, response, { end: fault?.kind !== "cut" && fault?.kind !== "stall" });
  if (fault?.kind === "cut") response.destroy();
}
