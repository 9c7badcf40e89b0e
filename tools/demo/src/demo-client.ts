import type { Assessment, Document, Requirement, Run, RunProgress } from "@assay/contract";

const FILE_TOO_LARGE = 413;
const CONFLICT = 409;

/** The few calls that the demo makes, as any client would make them. */
export interface DemoClient {
  /** Returns why a file is too large for this service, or null. */
  upload(filename: string, bytes: Uint8Array, fields: Readonly<Record<string, string>>): Promise<string | null>;
  documents(): Promise<Document[]>;
  requirements(): Promise<Requirement[]>;
  runs(): Promise<Run[]>;
  /** Returns the run that it has started, or the one that somebody else started before. */
  startRun(): Promise<{ readonly id: string; readonly isOwn: boolean }>;
  run(id: string): Promise<Run>;
  assessments(runId: string): Promise<Assessment[]>;
  /** Follows a run to its end. */
  watch(runId: string, onProgress: (progress: RunProgress) => void): Promise<void>;
}

interface StartReply {
  readonly run?: { readonly id: string };
  readonly message?: string;
  /** Of a refusal, as the tenant has an active run. */
  readonly details?: { readonly runId?: string };
}

const START = {
  method: "POST",
  body: JSON.stringify({ waitForDocuments: true }),
  headers: { "Content-Type": "application/json" },
};

export function createDemoClient({ url, token }: { url: string; token: string }): DemoClient {
  const call = async (path: string, init: RequestInit = {}, expected?: number): Promise<Response> => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${token}` },
    });
    if (!response.ok && response.status !== expected)
      throw new Error(`Cannot ${init.method ?? "GET"} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const get = async <T>(path: string): Promise<T> => (await call(path)).json() as Promise<T>;

  return {
    async upload(filename, bytes, fields) {
      const form = new FormData();
      form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const response = await call("/api/documents/upload", { method: "POST", body: form }, FILE_TOO_LARGE);
      const answer = (await response.json()) as { message?: string };
      return response.status === FILE_TOO_LARGE ? (answer.message ?? "") : null;
    },
    documents: async () => (await get<{ documents: Document[] }>("/api/documents?limit=200")).documents,
    requirements: async () => (await get<{ requirements: Requirement[] }>("/api/requirements")).requirements,
    runs: async () => (await get<{ runs: Run[] }>("/api/runs")).runs,
    async startRun() {
      const response = await call("/api/runs/start", START, CONFLICT);
      const reply = (await response.json()) as StartReply;
      if (reply.run) return { id: reply.run.id, isOwn: true };
      const active = reply.details?.runId;
      if (active === undefined) throw new Error(`Cannot start a run: ${reply.message}`);
      return { id: active, isOwn: false };
    },
    run: (id) => get<Run>(`/api/runs/${id}`),
    assessments: async (runId) =>
      (await get<{ assessments: Assessment[] }>(`/api/runs/${runId}/assessments`)).assessments,
    async watch(runId, onProgress) {
      const { body } = await call(`/api/runs/${runId}/events`);
      let text = "";
      for await (const part of body!.pipeThrough(new TextDecoderStream())) {
        const events = (text + part).split("\n\n");
        text = events.pop()!;
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)?.[1];
          if (data) onProgress(JSON.parse(data) as RunProgress);
        }
      }
    },
  };
}
