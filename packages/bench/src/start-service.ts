import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Document } from "@assay/contract";
import { RUNTIME_FLAGS } from "./runtime-flags.ts";
import type { DatabaseSettings } from "./with-database.ts";

const ENTRY = fileURLToPath(new URL("../../../tools/demo/src/start-demo.ts", import.meta.url));
const POLL_MS = 20;

export interface BenchedService extends AsyncDisposable {
  readonly pid: number;
  readonly url: string;
  /** Gets JSON as a member of a tenant with a bound pack and few documents. Throws on any refusal. */
  call<T>(path: string, init?: RequestInit): Promise<T>;
  upload(filename: string, bytes: Uint8Array): Promise<Document>;
  /** Waits until a document is READY or FAILED. */
  settle(document: Document, pollMs?: number): Promise<Document>;
  /** Uploads and waits until the document is READY. */
  read(filename: string, bytes: Uint8Array, pollMs?: number): Promise<Document>;
}

/** Starts the demo's service in a folder of its own, on the embedded database or on that of `settings`. */
export async function startService(settings?: DatabaseSettings): Promise<BenchedService> {
  const dir = await mkdtemp(join(tmpdir(), "assay-bench-"));
  // The service is measured, not the model that judges its demo.
  const env = { ASSAY_DATA_DIR: dir, OFFLINE_ASSESSOR: "offline-lexical-2", ...settings };
  // Making the database takes memory that a later upload would use again: what is measured starts on what it finds.
  await (await launch(env)).end();
  const { pid, end } = await launch(env);
  const demo = JSON.parse(await readFile(join(dir, "demo.json"), "utf8"));
  const { token } = demo.tenants[1].users.find(({ role }: { role: string }) => role === "MEMBER");
  const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await fetch(`${demo.url}${path}`, { ...init, headers: { Authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`Cannot call ${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<T>;
  };
  const upload = async (filename: string, bytes: Uint8Array) => {
    const form = new FormData();
    form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
    return (await call<{ document: Document }>("/api/documents/upload", { method: "POST", body: form })).document;
  };
  const settle = async (document: Document, pollMs = POLL_MS) => {
    let latest = document;
    while (latest.status !== "READY" && latest.status !== "FAILED") {
      await pause(pollMs);
      latest = (await call<{ document: Document }>(`/api/documents/${document.id}`)).document;
    }
    return latest;
  };
  return {
    pid,
    url: demo.url,
    call,
    upload,
    settle,
    async read(filename, bytes, pollMs) {
      const document = await settle(await upload(filename, bytes), pollMs);
      if (document.status === "FAILED") throw new Error(`Cannot read ${filename}: ${document.failure?.code}`);
      return document;
    },
    async [Symbol.asyncDispose]() {
      await end();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Resolves once the demo has been shown. */
async function launch(env: Readonly<Record<string, string>>): Promise<{ pid: number; end(): Promise<void> }> {
  const child = spawn(process.execPath, [...RUNTIME_FLAGS.options, ENTRY], {
    env: { ...RUNTIME_FLAGS.env, ASSAY_EXIT_WITH_PARENT: "true", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("curl -H")) resolve();
    });
    void ended.then(() => reject(new Error("Cannot measure the service because it ended while it started")));
  });
  return {
    pid: child.pid!,
    end() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
