import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import type { ArchiveMember, WalkedArchive } from "../extraction.ts";
import type { MemberSource, WalkedMember } from "../messages.ts";

/** Makes what the walk found readable; disposing of it removes `spool`. */
export function openWalkedArchive(members: readonly WalkedMember[], spool: AsyncDisposable): WalkedArchive {
  return {
    members: members.map(toArchiveMember),
    [Symbol.asyncDispose]: async () => spool[Symbol.asyncDispose](),
  };
}

function toArchiveMember(member: WalkedMember): ArchiveMember {
  if (member.kind === "skipped") return member;
  const { source, archive, inside: _, ...shown } = member;
  return {
    ...shown,
    archive: archive && { members: archive.map(toArchiveMember) },
    open: async () => openMember(source),
  };
}

// The walk has inflated and checked these very bytes, so their size needs no second limit.
function openMember({ path, start, compressedBytes, deflated }: MemberSource): ReadableStream<Uint8Array> {
  if (compressedBytes === 0) return new Blob([]).stream();
  const raw = createReadStream(path, { start, end: start + compressedBytes - 1 });
  const bytes = deflated ? pipeline(raw, createInflateRaw(), () => undefined) : raw;
  return Readable.toWeb(bytes as Readable) as ReadableStream<Uint8Array>;
}
