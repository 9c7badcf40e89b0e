import { DocumentError, mayEmbedFiles } from "@assay/contract";
import { FILES_INSIDE } from "../embedded/embedded-file.ts";
import type { TakenSoFar, WalkedContainer, WalkedMember, WalkJob } from "../messages.ts";

type ToWalk = Pick<WalkJob, "path" | "fileType" | "spoolDir" | "limits">;

/** Documents that end the process which looks into them: each may take minutes. */
const BROKEN_MAX = 3;

/**
 * Walks a whole tree: first the archives, whose own limits hold, then the files inside each document, the outer ones first.
 * `perform` walks one container; what a document does to it ends the walk of that document alone.
 */
export async function walkTree(
  { path, fileType, spoolDir, limits }: ToWalk,
  perform: (job: WalkJob) => Promise<WalkedContainer>,
): Promise<readonly WalkedMember[]> {
  let taken: TakenSoFar = { files: 0, entries: 0, bytes: 0, lost: 0 };
  let broken = 0;
  const walk = async (container: Pick<WalkJob, "path" | "fileType" | "depth">) => {
    const result = await perform({ kind: "walk", ...container, spoolDir, limits, taken });
    taken = result.taken;
    return result.members;
  };
  const walkDocument = async (document: Pick<WalkJob, "path" | "fileType" | "depth">) => {
    if (broken >= BROKEN_MAX) return [{ kind: "skipped", name: FILES_INSIDE, reason: "OVER_LIMIT" }] as const;
    try {
      return await walk(document);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      broken += 1;
      return [{ kind: "skipped", name: FILES_INSIDE, reason: "CORRUPT" }] as const;
    }
  };

  const root = { path, fileType, depth: 1 };
  const members = mayEmbedFiles(fileType) ? await walkDocument(root) : await walk(root);
  const documents = listDocuments(members);
  // It grows while they are walked.
  for (const document of documents) {
    const inner = await walkDocument({ ...document.inside, fileType: document.fileType });
    if (inner.length > 0) document.archive = inner;
    documents.push(...listDocuments(inner));
  }
  return members;
}

type FileMember = Extract<WalkedMember, { kind: "file" }>;
type HoldingDocument = FileMember & { readonly inside: NonNullable<FileMember["inside"]> };

function listDocuments(members: readonly WalkedMember[]): HoldingDocument[] {
  return members.flatMap((member) => {
    if (member.kind === "skipped") return [];
    return [...(isHolding(member) ? [member] : []), ...listDocuments(member.archive ?? [])];
  });
}

function isHolding(member: FileMember): member is HoldingDocument {
  return member.inside !== null;
}
