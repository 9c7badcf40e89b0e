import type { DeletionCertificate, DeletionStatement } from "../../generated/admin-types.ts";
import { canonicalJson } from "../../verify/canonical-json.ts";
import { findSignatureProblems } from "../../verify/signatures.ts";
import { type ExitName, usageError } from "../exit-codes.ts";
import { formatCount } from "../format-count.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { printChecks } from "./print-checks.ts";
import { readKeys } from "./read-sign-offs.ts";

const ORIGIN = "assay/deletion/v1";
const FILE_BYTES_MAX = 100_000_000;

const CHECKS = {
  canonical: "the statement is the RFC 8785 form of what it says",
  counts: "the rows of its tables add up to the total",
  signed: "a key of the service signed it",
} as const;

interface Check {
  readonly check: keyof typeof CHECKS;
  readonly result: "PROVED" | "NOT_PROVED" | "FAILED";
  readonly problems: readonly string[];
}

/** The certificate of deletion that the bytes are; undefined for anything else. */
export function readCertificate(bytes: Uint8Array): DeletionCertificate | undefined {
  if (bytes.length > FILE_BYTES_MAX) return undefined;
  const file = parse(new TextDecoder().decode(bytes)) as Partial<DeletionCertificate> | undefined;
  if (typeof file?.payload !== "string" || typeof file.signature !== "string" || typeof file.keyId !== "string")
    return undefined;
  const { payload, signature, keyId } = file;
  return (parse(payload) as { origin?: unknown } | undefined)?.origin === ORIGIN
    ? { payload, signature, keyId }
    : undefined;
}

/** Checks a certificate of deletion, and prints what it says and does not cover. */
export async function verifyCertificate(
  terminal: Terminal,
  certificate: DeletionCertificate,
  { keys: path, "require-keys": needsKeys }: { readonly keys?: string; readonly "require-keys"?: boolean },
): Promise<ExitName | undefined> {
  const statement = parse(certificate.payload) as DeletionStatement;
  const { tenant, deleted, notCovered } = statement;
  if (!tenant || !deleted?.rows || !notCovered?.backups || !Array.isArray(notCovered.other))
    throw usageError("Cannot verify the certificate because parts of it are absent");
  const keys = path === undefined ? undefined : await readKeys(path);
  const checks = [
    toCheck("canonical", canonicalJson(statement) === certificate.payload ? [] : ["it was written otherwise"]),
    toCheck("counts", findCountProblems(deleted)),
    toCheck("signed", keys && (await findSignatureProblems(certificate, keys))),
  ];
  const failed = checks.find(({ result }) => result === "FAILED")?.check;
  if (terminal.json) terminal.printJson({ valid: failed === undefined, statement, checks });
  else print(terminal, statement, checks);
  if (failed) return failed === "signed" ? "SIGNATURE_INVALID" : "CHECK_FAILED";
  return needsKeys && !keys ? "UNSIGNED" : undefined;
}

function toCheck(check: Check["check"], problems: readonly string[] | undefined): Check {
  if (!problems) return { check, result: "NOT_PROVED", problems: [] };
  return { check, result: problems.length > 0 ? "FAILED" : "PROVED", problems };
}

function findCountProblems({ rows, rowsTotal }: DeletionStatement["deleted"]): string[] {
  const sum = Object.values(rows).reduce((total, count) => total + count, 0);
  return sum === rowsTotal ? [] : [`they are ${sum}, and the total says ${rowsTotal}`];
}

function print(
  terminal: Terminal,
  { tenant, deleted, hashes, notCovered, requestedAt, finishedAt }: DeletionStatement,
  checks: readonly Check[],
): void {
  const { documents, rowsTotal, files, uploadParts, fileKeys } = deleted;
  terminal.print(toOneLine(`Tenant '${tenant.name}' (${tenant.id}) was erased from ${requestedAt} to ${finishedAt}`));
  terminal.print(
    `${formatCount(rowsTotal, "row")}, ${formatCount(files, "file")}, ${formatCount(uploadParts, "part")} of uploads, ${formatCount(fileKeys.length, "key")}`,
  );
  terminal.print(
    `${formatCount(documents.count, "document")} of ${documents.bytes} bytes, SHA-256 ${documents.sha256}`,
  );
  terminal.print(`Its audit log ended at entry ${hashes.auditHead.sequence}, SHA-256 ${hashes.auditHead.hash}`);
  for (const { runId, sha256 } of hashes.snapshots)
    terminal.print(toOneLine(`Snapshot of run ${runId}: SHA-256 ${sha256}`));
  printChecks(terminal, checks, CHECKS);
  terminal.print("It does not cover:");
  for (const text of notCovered.other) terminal.print(toOneLine(`- ${text}`));
  for (const { takenAt, manifestHash } of notCovered.backups)
    terminal.print(toOneLine(`- the backup of ${takenAt}, manifest SHA-256 ${manifestHash}`));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
