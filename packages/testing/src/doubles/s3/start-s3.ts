import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { applyFault, type FaultMatch, openFaults } from "../supabase/faults.ts";
import { receiveObject, sendObject } from "../supabase/storage-bytes.ts";
import type { SupabaseFault } from "../supabase/supabase-fault.ts";
import { type AccessKey, findSignatureProblem } from "./verify-signature.ts";

export type S3Fault = SupabaseFault;

export interface S3Double extends AccessKey {
  /** The address of the server, without a bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Names of the objects, sorted. */
  list(): string[];
  /** Puts an object there behind everybody's back, with this entity tag if one is named: empty for a server that lists none. */
  keep(name: string, text: string, etag?: string): Promise<void>;
  /** Paths and queries of what was asked, in order. */
  requests(): string[];
  /** Of listings; default 1,000. */
  setPageSize(size: number): void;
  /** Uploads in parts that were begun and neither completed nor withdrawn. */
  openUploads(): number;
  /** Removes an object behind everybody's back. */
  lose(name: string): void;
  /** Changes the bytes of an object behind everybody's back. */
  spoil(name: string): Promise<void>;
  /** Whether strangers may read; default false. */
  setPublic(isPublic: boolean): void;
  /** What the next `times` requests that match meet instead of an answer. */
  fail(match: FaultMatch, fault: S3Fault, times?: number): void;
  /** Forgets the faults that are planned. */
  recover(): void;
  /** Changes one byte of what is sent for the next request that matches. */
  corrupt(match: FaultMatch): void;
  close(): Promise<void>;
}

interface S3DoubleOptions {
  /** As servers of before 2024; default true. */
  readonly conditionalWrites?: boolean;
  /** Refuses larger objects; default none. */
  readonly limitBytes?: number;
}

interface Stored {
  readonly file: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly etag: string;
  readonly modified: string;
}

const KEY: AccessKey = { accessKeyId: "AKIADOUBLE", secretAccessKey: "secret/of+the/double", region: "eu-test-1" };
const BUCKET = "evidence";
const PART_BYTES_MIN = 5 * 1_048_576;

class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    [this.status, this.code] = [status, code];
  }
}

const refuse = (status: number, code: string): never => {
  throw new S3Refusal(status, code);
};

/**
 * The part of S3 that Assay uses, over real HTTP: it checks signatures and the hash of each body by itself, refuses in
 * S3's words, and keeps objects on the disk, so that they do not count against anyone who is measured next to it.
 */
