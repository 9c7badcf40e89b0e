import type { BucketObjects } from "../bucket/bucket-objects.ts";
import type { SendToS3 } from "./s3-client.ts";
import { isMissing, isTaken, readRefusal, s3Unavailable, toS3Failure } from "./s3-failure.ts";
import { uploadStream } from "./upload-stream.ts";

const LIST_PAGE = 1000;

/** The objects of one bucket of an S3-compatible server. */
export function s3Objects(send: SendToS3): BucketObjects {
  async function remove(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const reply = await send({ method: "DELETE", name });
      if (reply.ok) continue;
      const refusal = await readRefusal(reply);
      if (!isMissing(refusal)) throw toS3Failure(refusal);
    }
  }

  async function put(name: string, body: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    return send({ method: "PUT", name, body, headers });
  }

  return {
    async create(name, body, { contentType, cacheSeconds }) {
      const headers = { "content-type": contentType, "cache-control": `max-age=${cacheSeconds}` };
      if (typeof body !== "string") {
        // Its name was never used before.
        await uploadStream(send, name, body, headers);
        return true;
      }
      const reply = await put(name, body, { ...headers, "if-none-match": "*" });
      if (reply.ok) return true;
      const refusal = await readRefusal(reply);
      if (isTaken(refusal)) return false;
      throw toS3Failure(refusal);
    },

    async replace(name, body) {
      const reply = await put(name, body, { "content-type": "text/plain", "cache-control": "max-age=0" });
      if (!reply.ok) throw toS3Failure(await readRefusal(reply));
    },

    async open(name, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end - 1}` } : undefined;
      const reply = await send({ method: "GET", name, ...(headers && { headers }) });
      if (reply.ok) return reply.body ?? new Blob([]).stream();
      const refusal = await readRefusal(reply);
      if (isMissing(refusal)) return null;
      throw toS3Failure(refusal);
    },

    async size(name) {
      const reply = await send({ method: "HEAD", name });
      // A HEAD has no words: whether the bucket is there, no matter who reports a missing file asks by the marker.
      if (reply.status === 404) return null;
      if (!reply.ok) throw toS3Failure(await readRefusal(reply));
      const size = Number(reply.headers.get("content-length") ?? Number.NaN);
      if (!Number.isSafeInteger(size)) throw s3Unavailable("it did not return the size of an object");
      return size;
    },

    remove,

    async empty(folder) {
      for (let more = true; more; ) {
        const query = { "list-type": "2", prefix: `${folder}/`, delimiter: "/", "max-keys": String(LIST_PAGE) };
        const reply = await send({ method: "GET", name: "", query });
        if (!reply.ok) throw toS3Failure(await readRefusal(reply));
        const listed = await reply.text();
        const names = [...listed.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name]) => name!);
        await remove(names);
        more = names.length > 0 && listed.includes("<IsTruncated>true</IsTruncated>");
      }
    },

    async check() {
      const reply = await send({ method: "GET", name: "", query: { "list-type": "2", "max-keys": "1" } });
      if (!reply.ok) throw toS3Failure(await readRefusal(reply));
      await reply.body?.cancel();
    },
  };
}
