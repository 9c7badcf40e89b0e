import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type Document, documentReply, requirementListReply } from "@assay/contract";
import { expect, test } from "vitest";
import { DATA, DOCUMENTS, HOSTILE, isWanted, type Outcome } from "../../../../packages/reader/test/public-files.ts";
import { isSettled, listAllChunks, listAllDocuments, readAllText } from "../support/read-results.ts";
import { demoClient, readDemo, seededFolder, startServer } from "../support/start-process.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { limitsEnv } from "../support/test-limits.ts";

/** Refused at upload: their own directory declares too much. */
const REFUSED = new Set(["claims-3GB-is-5-bytes.zip", "count-5000.zip", "overlap-full-900x10MB.zip"]);
const ANSWER_MS_MAX = 2000;
const ADJACENT_MS_MAX = 30_000;

test.runIf(isWanted)(
  "public and hostile files end as expected while the service answers everyone",
  { timeout: 900_000 },
  async () => {
    const service = await startServer("node", await seededFolder(), limitsEnv({ extractionPieceMs: 8000 }));
    const demo = await readDemo(service.dataDir);
    const api = demoClient(service.url, demo);
    const neighbour = demoClient(service.url, demo, "MEMBER", 1);
    const answers = watchAnswers(neighbour);

    // The hostile ones first: what is harmless has to get by next to them.
    const uploaded = new Map<string, Document>();
    const names = Object.keys(HOSTILE);
    expect(readdirSync(`${DATA}hostile`).toSorted()).toEqual(names.toSorted());
    for (const name of names) {
      const document = await send(api, `hostile/${name}`, name);
      if (document) uploaded.set(name, document);
      if (uploaded.size === Math.ceil(names.length / 2))
        expect(await readAdjacent(neighbour)).toBeLessThan(ADJACENT_MS_MAX);
    }
    for (const name of Object.keys(DOCUMENTS)) uploaded.set(name, (await send(api, `documents/${name}`, name))!);

    const documents = await until(
      () => listAllDocuments(api),
      (all) => all.every(isSettled),
      200,
    );
    const { count, slowestMs } = await answers.stop();
    expect(count).toBeGreaterThan(20);
    expect(slowestMs).toBeLessThan(ANSWER_MS_MAX);

    expect(uploaded.size).toBe(names.length - REFUSED.size + Object.keys(DOCUMENTS).length);
    for (const [name, expected] of Object.entries({ ...HOSTILE, ...DOCUMENTS })) {
      if (REFUSED.has(name)) continue;
      const document = documents.find(({ id }) => id === uploaded.get(name)!.id)!;
      await expectOutcome(api, document, documents, expected);
    }
    for (const document of documents.filter(({ status, archive }) => status === "READY" && !archive))
      expectConsistent(document, await listAllChunks(api, document));
  },
);

/** Undefined where the upload is rightly refused. */
async function send(api: TestClient, path: string, name: string): Promise<Document | undefined> {
  const answer = await api.sendFile(name, await readFile(DATA + path));
  if (REFUSED.has(name)) {
    await expectError(answer, 422, "ARCHIVE_LIMIT_EXCEEDED");
    return undefined;
  }
  const text = await answer.text();
  expect({ name, status: answer.status, text }).toMatchObject({ status: 201 });
  return documentReply.parse(JSON.parse(text)).document;
}

/** How long a small document of another tenant takes to be READY, in milliseconds. */
async function readAdjacent(neighbour: TestClient): Promise<number> {
  const begun = performance.now();
  const { id } = await neighbour.upload("small.txt", "Backups of business data are taken every day.");
  expect(await neighbour.settled(id)).toMatchObject({ status: "READY" });
  return performance.now() - begun;
}

function watchAnswers(api: TestClient): { stop(): Promise<{ count: number; slowestMs: number }> } {
  let watching = true;
  const seen = { count: 0, slowestMs: 0 };
  const watched = (async () => {
    while (watching) {
      const begun = performance.now();
      await api.get("/api/requirements", requirementListReply);
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - begun);
      seen.count += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return seen;
  })();
  watched.catch(() => {});
  return {
    stop() {
      watching = false;
      return watched;
    },
  };
}

