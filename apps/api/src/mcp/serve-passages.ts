import { AssayError, isContainer } from "@assay/contract";
import { sha256Hex } from "@assay/core/digest";
import { getDocument, listDocuments, listMarkedChunks } from "@assay/core/documents";
import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { cleanName, createMarker, EVIDENCE_NOTICE, type MarkEvidence, nameUncounted } from "./mark-evidence.ts";
import type { McpCaller } from "./mcp-caller.ts";
import { nextPassagesUri, passageUri, readPassageUri } from "./passage-uri.ts";

const DOCUMENTS_PER_PAGE = 50;
const PASSAGES_PER_READ = 20;
const PASSAGE_LENGTH_MAX = 20_000;
const JSON_TYPE = "application/json";

const TEMPLATES = [
  {
    name: "passages",
    uriTemplate: "assay://documents/{documentId}/passages{?cursor}",
    description: `Passages of a document in its order, ${PASSAGES_PER_READ} at a time`,
    mimeType: JSON_TYPE,
  },
  {
    name: "passage",
    uriTemplate: "assay://documents/{documentId}/passages/{chunkId}",
    description: "One passage, with its place and SHA-256",
    mimeType: JSON_TYPE,
  },
];

/** Serves the passages of the documents that runs judge, as the caller may read them through the API. */
export function servePassages({ server }: McpServer, caller: McpCaller): void {
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler("resources/list", ({ params }) =>
    asProtocol(caller, "resources/list", () => listReadable(caller, params?.cursor)),
  );
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) =>
    asProtocol(caller, uri, async () => {
      const text = JSON.stringify(await readPassages(caller, uri, createMarker()));
      return { contents: [{ uri, mimeType: JSON_TYPE, text }] };
    }),
  );
}

async function listReadable({ ctx }: McpCaller, cursor: string | undefined) {
  const page = await listDocuments(ctx, { status: "READY", isEvidence: "true", limit: DOCUMENTS_PER_PAGE, cursor });
  return {
    // An archive has no passages: its members have.
    resources: page.items
      .filter(({ fileType }) => !isContainer(fileType))
      .map(({ id, originalFilename }) => ({
        uri: passageUri(id),
        name: cleanName(originalFilename),
        mimeType: JSON_TYPE,
      })),
    ...(page.nextCursor !== null && { nextCursor: page.nextCursor }),
  };
}

async function readPassages({ ctx }: McpCaller, uri: string, mark: MarkEvidence) {
  const { documentId, ...which } = readPassageUri(uri);
  const { originalFilename, sha256Hash } = await getDocument(ctx, documentId);
  const page = await listMarkedChunks(ctx, documentId, { limit: PASSAGES_PER_READ, ...which });
  if (which.chunkId !== undefined && page.items.length === 0) throw new ResourceNotFoundError(uri);
  return {
    notice: EVIDENCE_NOTICE,
    documentId,
    document: cleanName(originalFilename),
    documentSha256: sha256Hash,
    passages: await Promise.all(page.items.map((chunk) => describePassage(chunk, mark))),
    next: page.nextCursor === null ? null : nextPassagesUri(documentId, page.nextCursor),
  };
}

type MarkedChunk = Awaited<ReturnType<typeof listMarkedChunks>>["items"][number];

/** The digest is of the text as stored, in UTF-8; the text shown has no invisible characters, and names what is no evidence. */
async function describePassage({ flaggedRanges, ...chunk }: MarkedChunk, mark: MarkEvidence) {
  return {
    uri: passageUri(chunk.documentId, chunk.id),
    text: mark(nameUncounted(chunk.content, flaggedRanges), PASSAGE_LENGTH_MAX),
    startOffset: chunk.startOffset,
    endOffset: chunk.endOffset,
    pageNumber: chunk.pageNumber,
    location: chunk.location === null ? null : cleanName(chunk.location),
    sha256: await sha256Hex(chunk.content),
    ...(chunk.textSource === "OCR" && { readFromImage: true, certainty: chunk.certainty }),
  };
}

const NOT_HERE = new Set(["NOT_FOUND", "CROSS_TENANT_ACCESS_DENIED"]);

/** Another tenant's document is told as one that is not there. */
async function asProtocol<T>(caller: McpCaller, uri: string, read: () => Promise<T>): Promise<T> {
  try {
    const result = await read();
    caller.onCalled("resources", null);
    return result;
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    const { code, message } = caller.toError(thrown);
    caller.onCalled("resources", code);
    if (NOT_HERE.has(code)) throw new ResourceNotFoundError(uri);
    const isInvalid = thrown instanceof AssayError && code === "VALIDATION_ERROR";
    const kind = isInvalid ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(kind, `${code}: ${message}`);
  }
}
