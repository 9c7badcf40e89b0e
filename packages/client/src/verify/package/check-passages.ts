import { sha256Hex } from "../canonical-json.ts";
import { PackageFault } from "./findings.ts";
import { type CitedPassage, isLeftOut, listCitations, type OpenedPackage, placeKey } from "./opened-package.ts";
import { readCsv } from "./read-csv.ts";
import { CHUNK, requireShape } from "./shapes.ts";

interface ChunkRecord {
  readonly id: string;
  readonly documentId: string;
  readonly content: string;
}

const COLUMNS = "id,filename,sha256,kind,effective_from,effective_to,coverage,judged";

/** Texts of chunks are read one at a time, and the quotes looked for in each. */
export async function checkChunks(opened: OpenedPackage): Promise<void> {
  const { files, findings, snapshot } = opened;
  const order = new Map(snapshot.chunks.map(({ id }, at) => [id, at]));
  const wanted = new Map<string, CitedPassage[]>();
  for (const cited of listCitations(snapshot)) wanted.set(cited.chunkId, [...(wanted.get(cited.chunkId) ?? []), cited]);
  const seen = new Set<string>();
  let last = -1;
  for await (const record of files.records("chunks.jsonl")) {
    const chunk = requireShape<ChunkRecord>(record, CHUNK, "a chunk");
    const at = order.get(chunk.id);
    if (at === undefined) throw new PackageFault(`chunk ${chunk.id} is not in the snapshot`);
    if (at <= last) throw new PackageFault("its lines are not in the order of the snapshot, each once");
    last = at;
    seen.add(chunk.id);
    await checkChunk(opened, chunk, snapshot.chunks[at]!);
    for (const cited of wanted.get(chunk.id) ?? []) findPlace(opened, cited, chunk, snapshot.chunks[at]!.startOffset);
  }
  for (const id of wanted.keys()) {
    if (seen.has(id)) continue;
    if (isLeftOut(opened, "chunks", `chunk ${id}`))
      findings.leaveOpen("quotes", `quotes of chunk ${id} were not looked for`);
    else findings.fail("chunks", `chunk ${id}: its text is not there`);
  }
}

async function checkChunk(
  { findings }: OpenedPackage,
  { id, documentId, content }: ChunkRecord,
  meant: OpenedPackage["snapshot"]["chunks"][number],
): Promise<void> {
  const isWhole = documentId === meant.documentId && content.length === meant.endOffset - meant.startOffset;
  if (!isWhole || (await sha256Hex(content)) !== meant.sha256Hash)
    findings.fail("chunks", `chunk ${id}: its text is not that of its digest`);
}

function findPlace(
  { findings, places }: OpenedPackage,
  { requirementId, index, text }: CitedPassage,
  { content }: ChunkRecord,
  startOffset: number,
): void {
  const at = content.indexOf(text);
  if (at < 0) {
    findings.fail("quotes", `${requirementId}, citation ${index + 1}: the quote does not lie in its chunk`);
    return;
  }
  const start = startOffset + at;
  places.set(placeKey(requirementId, index), { start, end: start + text.length });
}

/** What was judged has one digest in the snapshot, in the list of documents and in the originals. */
export async function checkDocuments(opened: OpenedPackage): Promise<void> {
  const { files, findings, manifest, snapshot } = opened;
  const [head, ...rows] = readCsv(await files.text("documents.csv"));
  const width = COLUMNS.split(",").length;
  if (head?.length !== width || head.join() !== COLUMNS || rows.some((row) => row.length !== width))
    throw new PackageFault(`documents.csv has not the columns ${COLUMNS}`);
  const listed = new Map(rows.map(([id, , sha256]) => [id, sha256]));
  if (listed.size !== rows.length) throw new PackageFault("documents.csv names a document twice");
  const counted = new Map(Object.entries(manifest.counts)).get("documents");
  if (counted !== rows.length)
    findings.fail("counts", `the manifest counts ${counted} documents, found are ${rows.length}`);
  for (const { id, sha256Hash } of snapshot.documents)
    if (listed.get(id) !== sha256Hash && (listed.has(id) || !isLeftOut(opened, "documents", `document ${id}`)))
      findings.fail("documents", `document ${id} is not in documents.csv, or has another SHA-256 there`);
  const known = new Set(snapshot.documents.map(({ sha256Hash }) => sha256Hash));
  for (const name of files.entries.keys())
    if (name.startsWith("originals/") && !known.has(name.slice(10, 74)))
      findings.fail("documents", `original ${name.slice(10, 74)} is of no document of the snapshot`);
}
