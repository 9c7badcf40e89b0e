import { createHash } from "node:crypto";
import { AssayError, type KeptCheckpoint } from "@assay/contract";
import { type CheckpointStore, checkpointName, readCheckpointName } from "@assay/core/ports";
import { connectS3, type S3Options } from "./s3-client.ts";
import { isTaken, readRefusal, readTag, toS3Failure } from "./s3-failure.ts";

export interface S3CheckpointStoreOptions extends S3Options {
  /** For how long nobody can delete an object, the owner of the bucket included; 0: as the bucket says. */
  readonly lockDays: number;
  readonly now?: () => number;
}

const DAY_MS = 86_400_000;

/** Adds an object for each checkpoint to a bucket with object lock, and changes none. */
export function createS3CheckpointStore({
  lockDays,
  now = Date.now,
  ...options
}: S3CheckpointStoreOptions): CheckpointStore {
  const send = connectS3(options);

  function lockHeaders(text: string): Record<string, string> {
    if (lockDays === 0) return {};
    return {
      "x-amz-object-lock-mode": "COMPLIANCE",
      "x-amz-object-lock-retain-until-date": new Date(now() + lockDays * DAY_MS).toISOString(),
      // A locked object needs a checksum.
      "x-amz-checksum-sha256": createHash("sha256").update(text).digest("base64"),
    };
  }

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
      const headers = { "content-type": "application/json", "if-none-match": "*", ...lockHeaders(body) };
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
