import { createReadStream, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import type { WalkedMember } from "../messages.ts";
import { cleanEntryName } from "./clean-entry-name.ts";
import { judgeMember, type StoredFile } from "./judge-member.ts";
import { readStored } from "./read-stored.ts";
import { chargeBytes, chargeEntries, spoolPath, type Walk } from "./walk.ts";

const BLOCK = 512;
/** Of a name or of the attributes of a file, which stand before it as files of their own. */
const ATTRIBUTES_BYTES_MAX = 1024 * 1024;
/** What a small packed TAR holds before damage is given piece by piece: all that the piece with the damage has is lost. */
const SMALL_BYTES_MAX = 1024 * 1024;
const SMALL_PIECE_BYTES = 256;
/** Headers that say something of the file after them, or of all. */
const OF_OTHERS = /^[xgLK]$/;

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
    const isOfOthers = OF_OTHERS.test(header.type);
    const sizeBytes = (isOfOthers ? undefined : (attributes.size ?? common.size)) ?? header.sizeBytes;
    let start = at + BLOCK;
    for (let isMore = header.isMapLonger; isMore && start < size; start += BLOCK) {
      walk.progress();
      if (!unpacked.isCharged) chargeBytes(walk, BLOCK);
      isMore = isSet((await readBlock(handle, start))[504]);
    }
    at = start + Math.ceil(sizeBytes / BLOCK) * BLOCK;
    if (start + sizeBytes > size) {
      isCutOff = true;
      break;
    }
    if (isOfOthers) {
      chargeEntries(walk, [{ name: header.name, directory: true }]);
      if (header.type === "K") continue;
      const bytes = await readSome(handle, start, sizeBytes);
      if (header.type === "x") attributes = { ...attributes, ...readAttributes(bytes) };
      else if (header.type === "g") common = { ...common, ...readAttributes(bytes) };
      else attributes = { ...attributes, path: textOf(bytes) };
    } else {
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
  const isSmall = (await handle.stat()).size <= SMALL_BYTES_MAX;
  const spooled = spoolPath(walk);
  await using copy = await open(spooled, "wx", 0o600);
  const take = (chunk: Uint8Array) => {
    chargeBytes(walk, chunk.length);
    walk.progress();
    for (let written = 0; written < chunk.length; ) written += writeSync(copy.fd, chunk, written);
  };
  try {
    await inflate(path, isSmall ? SMALL_PIECE_BYTES : 64 * 1024, take);
    return { path: spooled, isCharged: true, isCutOff: false };
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith("Z_")) throw error;
    return { path: spooled, isCharged: true, isCutOff: true };
  }
}

/** One piece after the other, each with all that it gives before the next: what is before damage is never lost with it. */
async function inflate(path: string, pieceBytes: number, take: (chunk: Uint8Array) => void): Promise<void> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  gunzip.once("error", failed.reject);
  gunzip.on("data", (chunk: Uint8Array) => {
    try {
      take(chunk);
    } catch (error) {
      failed.reject(error);
      gunzip.destroy();
    }
  });
  const ended = new Promise<void>((done) => void gunzip.once("end", done));
  try {
    for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
      const given = new Promise<void>((done) => void gunzip.write(piece, (error) => error || done()));
      await Promise.race([failed.promise, given]);
    }
    gunzip.end();
    await Promise.race([failed.promise, ended]);
  } finally {
    gunzip.destroy();
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
  /** The map of the holes of a sparse file goes on in the block after it. */
  readonly isMapLonger: boolean;
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
  const type = String.fromCharCode(block[156]!);
  return { name, sizeBytes, type, isMapLonger: type === "S" && isSet(block[482]) };
}

function isSet(flag: number | undefined): boolean {
  return flag !== undefined && flag !== 0;
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

async function readSome(handle: FileHandle, start: number, sizeBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(sizeBytes, ATTRIBUTES_BYTES_MAX));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

interface Attributes {
  readonly path?: string;
  readonly size?: number;
  readonly sparse?: boolean;
}

/** Records of `length key=value` and a line end, as long as they say: a value may be of any bytes. */
function readAttributes(bytes: Uint8Array): Attributes {
  const found: { -readonly [K in keyof Attributes]: Attributes[K] } = {};
  let sparseName: string | undefined;
  for (let at = 0; at < bytes.length; ) {
    const [told = "", length = ""] = /^(\d{1,7}) /.exec(latin1(bytes.subarray(at, at + 8))) ?? [];
    const record = bytes.subarray(at + told.length, at + Number(length) - 1);
    const end = record.indexOf(0x3d);
    if (end < 1 || at + Number(length) > bytes.length) break;
    at += Number(length);
    const key = latin1(record.subarray(0, Math.min(end, 100)));
    if (key !== "path" && key !== "size" && !key.startsWith("GNU.sparse.")) continue;
    const value = decode(record.subarray(end + 1));
    if (key === "path" && value !== "") found.path = value;
    if (key === "GNU.sparse.name" && value !== "") sparseName = value;
    if (key === "size" && /^\d{1,15}$/.test(value)) found.size = Number(value);
    if (key.startsWith("GNU.sparse.")) found.sparse = true;
  }
  return sparseName === undefined ? found : { ...found, path: sparseName };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
