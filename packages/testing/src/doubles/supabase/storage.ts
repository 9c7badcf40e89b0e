import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerJson, type Exchange, readJson } from "./exchange.ts";
import { receiveObject, sendObject } from "./storage-bytes.ts";
import { asRefusal, refuse, type StorageDialect, StorageRefusal } from "./storage-refusal.ts";

export type { StorageDialect };

export interface StoredObject {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly createdAt: string;
}

interface Bucket {
  readonly id: string;
  public: boolean;
  limitBytes: number | null;
  types: readonly string[] | null;
  readonly objects: Map<string, StoredObject>;
}

export interface StorageDouble {
  serve(exchange: Exchange): Promise<void>;
  /** As somebody would in the dashboard. */
  makeBucket(id: string, options?: { public?: boolean; limitBytes?: number; types?: string[] }): void;
  bucket(id: string): { public: boolean; limitBytes: number | null; types: readonly string[] | null } | undefined;
  /** Names of the objects of a bucket, sorted. */
  list(bucket: string): readonly StoredObject[];
  /** Removes the object behind everybody's back. */
  lose(bucket: string, name: string): void;
  /** Frees the disk. */
  remove(): Promise<void>;
}

const PROJECT_LIMIT_BYTES = 524_288_000;
const OBJECT_NAME = /^[\w/!\-.*'() &$@=;:+,?]+$/;

export async function openStorage(options: { dialect?: StorageDialect; projectLimitBytes?: number }) {
  const { dialect = "current", projectLimitBytes = PROJECT_LIMIT_BYTES } = options;
  const root = await mkdtemp(join(tmpdir(), "assay-supabase-"));
  const buckets = new Map<string, Bucket>();

  function bucketOf(id: string): Bucket {
    return buckets.get(id) ?? refuse(404, "NoSuchBucket", "Bucket not found", "Bucket not found");
  }

  function objectOf(bucket: Bucket, name: string): StoredObject {
    return bucket.objects.get(name) ?? refuse(404, "NoSuchKey", "Object not found", "not_found");
  }

  async function upload(exchange: Exchange, bucket: Bucket, name: string): Promise<void> {
    const { headers } = exchange.request;
    if (!OBJECT_NAME.test(name)) refuse(400, "InvalidKey", `Invalid key: ${name}`);
    const type = headers["content-type"] ?? "application/octet-stream";
    if (bucket.types && !bucket.types.includes(type))
      refuse(415, "InvalidMimeType", `mime type ${type} is not supported`);
    if (headers["x-upsert"] !== "true" && bucket.objects.has(name)) refuseTaken();
    const limitBytes = Math.min(projectLimitBytes, bucket.limitBytes ?? projectLimitBytes);
    const object: StoredObject = {
      ...(await receiveObject(exchange.request, root, limitBytes)),
      id: crypto.randomUUID(),
      name,
      contentType: type,
      cacheControl: headers["cache-control"] ?? "no-cache",
      createdAt: new Date().toISOString(),
    };
    // The real server looks for the name before it reads the body, and writes over what has come in the meantime.
    bucket.objects.set(name, object);
    answerJson(exchange, 200, { Id: object.id, Key: `${bucket.id}/${name}` });
  }

  function list(exchange: Exchange, bucket: Bucket, body: Record<string, unknown>): void {
    const { prefix, limit = 100, offset = 0 } = body;
    if (typeof prefix !== "string") refuse(400, "InvalidRequest", "body must have required property 'prefix'");
    const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
    const entries = new Map<string, unknown>();
    for (const object of sortedObjects(bucket)) {
      if (!object.name.startsWith(folder)) continue;
      const [name, ...below] = object.name.slice(folder.length).split("/");
      entries.set(name!, below.length > 0 ? { name, id: null, metadata: null } : { ...toInfo(bucket, object), name });
    }
    answerJson(exchange, 200, [...entries.values()].slice(Number(offset), Number(offset) + Number(limit)));
  }

  async function removeObjects(exchange: Exchange, bucket: Bucket): Promise<void> {
    const { prefixes } = await readJson(exchange.request);
    if (!Array.isArray(prefixes) || prefixes.length === 0)
      refuse(400, "InvalidRequest", "body/prefixes must NOT have fewer than 1 items");
    const found = sortedObjects(bucket).filter(({ name }) => (prefixes as unknown[]).includes(name));
    for (const { name } of found) bucket.objects.delete(name);
    answerJson(
      exchange,
      200,
      found.map((object) => toInfo(bucket, object)),
    );
    await Promise.all(found.map(({ file }) => rm(file, { force: true })));
  }

  function readBucketSettings(body: Record<string, unknown>) {
    const { file_size_limit: limit = null, allowed_mime_types: types = null } = body;
    if (limit !== null && !(Number.isInteger(limit) && (limit as number) >= 0))
      refuse(400, "InvalidRequest", "body/file_size_limit must be integer");
    if ((limit as number | null) !== null && (limit as number) > projectLimitBytes)
      refuse(413, "EntityTooLarge", "The object exceeded the maximum allowed size", "Payload too large");
    return { public: body.public === true, limitBytes: limit as number | null, types: types as string[] | null };
  }

  async function serveBuckets(exchange: Exchange, id: string | undefined): Promise<void> {
    if (exchange.method === "GET" && id) return answerJson(exchange, 200, toBucket(bucketOf(id)));
    const body = await readJson(exchange.request);
    if (exchange.method === "PUT" && id) {
      Object.assign(bucketOf(id), readBucketSettings(body));
      return answerJson(exchange, 200, { message: "Successfully updated" });
    }
    if (exchange.method !== "POST" || id) refuseRoute(exchange);
    const name = String(body.id ?? body.name);
    if (!/^[\w!.*'() &$@=;:+,?-]{1,100}$/.test(name)) refuse(400, "InvalidBucketName", "Bucket name invalid");
    const settings = readBucketSettings(body);
    if (buckets.has(name)) refuseTaken();
    buckets.set(name, { id: name, ...settings, objects: new Map() });
    answerJson(exchange, 200, { name });
  }

  async function serveObjects(exchange: Exchange, [first, ...rest]: string[]): Promise<void> {
    const { method } = exchange;
    if (method === "GET" && first === "info" && rest.length > 1) {
      const bucket = bucketOf(rest[0]!);
      return answerJson(exchange, 200, toInfo(bucket, objectOf(bucket, rest.slice(1).join("/"))));
    }
    if (method === "POST" && first === "list" && rest.length === 1)
      return list(exchange, bucketOf(rest[0]!), await readJson(exchange.request));
    if (!first) refuseRoute(exchange);
    if (method === "DELETE" && rest.length === 0) return removeObjects(exchange, bucketOf(first));
    if (rest.length === 0) refuseRoute(exchange);
    const [bucket, name] = [bucketOf(first), rest.join("/")];
    if (method === "GET") return sendObject(exchange, objectOf(bucket, name));
    if (method === "POST") return upload(exchange, bucket, name);
    refuseRoute(exchange);
  }

  const storage: StorageDouble = {
    async serve(exchange) {
      const [area, ...parts] = exchange.path.slice("/storage/v1/".length).split("/").map(decodeURIComponent);
      try {
        if (area === "bucket" && parts.length <= 1) await serveBuckets(exchange, parts[0]);
        else if (area === "object") await serveObjects(exchange, parts);
        else refuseRoute(exchange);
      } catch (error) {
        if (!(error instanceof StorageRefusal)) throw error;
        exchange.request.resume();
        const { status, body } = asRefusal(error, dialect);
        answerJson(exchange, status, body);
      }
    },
    makeBucket(
      id,
      {
        public: isPublic = false,
        limitBytes = null,
        types = null,
      }: Partial<Omit<Bucket, "types">> & { types?: string[] | null } = {},
    ) {
      buckets.set(id, { id, public: isPublic, limitBytes, types, objects: new Map() });
    },
    bucket(id) {
      const found = buckets.get(id);
      return found && { public: found.public, limitBytes: found.limitBytes, types: found.types };
    },
    list: (bucket) => sortedObjects(bucketOf(bucket)),
    lose: (bucket, name) => void bucketOf(bucket).objects.delete(name),
    remove: () => rm(root, { recursive: true, force: true }),
  };
  return storage;
}

const sortedObjects = ({ objects }: Bucket): StoredObject[] =>
  [...objects.values()].sort((one, other) => (one.name < other.name ? -1 : 1));

const toBucket = ({ id, public: isPublic, limitBytes, types }: Bucket) => ({
  id,
  name: id,
  owner: "",
  public: isPublic,
  file_size_limit: limitBytes,
  allowed_mime_types: types,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
});

const toInfo = (bucket: Bucket, object: StoredObject) => ({
  id: object.id,
  name: object.name,
  version: object.id,
  bucket_id: bucket.id,
  size: object.sizeBytes,
  content_type: object.contentType,
  cache_control: object.cacheControl,
  etag: `"${object.id}"`,
  metadata: {},
  created_at: object.createdAt,
});

const refuseTaken = () => refuse(409, "KeyAlreadyExists", "The resource already exists", "Duplicate");

function refuseRoute({ method, path }: Exchange): never {
  throw new StorageRefusal(404, undefined, `Route ${method}:${path} not found`, "Not Found");
}
