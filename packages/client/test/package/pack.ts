import { canonicalJson } from "@assay/contract";
import { type PackageParts, type SigningKey, sha256, signUrl } from "./make-package.ts";

const linesOf = (records: readonly unknown[]) => records.map((each) => `${canonicalJson(each)}\n`).join("");
const toCell = (value: unknown) =>
  String(value).replace(/^(?=[\s\S]*[",\r\n])[\s\S]*$/, (text) => `"${text.replaceAll('"', '""')}"`);
const COLUMNS = ["id", "filename", "sha256", "kind", "effective_from", "effective_to", "coverage", "judged"];

/** The texts of all files but the manifest and its signature. */
export function writeFiles(parts: PackageParts): Map<string, Uint8Array> {
  const { snapshot, reviews, signOffs, exceptions, chunks, manifests, audit, checkpoint, documents, statements } =
    parts;
  const texts: Record<string, string> = {
    "snapshot.json": canonicalJson(snapshot),
    "reviews.json": canonicalJson({ reviews }),
    "sign-offs.json": canonicalJson({ signOffs }),
    "exceptions.json": canonicalJson({ exceptions }),
    "chunks.jsonl": linesOf(chunks),
    "manifests.jsonl": linesOf(manifests),
    "audit.jsonl": linesOf(audit),
    "statements.jsonl": linesOf(statements),
    "checkpoint.txt": linesOf([checkpoint]),
    "documents.csv": [COLUMNS, ...documents].map((row) => `${[row].flat().map(toCell).join(",")}\r\n`).join(""),
    ...Object.fromEntries(parts.others),
  };
  return new Map(Object.entries(texts).map(([name, text]) => [name, new TextEncoder().encode(text)]));
}

/** The manifest of these files: what anybody can compute who changes them. */
export function listFiles(parts: PackageParts, files: ReadonlyMap<string, Uint8Array>): string {
  const { snapshot, reviews, signOffs, exceptions, audit } = parts;
  const { assessments, run } = snapshot;
  const count = (status: string) => assessments.filter((each: { status: string }) => each.status === status).length;
  const isNotJudged = ({ flags = [] }: { flags?: string[] }) => flags.includes("NOT_JUDGED");
  const last = audit.at(-1);
  return canonicalJson({
    ...parts.manifest,
    run: {
      ...{ id: run.id, tenantId: run.tenantId, packId: run.packId, format: snapshot.format },
      snapshotHash: sha256(files.get("snapshot.json")!),
    },
    auditHead: { sequence: last?.sequence ?? 0, hash: last?.hash ?? "" },
    files: [...files]
      .map(([name, data]) => ({ name, size: data.length, sha256: sha256(data) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    counts: {
      ...{ requirements: snapshot.requirements.length, complete: count("COMPLETE"), partial: count("PARTIAL") },
      ...{ missing: count("MISSING"), failed: count("FAILED"), notJudged: assessments.filter(isNotJudged).length },
      citations: assessments.reduce((sum: number, each: { citations: unknown[] }) => sum + each.citations.length, 0),
      ...{ documents: parts.documents.length, chunks: parts.chunks.length, reviews: reviews.length },
      reviewed: new Set(reviews.map(({ requirementId }) => requirementId)).size,
      ...{ exceptions: exceptions.length, signOffs: signOffs.length, auditEntries: audit.length },
      standingSignOffs: signOffs.filter(({ standing }) => standing).length,
      ...{ manifests: parts.manifests.length, statements: parts.statements.length },
    },
  });
}

/** All files of a package, signed. */
export function packParts(parts: PackageParts, key: SigningKey): Map<string, Uint8Array> {
  const files = writeFiles(parts);
  const manifest = listFiles(parts, files);
  const signature = canonicalJson({ keyId: key.kid, signature: signUrl(key, manifest) });
  const encode = (text: string) => new TextEncoder().encode(text);
  return new Map([...files, ["manifest.json", encode(manifest)], ["manifest.sig", encode(signature)]]);
}
