import { ResourceNotFoundError } from "@modelcontextprotocol/server";

const PASSAGES =
  /^assay:\/\/documents\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/passages(?:\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|\?cursor=([\w-]{1,600}))?$/;

/** Of one passage, or without `chunkId` of a document's first ones. */
export function passageUri(documentId: string, chunkId?: string): string {
  return `assay://documents/${documentId}/passages${chunkId === undefined ? "" : `/${chunkId}`}`;
}

/** The address of the passages from a cursor on. */
export function nextPassagesUri(documentId: string, cursor: string): string {
  return `${passageUri(documentId)}?cursor=${cursor}`;
}

/** What an address names. Throws the protocol's error for one that names nothing here. */
export function readPassageUri(uri: string): { documentId: string; chunkId?: string; cursor?: string } {
  const [, documentId, chunkId, cursor] = PASSAGES.exec(uri) ?? [];
  if (documentId === undefined) throw new ResourceNotFoundError(uri);
  return {
    documentId,
    ...(chunkId !== undefined && { chunkId }),
    ...(cursor !== undefined && { cursor: cursor }),
  };
}
