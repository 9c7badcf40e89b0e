import { randomUUID } from "node:crypto";
import { addressOf, connectS3 } from "./s3-client.ts";
import { createS3FileStore, type S3FileStoreOptions } from "./s3-file-store.ts";
import { s3Objects } from "./s3-objects.ts";

const PROBE = new TextEncoder().encode("A probe of Assay's doctor");

/** Stores, reads and removes a probe; returns what the bucket cannot do, each with what fixes it. */
export async function checkS3(options: S3FileStoreOptions): Promise<string[]> {
  const store = createS3FileStore(options);
  const objects = s3Objects(connectS3(options));
  const key = randomUUID();
  const record = `${options.prefix ? `${options.prefix}/` : ""}${key}.file/record.json`;
  try {
    await store.put(key, new Blob([PROBE]).stream(), { limitBytes: PROBE.length });
    const part = await new Response(await store.get(key, { start: 2, end: 7 })).text();
    const overwritten = await objects.create(record, "{}", { contentType: "application/json", cacheSeconds: 0 });
    const isPublic = (await readUnsigned(options, record)) === 200;
    return [
      ...(part === "probe" ? [] : ["The S3 file store does not return ranges of a file: Assay needs them"]),
      ...(overwritten
        ? ["The S3 file store ignores 'If-None-Match: *', so two writers could overwrite a file: use a newer server"]
        : []),
      ...(isPublic ? [`The bucket '${options.bucket}' is public: make it private`] : []),
    ];
  } catch (error) {
    return [(error as Error).message];
  } finally {
    await store.delete(key).catch(() => {});
  }
}

/** The status that a stranger gets. */
async function readUnsigned(options: S3FileStoreOptions, name: string): Promise<number> {
  const { fetch: send = fetch } = options;
  const reply = await send(`${addressOf(options)}${name}`, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
  await reply.body?.cancel();
  return reply.status;
}
