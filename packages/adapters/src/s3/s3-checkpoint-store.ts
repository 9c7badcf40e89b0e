import { AssayError, type KeptCheckpoint } from "@assay/contract";
import { type CheckpointStore, checkpointName, readCheckpointName } from "@assay/core/ports";
import { lockHeaders, type ObjectLock } from "./lock-headers.ts";
import { connectS3, type S3Options } from "./s3-client.ts";
import { isTaken, readRefusal, readTag, toS3Failure } from "./s3-failure.ts";

export interface S3CheckpointStoreOptions extends S3Options, ObjectLock {}

/** Adds an object for each checkpoint to a bucket with object lock, and changes none. */
export function createS3CheckpointStore({ lockDays, now, ...options }: S3CheckpointStoreOptions): CheckpointStore {
  const send = connectS3(options);

  async function load(name: string): Promise<KeptCheckpoint> {
    const reply = await send({ method: "GET", name });
    if (!reply.ok) throw toS3Failure(await readRefusal(reply));
    return (await reply.json()) as KeptCheckpoint;
  }

  return {
    name: "s3",
    async keep(checkpoint) {
      const name = `${checkpoint.statement.tenantId}/${checkpointName(checkpoint.statement)}`;
      const body = JSON.stringify(checkpoint);
      const headers = {
        "content-type": "application/json",
        "if-none-match": "*",
        ...lockHeaders(body, { lockDays, now }),
      };
      const reply = await send({ method: "PUT", name, body, headers });
      if (!reply.ok) {
        const refusal = await readRefusal(reply);
        if (!isTaken(refusal)) throw toS3Failure(refusal);
        if ((await load(name)).signature !== checkpoint.signature)
          throw new AssayError("INTEGRITY_ERROR", `Cannot keep checkpoint '${name}' because the bucket holds another`);
      } else await reply.body?.cancel();
      return { location: name };
    },
    async list(tenantId) {
      const points = [];
      for (let token: string | undefined; ; ) {
        const query = { "list-type": "2", prefix: `${tenantId}/`, ...(token && { "continuation-token": token }) };
        const reply = await send({ method: "GET", name: "", query });
        if (!reply.ok) throw toS3Failure(await readRefusal(reply));
        const listed = await reply.text();
        for (const [, key] of listed.matchAll(/<Key>([^<]+)<\/Key>/g)) {
          const point = readCheckpointName(key!.slice(tenantId.length + 1));
          if (point) points.push({ ...point, load: () => load(key!) });
        }
        token = listed.includes("<IsTruncated>true</IsTruncated>")
          ? readTag(listed, "NextContinuationToken")
          : undefined;
        if (!token) return points.sort((a, b) => a.sequence - b.sequence);
      }
    },
  };
}
