import createClient from "openapi-fetch";
import type { components, paths } from "./generated/schema.d.ts";

export interface Seen {
  readonly tenant: string;
  readonly document: components["schemas"]["Document"];
  readonly duplicateStatus: number;
  readonly run: components["schemas"]["RunDetails"];
  readonly titles: readonly string[];
  readonly refused: { readonly status: number; readonly error: string };
  readonly snapshotBytes: number;
}

/** What an integrator does first, with nothing of ours but the document: upload, run, read, and be refused. */
export async function useService(baseUrl: string, token: string, evidence: string): Promise<Seen> {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });

  const { session } = required(await api.GET("/api/session"));
  const form = () => {
    const body = new FormData();
    body.append("file", new Blob([evidence]), "policy.txt");
    body.append("category", "Policy");
    return body;
  };
  const upload = () =>
    api.POST("/api/documents/upload", { body: { file: "" }, bodySerializer: form, params: { header: key("upload") } });
  const { document: uploaded } = required(await upload());
  const again = await api.POST("/api/documents/upload", { body: { file: "" }, bodySerializer: form });
  const id = uploaded.id;
  let document = uploaded;
  while (document.status !== "READY" && document.status !== "FAILED")
    ({ document } = required(await api.GET("/api/documents/{id}", { params: { path: { id } } })));

  const begun = required(await api.POST("/api/runs/start", { body: { name: "Generated" } }));
  if (!("run" in begun)) throw new Error("A start that is no dry run replied with an estimate");
  const runId = begun.run.id;
  let run = required(await api.GET("/api/runs/{runId}", { params: { path: { runId } } }));
  while (run.status !== "COMPLETED" && run.status !== "FAILED")
    run = required(await api.GET("/api/runs/{runId}", { params: { path: { runId } } }));
  const { requirements } = required(await api.GET("/api/runs/{runId}/requirements", { params: { path: { runId } } }));
  const page = required(await api.GET("/api/tasks", { params: { query: { limit: 1, runId } } }));
  const next = required(
    await api.GET("/api/tasks", { params: { query: { limit: 1, runId, cursor: page.nextCursor ?? "" } } }),
  );
  const snapshot = await api.GET("/api/runs/{runId}/snapshot", { params: { path: { runId } }, parseAs: "arrayBuffer" });

  const unknown = await api.GET("/api/documents/{id}/status", { params: { path: { id: runId } } });
  if (!unknown.error) throw new Error("A document with the id of a run was found");
  return {
    tenant: session.tenant.name,
    document,
    duplicateStatus: again.response.status,
    run,
    titles: [requirements, page.tasks, next.tasks].flat().flatMap((each) => ("title" in each ? [each.title] : [])),
    refused: { status: unknown.response.status, error: unknown.error.error },
    snapshotBytes: snapshot.data?.byteLength ?? 0,
  };
}

function key(name: string) {
  return { "Idempotency-Key": name };
}

function required<T>({ data, error }: { data?: T; error?: { message: string } }): T {
  if (data === undefined) throw new Error(error?.message ?? "No data");
  return data;
}
