import {
  type Document,
  documentReply,
  type ErrorCode,
  errorHelpPath,
  errorReply,
  type Run,
  runDetails,
  startRunReply,
} from "@assay/contract";
import { expect } from "vitest";
import type { z } from "zod";

export interface TestClient {
  readonly token: string | undefined;
  /** The raw answer. */
  call(method: string, path: string, init?: RequestInit): Promise<Response>;
  /** The answer as the contract's strict schema has it, or a failed test. */
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.infer<S>>;
  sendJson(method: string, path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  sendFile(
    filename: string,
    bytes: string | Uint8Array,
    options?: { fields?: Readonly<Record<string, string>>; headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
  /** Uploads and expects 201 or 200. */
  upload(filename: string, bytes: string | Uint8Array, fields?: Readonly<Record<string, string>>): Promise<Document>;
  /** Waits until a document, and all members of an archive, are READY or FAILED. */
  settled(documentId: string): Promise<Document>;
  startRun(body?: unknown): Promise<{ id: string }>;
  /** Waits until a run is COMPLETED or FAILED. */
  finished(runId: string): Promise<Run>;
}

export function createTestClient(url: string, token?: string, send: typeof fetch = fetch): TestClient {
  const call = (method: string, path: string, init: RequestInit = {}) =>
    send(`${url}${path}`, {
      ...init,
      method,
      headers: { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...init.headers },
    });
  const get: TestClient["get"] = async (path, schema) => {
    const response = await call("GET", path);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return schema.parse(JSON.parse(text));
  };
  const client: TestClient = {
    token,
    call,
    get,
    sendJson: (method, path, body, headers) =>
      call(method, path, { headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) }),
    sendFile(filename, bytes, { fields = {}, headers = {} } = {}) {
      const form = new FormData();
      form.append("file", new Blob([bytes as BlobPart]), filename);
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      return call("POST", "/api/documents/upload", { body: form, headers });
    },
    async upload(filename, bytes, fields = {}) {
      const response = await client.sendFile(filename, bytes, { fields });
      const text = await response.text();
      expect([200, 201], text).toContain(response.status);
      return documentReply.parse(JSON.parse(text)).document;
    },
    settled: (documentId) =>
      until(
        async () => (await get(`/api/documents/${documentId}`, documentReply)).document,
        ({ status }) => status === "READY" || status === "FAILED",
      ),
    async startRun(body = {}) {
      const response = await client.sendJson("POST", "/api/runs/start", body);
      const text = await response.text();
      expect(response.status, text).toBe(201);
      return startRunReply.parse(JSON.parse(text)).run;
    },
    finished: (runId) =>
      until(
        () => get(`/api/runs/${runId}`, runDetails),
        ({ status }) => status === "COMPLETED" || status === "FAILED",
      ),
  };
  return client;
}

/** Looks again until the answer is the wanted one; the test's own time limit ends it. */
export async function until<T>(look: () => Promise<T>, wanted: (value: T) => boolean, everyMs = 40): Promise<T> {
  for (;;) {
    const value = await look();
    if (wanted(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

interface ReceivedError {
  readonly message: string;
  readonly requestId: string;
  /** Without the link to the help, which every reply has; omitted where nothing else is there. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Requires this error, in exactly the documented shape and with the link to its help. Returns the rest of its body. */
export async function expectError(response: Response, status: number, code: ErrorCode): Promise<ReceivedError> {
  const text = await response.text();
  expect({ status: response.status, body: text }).toMatchObject({ status });
  const { error, message, details, requestId } = errorReply.parse(JSON.parse(text));
  const { help, ...others } = details;
  expect(error).toBe(code);
  expect(help).toBe(errorHelpPath(code));
  expect(requestId).toBe(response.headers.get("X-Request-Id"));
  return { message, requestId, ...(Object.keys(others).length > 0 && { details: others }) };
}
