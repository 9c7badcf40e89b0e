import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { WalkedMember } from "../messages.ts";
import { cleanEntryName } from "./clean-entry-name.ts";
import { judgeMember, type StoredFile } from "./judge-member.ts";
import { readStored } from "./read-stored.ts";
import { chargeBytes, chargeEntries, spoolPath, type Walk } from "./walk.ts";

const BLOCK = 512;
/** Of a name or of the attributes of a file, which stand before it as files of their own. */
const ATTRIBUTES_BYTES_MAX = 64 * 1024;

/**
 * A TAR, packed by gzip or not, and the archives in it; null where it does not begin as one. What is behind damage is
 * named as a member that is CORRUPT. Throws ExtractionFailure ARCHIVE_LIMIT_EXCEEDED.
 */
export async function walkTar(walk: Walk, path: string, depth: number): Promise<WalkedMember[] | null> {
  const unpacked = await unpack(walk, path);
  if (unpacked === null) return null;
  await using handle = await open(unpacked.path);
  const { size } = await handle.stat();
  const members: WalkedMember[] = [];
  let isCutOff = unpacked.isCutOff;
  let attributes: Attributes = {};
  let common: Attributes = {};
  for (let at = 0; ; ) {
    walk.progress();
    const header = readHeader(await readBlock(handle, at));
    if (header === "END") {
      if (size === 0) return null;
      break;
    }
    if (header === "DAMAGED" && at === 0) return null;
    if (header === "DAMAGED") {
      isCutOff = true;
      break;
    }
    const sizeBytes = attributes.size ?? common.size ?? header.sizeBytes;
    const start = at + BLOCK;
    at = start + Math.ceil(sizeBytes / BLOCK) * BLOCK;
    if (start + sizeBytes > size) {
      isCutOff = true;
      break;
    }
    const read = () => readText(handle, start, sizeBytes);
    if (header.type === "x") attributes = { ...attributes, ...readAttributes(await read()) };
    else if (header.type === "g") common = { ...common, ...readAttributes(await read()) };
    else if (header.type === "L") attributes = { ...attributes, path: (await read()).replace(/\0.*$/s, "") };
    else if (header.type === "K") await read();
    else {
      const name = attributes.path ?? common.path ?? header.name;
      const isSparse = attributes.sparse === true || header.type === "S";
      attributes = {};
      const directory = header.type === "5" || name.endsWith("/");
      chargeEntries(walk, [{ name, directory }]);
      if (directory) continue;
      const file = { name: cleanEntryName(name), path: unpacked.path, start, sizeBytes };
      const isPlain = /^[0\0 7]$/.test(header.type) && !isSparse;
      if (!isPlain) members.push({ kind: "skipped", name: file.name, reason: "SPECIAL_FILE" });
      else members.push(await walkFile(walk, handle, { file, isCharged: unpacked.isCharged, depth }));
    }
  }
  if (isCutOff) members.push({ kind: "skipped", name: "the rest of the archive", reason: "CORRUPT" });
  return members;
}

interface Unpacked {
  readonly path: string;
  /** Whether its bytes were counted when they were unpacked. */
  readonly isCharged: boolean;
  readonly isCutOff: boolean;
}

/** A TAR that is not packed is read where it is; null for what is no gzip beyond its first bytes. */
async function unpack(walk: Walk, path: string): Promise<Unpacked | null> {
  await using handle = await open(path);
  const head = new Uint8Array(2);
  await handle.read(head, 0, 2, 0);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return { path, isCharged: false, isCutOff: false };
  const spooled = spoolPath(walk);
  const count = new Transform({
    transform(chunk: Uint8Array, _, done) {
      try {
        chargeBytes(walk, chunk.length);
        walk.progress();
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await writeFile(spooled, "", { mode: 0o600 });
  try {
    await pipeline(
      createReadStream(path),
      createGunzip({ chunkSize: 64 * 1024 }),
      count,
      createWriteStream(spooled, { mode: 0o600 }),
    );
    return { path: spooled, isCharged: true, isCutOff: false };
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith("Z_")) throw error;
    return { path: spooled, isCharged: true, isCutOff: true };
  }
}

interface TarFile extends StoredFile {
  readonly name: string;
}

async function walkFile(
  walk: Walk,
  handle: FileHandle,
  { file, isCharged, depth }: { file: TarFile; isCharged: boolean; depth: number },
): Promise<WalkedMember> {
  return judgeMember(walk, { ...file, depth }, ({ copyTo }) =>
    readStored(handle, file, {
      copyTo,
      onBytes(count) {
        if (!isCharged) chargeBytes(walk, count);
        walk.progress();
      },
    }),
  );
}

interface Header {
  readonly name: string;
  readonly sizeBytes: number;
  readonly type: string;
}

async function readBlock(handle: FileHandle, at: number): Promise<Uint8Array> {
  const block = new Uint8Array(BLOCK);
  const { bytesRead } = await handle.read(block, 0, BLOCK, at);
  return block.subarray(0, bytesRead);
}

function readHeader(block: Uint8Array): Header | "END" | "DAMAGED" {
  if (block.every((byte) => byte === 0)) return "END";
  if (block.length < BLOCK) return "DAMAGED";
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  const sizeBytes = readNumber(block.subarray(124, 136));
  if (readNumber(block.subarray(148, 156)) !== sum || sizeBytes === null) return "DAMAGED";
  const prefix = textOf(block.subarray(257, 263)) === "ustar" ? textOf(block.subarray(345, 500)) : "";
  const name = [prefix, textOf(block.subarray(0, 100))].filter(Boolean).join("/");
  return { name, sizeBytes, type: String.fromCharCode(block[156]!) };
}

/** Octal digits, or, where the first bit is set, a number in all the other bits; null for anything else. */
function readNumber(field: Uint8Array): number | null {
  if (field[0]! & 0x80) {
    const value = field.subarray(1).reduce((total, byte) => total * 256 + byte, field[0]! & 0x3f);
    return Number.isSafeInteger(value) && (field[0]! & 0x40) === 0 ? value : null;
  }
  const digits = textOf(field).trim();
  if (digits === "") return 0;
  return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

function textOf(field: Uint8Array): string {
  const end = field.indexOf(0);
  return decode(end === -1 ? field : field.subarray(0, end));
}

/** UTF-8, or Latin letters where it is none. */
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text.includes("\ufffd") ? new TextDecoder("windows-1252").decode(bytes) : text;
}

async function readText(handle: FileHandle, start: number, sizeBytes: number): Promise<string> {
  const bytes = new Uint8Array(Math.min(sizeBytes, ATTRIBUTES_BYTES_MAX));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
  return decode(bytes.subarray(0, bytesRead));
}

interface Attributes {
  readonly path?: string;
  readonly size?: number;
  readonly sparse?: boolean;
}

/** Records of `length key=value`, a line each. */
function readAttributes(text: string): Attributes {
  const found: { -readonly [K in keyof Attributes]: Attributes[K] } = {};
  for (const [, key, value = ""] of text.matchAll(/^\d+ ([\w.]+)=(.*)$/gm)) {
    if (key === "path" || key === "GNU.sparse.name") found.path = value;
    if (key === "size" && /^\d{1,15}$/.test(value)) found.size = Number(value);
    if (key?.startsWith("GNU.sparse.")) found.sparse = true;
  }
  return found;
}
