import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import {
  NOT_PROVED_BY_A_PACKAGE,
  PACKAGE_CHECKS,
  type PackageSource,
  type PackageVerification,
  verifyPackage,
} from "../../verify/package/index.ts";
import type { ExitName } from "../exit-codes.ts";
import { usageError } from "../exit-codes.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { printChecks } from "./print-checks.ts";
import { printSignOffs } from "./print-sign-offs.ts";
import { readKeys } from "./read-sign-offs.ts";

export interface PackageFileOptions {
  readonly keys?: string | undefined;
  readonly "require-signed"?: boolean | undefined;
  readonly "require-keys"?: boolean | undefined;
  /** What only a snapshot is checked against. */
  readonly hash?: string | undefined;
  readonly chunks?: string | undefined;
  readonly manifests?: string | undefined;
  readonly "sign-offs"?: string | undefined;
  readonly reviews?: string | undefined;
}

const PART = 2 ** 20;
const EXITS = {
  valid: undefined,
  content: "CHECK_FAILED",
  signature: "SIGNATURE_INVALID",
  incomplete: "UNSIGNED",
} as const satisfies Record<PackageVerification["word"], ExitName | undefined>;

/** Whether a file is a ZIP. */
export async function isPackage(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    return new TextDecoder().decode(await readAt(file, 0, 2)) === "PK";
  } finally {
    await file.close();
  }
}

/** Checks a package on disk, of any size, and prints what is proved. */
export async function verifyPackageFile(
  terminal: Terminal,
  path: string,
  options: PackageFileOptions,
): Promise<ExitName | undefined> {
  const other = (["hash", "chunks", "manifests", "sign-offs", "reviews"] as const).find(
    (name) => options[name] !== undefined,
  );
  if (other) throw usageError(`--${other} is for a snapshot: a package holds its own`);
  const keys = options.keys === undefined ? undefined : await readKeys(options.keys);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const settings = { requireSigned: options["require-signed"], requireKeys: options["require-keys"] };
    const verification = await verifyPackage(toSource(file, size), { keys, ...settings });
    if (terminal.json) terminal.printJson({ ...verification, notProved: NOT_PROVED_BY_A_PACKAGE });
    else print(terminal, verification);
    return EXITS[verification.word];
  } finally {
    await file.close();
  }
}

export function toSource(file: FileHandle, size: number): PackageSource {
  return {
    size,
    read: (start, end) => readAt(file, start, Math.min(end, size) - start),
    async sha256(start, end) {
      const hash = createHash("sha256");
      for (let at = start; at < end; at += PART) hash.update(await readAt(file, at, Math.min(PART, end - at)));
      return hash.digest("hex");
    },
  };
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Uint8Array> {
  if (length <= 0) return new Uint8Array();
  const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

function print(terminal: Terminal, verification: PackageVerification): void {
  const { word, signer, runId, release, asOf, checks, checkpoint, signOffs } = verification;
  if (runId !== null) terminal.print(toOneLine(`Run ${runId}, package of Assay ${release}, as of ${asOf}`));
  printChecks(terminal, checks, PACKAGE_CHECKS);
  if (checkpoint) {
    const { counter, sequence, createdAt } = checkpoint;
    const number = counter === undefined ? "without a number" : `number ${counter}`;
    terminal.print(toOneLine(`Checkpoint ${number}, of entry ${sequence}, made ${createdAt}`));
  }
  if (signOffs && signer === "KNOWN") printSignOffs(terminal, signOffs);
  terminal.print("This does not prove:");
  for (const text of NOT_PROVED_BY_A_PACKAGE) terminal.print(`- ${text}`);
  if (word !== "valid") terminal.print(`NOT VALID: ${word}`);
  else terminal.print(signer === "KNOWN" ? "VALID: signed by a key that you gave" : "self-consistent, signer unknown");
}
