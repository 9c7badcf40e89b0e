import { readFile } from "node:fs/promises";
import { type Chunk, chunkListReply, type Segment, segmentListReply } from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
let client: TestClient;
beforeAll(async () => {
  assay = await testService();
  client = await (await assay.tenant()).as("MEMBER");
});
afterAll(() => assay.close());

async function uploadDemo(name: string): Promise<string> {
  const bytes = await readFile(new URL(`../../../../tools/demo/evidence/northwind/${name}`, import.meta.url));
  const { id } = await client.upload(name, bytes);
  expect((await client.settled(id)).status).toBe("READY");
  return id;
}

const listChunks = async (id: string): Promise<Chunk[]> =>
  (await client.get(`/api/documents/${id}/chunks?limit=200`, chunkListReply)).chunks;

async function listAll(id: string, limit: number): Promise<Segment[]> {
  const all: Segment[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const search = new URLSearchParams({ limit: String(limit), ...(cursor ? { cursor } : {}) });
    const reply = await client.get(`/api/documents/${id}/segments?${search}`, segmentListReply);
    all.push(...reply.segments);
    cursor = reply.nextCursor;
  }
  return all;
}

test("a document's segments page to its whole text, and every chunk is the text at the place that its segment names", async () => {
  for (const name of ["information-security-policy.pdf", "backup-and-recovery-register.xlsx"]) {
    const id = await uploadDemo(name);
    const segments = await listAll(id, 1);
    expect(segments).toEqual(await listAll(id, 200));
    expect(segments.map(({ segmentIndex }) => segmentIndex)).toEqual(segments.map((_, index) => index));
    const { total } = await client.get(`/api/documents/${id}/segments?limit=1`, segmentListReply);
    expect(total).toBe(segments.length);

    const chunks = await listChunks(id);
    expect(chunks.length).toBeGreaterThan(1);
    expect(segments.flatMap((segment) => segment.chunks.map((chunk) => chunk.id))).toEqual(chunks.map(({ id }) => id));
    for (const segment of segments)
      for (const { id, startOffset, endOffset } of segment.chunks) {
        const { content, pageNumber, location } = chunks.find((chunk) => chunk.id === id)!;
        expect(segment.text.slice(startOffset - segment.startOffset, endOffset - segment.startOffset)).toBe(content);
        expect({ pageNumber, location }).toEqual({ pageNumber: segment.pageNumber, location: segment.location });
      }
  }
});

test("what reviewers wrote can be listed alone", async () => {
  const id = await uploadDemo("access-control-standard.docx");
  const comments = (await listAll(id, 200)).filter(({ kind }) => kind === "COMMENT");
  expect(comments.length).toBeGreaterThan(0);
  const { segments } = await client.get(`/api/documents/${id}/segments?kind=COMMENT`, segmentListReply);
  expect(segments).toEqual(comments);
  await expectError(await client.call("GET", `/api/documents/${id}/segments?kind=NOTE`), 400, "VALIDATION_ERROR");
});

test("a chunk finds its segment, and a chunk of no document or of another one finds none", async () => {
  const id = await uploadDemo("access-control-standard.docx");
  const last = (await listChunks(id)).at(-1)!;
  const find = async (documentId: string, chunkId: string) =>
    (await client.get(`/api/documents/${documentId}/segments?chunkId=${chunkId}`, segmentListReply)).segments;
  const [segment, ...others] = await find(id, last.id);
  expect(others).toEqual([]);
  expect(segment!.chunks.map((chunk) => chunk.id)).toContain(last.id);
  const following = await client.get(
    `/api/documents/${id}/segments?from=${segment!.segmentIndex}&limit=1`,
    segmentListReply,
  );
  expect(following.segments).toEqual([segment]);

  const other = await uploadDemo("vendor-security-statement.html");
  expect(await find(other, last.id)).toEqual([]);
  expect(await find(id, newId())).toEqual([]);
  expect(await find(id, "not-an-id")).toEqual([]);
});

test("what a reader of the original would not see is marked as hidden", async () => {
  const { id } = await client.upload(
    "secret.html",
    "<h1>Notice</h1><p>Visitors sign the book.</p><p style='display:none'>Unseen words.</p>",
  );
  await client.settled(id);
  const [segment] = await listAll(id, 10);
  expect(segment!.hidden.map(([start, end]) => segment!.text.slice(start, end).trim())).toEqual(["Unseen words."]);
});

test("a page that is no number and a cursor of another list are refused", async () => {
  const id = await uploadDemo("cryptography-roadmap.md");
  for (const search of ["from=-1", "from=1.5", "from=9999999999", "cursor=nonsense", "limit=201"])
    await expectError(await client.call("GET", `/api/documents/${id}/segments?${search}`), 400, "VALIDATION_ERROR");
});
