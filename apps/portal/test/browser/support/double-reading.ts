import {
  type Document,
  type DocumentPage,
  document as documentSchema,
  type PageWords,
  type Segment,
} from "@assay/contract";
import { READER_VERSION } from "@assay/contract/reader-changes";
import type { Page } from "playwright-core";

/** What the service says of a document that it has read, with the bytes of its original. */
export interface DoubledDocument {
  readonly document: Document;
  readonly pages: readonly DocumentPage[];
  readonly segments: readonly Segment[];
  /** By the index of the page. */
  readonly words: Readonly<Record<number, PageWords>>;
  readonly original: Buffer;
  /** The bodies that asked for another reading. */
  readonly reprocessed: unknown[];
}

const id = (number: number) => `01a00000-0000-7000-8000-${String(number).padStart(12, "0")}`;
let made = 0;

type Facts = Partial<Omit<Document, "id">> & Pick<Document, "originalFilename" | "fileType">;

export function readDocument(
  facts: Facts,
  { pages = [], segments = [], words = {}, original = Buffer.from("") }: Partial<DoubledDocument> = {},
): DoubledDocument {
  made += 1;
  const uploadedAt = "2026-05-04T09:00:00.000Z";
  // Parsed, so that a field that documents gained is missed here and not by the page that reads it.
  const document = documentSchema.parse({
    id: id(made),
    tenantId: id(0),
    title: null,
    heading: null,
    status: "READY",
    sha256Hash: "a".repeat(64),
    sizeBytes: original.length,
    parentDocumentId: null,
    places: [],
    replacesDocumentId: null,
    supersededById: null,
    retiredAt: null,
    category: null,
    effectiveDate: null,
    expiresAt: null,
    evidenceKind: "RECORD",
    ownerId: null,
    reviewBy: null,
    evidenceKindSource: "DERIVED",
    uploadedAt,
    scannedAt: null,
    extractedAt: uploadedAt,
    parsedAt: uploadedAt,
    indexedAt: uploadedAt,
    readyAt: uploadedAt,
    failure: null,
    coverage: {
      pages: pages.length,
      pagesWithText: pages.filter(({ state }) => state === "TEXT" || state === "OCR" || state === "MIXED").length,
      characters: 100,
      chunks: segments.length,
      states: countStates(pages),
      warnings: [],
    },
    recognition: null,
    waiting: null,
    encoding: null,
    signatures: [],
    readerVersion: READER_VERSION,
    archive: null,
    ...facts,
  });
  return { document, pages, segments, words, original, reprocessed: [] };
}

function countStates(pages: readonly DocumentPage[]): Record<string, number> {
  const groups = Map.groupBy(pages, ({ state }) => state);
  return Object.fromEntries([...groups].map(([state, { length }]) => [state, length]));
}

export function readPage(pageIndex: number, facts: Partial<DocumentPage>): DocumentPage {
  return {
    pageIndex,
    pageNumber: null,
    label: null,
    state: "TEXT",
    reason: null,
    waiting: false,
    segmentIndex: null,
    picture: null,
    certainty: null,
    captureFacts: [],
    ...facts,
  };
}

export function readSegment(segmentIndex: number, text: string, facts: Partial<Segment> = {}): Segment {
  return {
    segmentIndex,
    kind: "TEXT",
    pageNumber: null,
    location: null,
    context: null,
    text,
    startOffset: 0,
    hidden: [],
    struck: [],
    quoted: [],
    textSource: "TEXT",
    certainty: null,
    chunks: text === "" ? [] : [{ id: id(1000 + made * 10 + segmentIndex), startOffset: 0, endOffset: text.length }],
    ...facts,
  };
}

/** Documents that the page finds next to those of the service. */
export async function doubleReading(page: Page, doubles: readonly DoubledDocument[]): Promise<void> {
  await page.route("**/api/documents?*", async (route) => {
    const { searchParams } = new URL(route.request().url());
    const parent = searchParams.get("parentDocumentId");
    const members = doubles
      .map(({ document }) => document)
      .filter(({ parentDocumentId }) => parentDocumentId === parent);
    if (members.length > 0) return route.fulfill({ json: { documents: members, nextCursor: null } });
    // The page may be gone by then.
    const answer = await route.fetch().catch(() => undefined);
    if (!answer) return;
    const { documents, nextCursor } = await answer.json();
    const own = doubles.map(({ document }) => document).filter(({ parentDocumentId }) => parentDocumentId === null);
    return route.fulfill({ json: { documents: [...own, ...documents], nextCursor } });
  });
  for (const { document, pages, segments, words, original, reprocessed } of doubles) {
    const at = `**/api/documents/${document.id}`;
    await page.route(at, (route) => route.fulfill({ json: { document } }));
    await page.route(`${at}/original*`, (route) => route.fulfill({ body: original }));
    await page.route(`${at}/reprocess`, (route) => {
      reprocessed.push(route.request().postDataJSON());
      return route.fulfill({ status: 202, json: { document } });
    });
    await page.route(`${at}/segments*`, (route) => {
      const { searchParams } = new URL(route.request().url());
      const chunkId = searchParams.get("chunkId");
      const from = Number(searchParams.get("from") ?? 0);
      const wanted = searchParams.get("kind");
      const found = segments.filter(
        ({ segmentIndex, kind, chunks }) =>
          segmentIndex >= from &&
          (wanted === null || kind === wanted) &&
          (chunkId === null || chunks.some((chunk) => chunk.id === chunkId)),
      );
      return route.fulfill({ json: { segments: found, total: segments.length, nextCursor: null } });
    });
    await page.route(`${at}/pages**`, (route) => {
      const { searchParams, pathname } = new URL(route.request().url());
      const ofWords = /pages\/(\d+)\/words$/.exec(pathname)?.[1];
      if (ofWords !== undefined) return route.fulfill({ json: words[Number(ofWords)] });
      const state = searchParams.get("state");
      const found = pages.filter((each) => state === null || each.state === state);
      return route.fulfill({ json: { pages: found, nextCursor: null } });
    });
  }
}