async function expectOutcome(
  api: TestClient,
  document: Document,
  all: readonly Document[],
  expected: Outcome,
): Promise<void> {
  const { originalFilename: name, status, failure, coverage, fileType } = document;
  const found = { name, status, code: failure?.code ?? null };
  if (typeof expected !== "string") {
    const [pages, segments, characters, ...words] = expected;
    if (characters === 0) return expect(found).toEqual({ name, status: "FAILED", code: "NO_TEXT" });
    expect(found).toEqual({ name, status: "READY", code: null });
    // The document's text has a separator between segments.
    expect(coverage).toMatchObject({ characters: characters + segments - 1 });
    // Images that may hold text are pages too.
    const states = Object.values(coverage!.states!).reduce((sum, count) => sum + count, 0);
    expect({ name, pages: coverage!.pages }).toEqual({ name, pages: Math.max(pages, states) });
    const text = await readAllText(api, document);
    for (const word of words) expect(text).toContain(word);
  } else if (/^[A-Z_]+( or [A-Z_]+)*$/.test(expected)) {
    expect(expected.split(" or ")).toContain(found.code);
    expect(status).toBe("FAILED");
  } else if (expected === "") expect(found).toEqual({ name, status: "FAILED", code: "NO_TEXT" });
  else {
    const members = expected.split(", ").toSorted();
    const isEverySkipped = members.every((member) => /: [A-Z_]+$/.test(member));
    expect(fileType).toBe("zip");
    expect(found).toEqual(
      isEverySkipped ? { name, status: "FAILED", code: "NO_TEXT" } : { name, status: "READY", code: null },
    );
    expect(describeMembers(document, all)).toEqual(members);
  }
}

/** `name: what became of it` of all members, in the words of the table; one known already is taken for what it is. */
function describeMembers(archive: Document, all: readonly Document[], folder = ""): string[] {
  const members = all
    .filter(({ parentDocumentId }) => parentDocumentId === archive.id)
    .flatMap((member) => {
      const name = folder + member.originalFilename;
      const mismatch = member.failure?.code === "FILE_TYPE_MISMATCH" ? " mismatch" : "";
      return [`${name}: ${member.fileType}${mismatch}`, ...describeMembers(member, all, `${name}/`)];
    });
  const skipped = (archive.archive?.skipped ?? []).flatMap(({ name, reason, documentId }) => {
    if (reason !== "DUPLICATE") return [`${folder}${name}: ${reason}`];
    const known = all.find(({ id }) => id === documentId)!;
    return [`${folder}${name}: ${known.fileType}`, ...describeMembers(known, all, `${folder}${name}/`)];
  });
  return [...members, ...skipped].toSorted();
}

/** Chunks are attempts of one text: where two overlap, they hold the same characters; pages are real and ascend. */
function expectConsistent(
  { originalFilename, fileType, coverage }: Document,
  chunks: Awaited<ReturnType<typeof listAllChunks>>,
): void {
  expect(chunks.length, originalFilename).toBeGreaterThan(0);
  let page = 1;
  for (const [at, chunk] of chunks.entries()) {
    const { content, startOffset, endOffset, pageNumber } = chunk;
    expect(content.length).toBe(endOffset - startOffset);
    expect(endOffset).toBeLessThanOrEqual(coverage!.characters);
    if (fileType === "pdf") {
      expect(pageNumber).toBeGreaterThanOrEqual(page);
      expect(pageNumber).toBeLessThanOrEqual(coverage!.pages);
      page = pageNumber!;
    } else expect(pageNumber).toBeNull();
    const next = chunks[at + 1];
    if (!next) continue;
    expect(next.startOffset).toBeGreaterThan(startOffset);
    const shared = Math.max(0, endOffset - next.startOffset);
    expect(next.content.slice(0, shared)).toBe(content.slice(content.length - shared));
  }
}
