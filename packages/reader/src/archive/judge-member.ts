import { type Container, formatOfExtension, isContainer, mayEmbedFiles } from "@assay/contract";
import { splitExtension } from "@assay/contract/file-type";
import type { MemberSource, WalkedMember } from "../messages.ts";
import { freeEntry, type InflatedEntry } from "./inflate-entry.ts";
import { judgeType, spoolPath, type Walk } from "./walk.ts";

/** Where bytes lie as they are. */
export interface StoredFile extends Pick<MemberSource, "path" | "start"> {
  readonly sizeBytes: number;
}

/** What a system adds to a folder for itself. */
const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX(?:\/|$)|\._[^/]*$|(?:\.DS_Store|Thumbs\.db|desktop\.ini)$)/i;

export const isSystemFile = (name: string): boolean => SYSTEM_FILE.test(name);

/**
 * A member whose bytes lie as they are; an archive in it is walked too. `read` looks at its bytes once, and copies them
 * where they are needed as a file of their own.
 */
export async function judgeMember(
  walk: Walk,
  { name, path, start, sizeBytes, depth }: StoredFile & { readonly name: string; readonly depth: number },
  read: (options: { readonly copyTo: string | null }) => Promise<InflatedEntry | null>,
): Promise<WalkedMember> {
  if (isSystemFile(name)) return { kind: "skipped", name, reason: "SYSTEM_FILE" };
  const source = { path, start, compressedBytes: sizeBytes, deflated: false };
  const inner = mayHold(name) ? spoolPath(walk) : null;
  return nameMember(walk, { name, source, inner, depth }, await read({ copyTo: inner }));
}

/** Whether what a name says may have files inside, so that it is needed as a file of its own. */
export function mayHold(name: string): boolean {
  const named = formatOfExtension(splitExtension(name).extension)?.type;
  return named !== undefined && (isContainer(named) || mayEmbedFiles(named));
}

interface Position {
  readonly name: string;
  readonly source: MemberSource;
  /** Its copy, where it may hold files. */
  readonly inner: string | null;
  readonly depth: number;
}

export async function nameMember(
  walk: Walk,
  { name, source, inner, depth }: Position,
  read: InflatedEntry | null,
): Promise<WalkedMember> {
  const skip = (reason: Extract<WalkedMember, { kind: "skipped" }>["reason"]): WalkedMember => ({
    kind: "skipped",
    name,
    reason,
  });
  if (!read) return skip("CORRUPT");
  if (read.sizeBytes === 0) return skip("EMPTY");
  const type = judgeType(name, read);
  freeEntry(read);
  if (!type) return skip("UNSUPPORTED_FILE_TYPE");
  const { sizeBytes, sha256 } = read;
  const holds = !type.mismatch && inner !== null;
  return {
    ...{ kind: "file", name, ...type, sizeBytes, sha256, source },
    archive:
      holds && isContainer(type.fileType)
        ? await walk.walkInner(walk, type.fileType satisfies Container, inner, depth + 1)
        : null,
    inside: holds && mayEmbedFiles(type.fileType) ? { path: inner, depth: depth + 1 } : null,
  };
}