export async function startS3Double({
  conditionalWrites = true,
  limitBytes = Number.MAX_SAFE_INTEGER,
}: S3DoubleOptions = {}): Promise<S3Double> {
  const root = await mkdtemp(join(tmpdir(), "assay-s3-"));
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, { name: string; contentType: string; parts: Map<number, Stored> }>();
  const faults = openFaults();
  let corrupting: FaultMatch | undefined;
  const asked: string[] = [];
  let isPublic = false;
  let pageSize = 1000;
  let writes = 0;
  /** Each write comes a second after the one before. */
  const nextTime = () => new Date(Date.UTC(2026, 0, 1) + 1000 * ++writes).toISOString();
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Stores the body; refuses what is not the body that was signed. */
  async function receive(request: IncomingMessage): Promise<Stored> {
    const stored = await receiveObject(request, root, limitBytes).catch(() => refuse(400, "EntityTooLarge"));
    if (corrupting?.({ method: request.method!, path: request.url! })) {
      corrupting = undefined;
      await spoilFile(stored.file);
    }
    const [sha256, md5] = [createHash("sha256"), createHash("md5")];
    for await (const chunk of createReadStream(stored.file)) {
      sha256.update(chunk as Buffer);
      md5.update(chunk as Buffer);
    }
    if (sha256.digest("hex") !== request.headers["x-amz-content-sha256"]) {
      await rm(stored.file);
      refuse(400, "XAmzContentSHA256Mismatch");
    }
    const contentType = request.headers["content-type"] ?? "binary/octet-stream";
    return { ...stored, contentType, etag: `"${md5.digest("hex")}"`, modified: nextTime() };
  }

  async function put(request: IncomingMessage, name: string): Promise<string> {
    const stored = await receive(request);
    if (conditionalWrites && request.headers["if-none-match"] === "*" && objects.has(name))
      refuse(412, "PreconditionFailed");
    objects.set(name, stored);
    return stored.etag;
  }

  async function putPart(request: IncomingMessage, uploadId: string, number: number): Promise<string> {
    const upload = uploads.get(uploadId) ?? refuse(404, "NoSuchUpload");
    const part = await receive(request);
    upload.parts.set(number, part);
    return part.etag;
  }

  async function complete(request: IncomingMessage, name: string, uploadId: string): Promise<void> {
    const upload = uploads.get(uploadId) ?? refuse(404, "NoSuchUpload");
    const { file: said } = await receive(request);
    const listed = [
      ...(await readFile(said, "utf8")).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g),
    ].map(([, number, etag]) => ({ part: upload.parts.get(Number(number)), etag: etag!.replaceAll("&quot;", '"') }));
    if (listed.length === 0) refuse(400, "MalformedXML");
    if (listed.some(({ part, etag }) => part?.etag !== etag)) refuse(400, "InvalidPart");
    if (listed.slice(0, -1).some(({ part }) => part!.sizeBytes < PART_BYTES_MIN)) refuse(400, "EntityTooSmall");
    const file = join(root, crypto.randomUUID());
    for (const { part } of listed)
      await pipeline(createReadStream(part!.file), createWriteStream(file, { flags: "a" }));
    const sizeBytes = listed.reduce((sum, { part }) => sum + part!.sizeBytes, 0);
    const etag = `"${crypto.randomUUID()}"`;
    objects.set(name, { file, sizeBytes, contentType: upload.contentType, etag, modified: nextTime() });
    uploads.delete(uploadId);
  }

  function list(query: URLSearchParams): string {
    const prefix = query.get("prefix") ?? "";
    const names = sorted().filter((name) => name.startsWith(prefix));
    const direct = query.has("delimiter") ? names.filter((name) => !name.slice(prefix.length).includes("/")) : names;
    const after = query.get("continuation-token");
    const left = after === null ? direct : direct.filter((name) => name > after);
    const page = left.slice(0, Math.min(pageSize, Number(query.get("max-keys") ?? 1000)));
    const isUrl = query.get("encoding-type") === "url";
    const written = (name: string) => (isUrl ? encodeURIComponent(name).replaceAll("%20", "+") : name);
    const contents = page.map((name) => {
      const { etag, sizeBytes, modified } = objects.get(name)!;
      const tag = etag && `<ETag>${etag.replaceAll('"', "&quot;")}</ETag>`;
      const time = `<LastModified>${modified}</LastModified>`;
      return `<Contents><Key>${written(name)}</Key>${time}${tag}<Size>${sizeBytes}</Size></Contents>`;
    });
    const isCut = page.length < left.length;
    const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    const encoding = isUrl ? "<EncodingType>url</EncodingType>" : "";
    return `<ListBucketResult>${encoding}<IsTruncated>${isCut}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
  }

  const sorted = () => [...objects.keys()].sort();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [method, url] = [request.method ?? "GET", new URL(request.url ?? "/", endpoint)];
    const path = url.pathname;
    asked.push(`${path}${url.search}`);
    const fault = faults.take({ method, path: `${path}${url.search}` });
    const exchange = { request, response, method, path, url, fault };
    const reply = (status: number, body = "", headers: Record<string, string> = {}) => {
      request.resume();
      if (fault?.kind === "lost-answer") return void response.destroy();
      response.writeHead(status, { "content-type": "application/xml", ...headers }).end(body);
    };
    try {
      if (applyFault(exchange)) return;
      const stranger = request.headers.authorization === undefined;
      const problem = isPublic && stranger && method === "GET" ? undefined : findSignatureProblem(request, KEY);
      if (problem) refuse(403, problem);
      const [, bucket, encoded] = /^\/([^/]+)\/(.*)$/.exec(path) ?? refuse(400, "InvalidRequest");
      const name = decodeURIComponent(encoded!);
      if (bucket !== BUCKET) refuse(404, "NoSuchBucket");
      const uploadId = url.searchParams.get("uploadId");
      const number = Number(url.searchParams.get("partNumber"));
      if (name === "" && method === "GET") return reply(200, list(url.searchParams));
      if (method === "GET" || method === "HEAD") {
        const object = objects.get(name) ?? refuse(404, "NoSuchKey");
        if ((request.headers["if-match"] ?? object.etag) !== object.etag) refuse(412, "PreconditionFailed");
        if (method === "HEAD") return reply(200, "", { "content-length": String(object.sizeBytes) });
        return await sendObject(exchange, { ...object, cacheControl: "no-cache", id: name });
      }
      if (method === "PUT" && uploadId) return reply(200, "", { etag: await putPart(request, uploadId, number) });
      if (method === "PUT") return reply(200, "", { etag: await put(request, name) });
      if (method === "POST" && url.searchParams.has("uploads")) {
        const id = crypto.randomUUID();
        const contentType = request.headers["content-type"] ?? "";
        uploads.set(id, { name: name, contentType, parts: new Map() });
        return reply(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      }
      if (method === "POST" && uploadId) {
        await complete(request, name, uploadId);
        return reply(200, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
      }
      if (method !== "DELETE") refuse(405, "MethodNotAllowed");
      if (uploadId ? !uploads.delete(uploadId) : false) refuse(404, "NoSuchUpload");
      if (!uploadId) objects.delete(name);
      reply(204);
    } catch (error) {
      if (error instanceof S3Refusal)
        reply(error.status, method === "HEAD" ? "" : `<Error><Code>${error.code}</Code></Error>`);
      else response.destroy();
    }
  }

  return {
    ...KEY,
    endpoint,
    bucket: BUCKET,
    list: sorted,
    async keep(name, text, etag = `"${createHash("md5").update(text).digest("hex")}"`) {
      const file = join(root, crypto.randomUUID());
      await writeFile(file, text);
      const sizeBytes = Buffer.byteLength(text);
      objects.set(name, { file, sizeBytes, contentType: "binary/octet-stream", etag, modified: nextTime() });
    },
    requests: () => [...asked],
    setPageSize(size) {
      pageSize = size;
    },
    openUploads: () => uploads.size,
    lose: (name) => void objects.delete(name),
    spoil: (name) => spoilFile(objects.get(name)!.file),
    setPublic(value) {
      isPublic = value;
    },
    fail: faults.add,
    recover: faults.clear,
    corrupt(match) {
      corrupting = match;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function spoilFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(file, bytes);
}
