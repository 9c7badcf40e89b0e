import {
  type AuditEntry,
  assessmentListReply,
  auditListReply,
  type Chunk,
  chunkListReply,
  type Document,
  documentListReply,
  exportListReply,
  runDetails,
  segmentListReply,
  taskListReply,
} from "@assay/contract";
import { AUDIT_GENESIS, auditHash } from "@assay/core/audit";
import { expect } from "vitest";
import type { TestClient } from "./test-client.ts";

/** Every item of a list, page by page. */
async function listAll<T>(
  load: (cursor: string) => Promise<{ items: readonly T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const all: T[] = [];
  let cursor = "";
  for (;;) {
    const { items, nextCursor } = await load(cursor);
    all.push(...items);
    if (nextCursor === null) return all;
    cursor = `&cursor=${nextCursor}`;
  }
}

/** All documents of the tenant, however many. */
export function listAllDocuments(client: TestClient): Promise<Document[]> {
  return listAll(async (cursor) => {
    const { documents, nextCursor } = await client.get(`/api/documents?limit=200${cursor}`, documentListReply);
    return { items: documents, nextCursor };
  });
}

export const isSettled = ({ status }: Document) => status === "READY" || status === "FAILED";

/** All chunks of a document, proved to be numbered without gap or repetition. */
export async function listAllChunks(client: TestClient, { id, coverage }: Document): Promise<Chunk[]> {
  const all = await listAll(async (cursor) => {
    const path = `/api/documents/${id}/chunks?limit=200${cursor}`;
    const { chunks, nextCursor } = await client.get(path, chunkListReply);
    return { items: chunks, nextCursor };
  });
  const inOrder = all.toSorted((a, b) => a.chunkIndex - b.chunkIndex);
  expect(inOrder.map(({ chunkIndex }) => chunkIndex)).toEqual(inOrder.map((_, at) => at));
  expect(new Set(all.map((chunk) => chunk.id)).size).toBe(all.length);
  expect(all.length).toBe(coverage?.chunks ?? 0);
  return inOrder;
}

/** All of a document's text, comments included, which are in no chunk. */
export async function readAllText(client: TestClient, { id }: Document): Promise<string> {
  const all = await listAll(async (cursor) => {
    const path = `/api/documents/${id}/segments?limit=200${cursor}`;
    const { segments, nextCursor } = await client.get(path, segmentListReply);
    return { items: segments, nextCursor };
  });
  return all.map(({ text }) => text).join("\n");
}

/** Documents by name, with everything that does not depend on ids and times; archive members name their archive. */
export async function readDocuments(client: TestClient): Promise<Record<string, unknown>> {
  const documents = await listAllDocuments(client);
  const names = new Map(documents.map(({ id, originalFilename }) => [id, originalFilename]));
  const byName = new Map<string, unknown>();
  for (const document of documents) {
    const { originalFilename, status, fileType, sha256Hash, sizeBytes, parentDocumentId, coverage, failure } = document;
    const chunks = await listAllChunks(client, document);
    byName.set(originalFilename, {
      status,
      fileType,
      sha256Hash,
      sizeBytes,
      parent: parentDocumentId && names.get(parentDocumentId),
      coverage,
      failure,
      archive: document.archive && {
        ...document.archive,
        skipped: document.archive.skipped.map(({ name, reason }) => [name, reason]),
      },
      chunks: chunks.map(({ id: _, chunkId: _id, documentId: __, tenantId: ___, ...chunk }) => chunk),
    });
  }
  expect(byName.size, "every document has a name of its own").toBe(documents.length);
  return Object.fromEntries([...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a run found, without ids and times, quotes by the names of their documents. */
export async function readRun(client: TestClient, runId: string) {
  const found = await client.get(`/api/runs/${runId}`, runDetails);
  const names = new Map((await listAllDocuments(client)).map(({ id, originalFilename }) => [id, originalFilename]));
  const { assessments } = await client.get(`/api/runs/${runId}/assessments`, assessmentListReply);
  const { tasks } = await client.get(`/api/runs/${runId}/tasks`, taskListReply);
  const { exports } = await client.get(`/api/runs/${runId}/exports`, exportListReply);
  for (const { id, sizeBytes } of exports) {
    const bytes = await (await client.call("GET", `/api/runs/${runId}/exports/${id}`)).arrayBuffer();
    expect(bytes.byteLength).toBe(sizeBytes);
  }
  const { status, snapshotStatus, totalRequirements, assessedCount, completeCount, partialCount, missingCount } = found;
  return {
    counts: { status, snapshotStatus, totalRequirements, assessedCount, completeCount, partialCount, missingCount },
    assessments: assessments.map(({ requirementId, status, confidence, citations, reasoning, flags }) => ({
      requirementId,
      status,
      confidence,
      reasoning,
      flags,
      citations: citations.map(({ documentId, text, pageNumber }) => [names.get(documentId), pageNumber, text]),
    })),
    tasks: tasks.map(({ requirementId, title, description, status }) => ({
      requirementId,
      title,
      description,
      status,
    })),
    exports: exports.map(({ format }) => format).toSorted(),
  };
}

/** The audit entries from first to last, proved to be one chain without a gap. */
export async function readAuditChain(client: TestClient): Promise<AuditEntry[]> {
  const entries = await listAll(async (cursor) => {
    const reply = await client.get(`/api/admin/audit-logs?limit=200${cursor}`, auditListReply);
    return { items: reply.entries, nextCursor: reply.nextCursor };
  });
  entries.reverse();
  let previous = AUDIT_GENESIS;
  for (const [at, { hash, ...entry }] of entries.entries()) {
    expect({ sequence: entry.sequence, previousHash: entry.previousHash }).toEqual({
      sequence: at + 1,
      previousHash: previous,
    });
    expect(await auditHash(entry)).toBe(hash);
    previous = hash;
  }
  return entries;
}
