import type { DeletionCertificate, DeletionStatement } from "../../generated/admin-types.ts";
import { CERTIFICATE_CHECKS, type CertificateVerification, checkCertificate } from "../../verify/certificate.ts";
import type { ExitName } from "../exit-codes.ts";
import { formatCount } from "../format-count.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { printChecks } from "./print-checks.ts";
import { readKeys } from "./read-sign-offs.ts";

const EXITS = {
  valid: undefined,
  content: "CHECK_FAILED",
  signature: "SIGNATURE_INVALID",
  incomplete: "UNSIGNED",
} as const satisfies Record<CertificateVerification["word"], ExitName | undefined>;

/** Checks a certificate of deletion, and prints what it says and does not cover. */
export async function verifyCertificate(
  terminal: Terminal,
  certificate: DeletionCertificate,
  options: { readonly keys?: string; readonly "require-keys"?: boolean },
): Promise<ExitName | undefined> {
  const keys = options.keys === undefined ? undefined : await readKeys(options.keys);
  const verification = await checkCertificate(certificate, { keys, requireKeys: options["require-keys"] });
  const { word, statement, checks } = verification;
  if (terminal.json) terminal.printJson({ valid: word === "valid", ...verification });
  else {
    if (statement) print(terminal, statement);
    printChecks(terminal, checks, CERTIFICATE_CHECKS);
    if (statement) printNotCovered(terminal, statement);
    if (word !== "valid") terminal.print(`NOT VALID: ${word}`);
    else terminal.print(keys ? "VALID: signed by a key that you gave" : "self-consistent, signer unknown");
  }
  return EXITS[word];
}

function print(terminal: Terminal, { tenant, deleted, hashes, requestedAt, finishedAt }: DeletionStatement): void {
  const { documents, rowsTotal, files, uploadParts, fileKeys } = deleted;
  terminal.print(toOneLine(`Tenant '${tenant.name}' (${tenant.id}) was erased from ${requestedAt} to ${finishedAt}`));
  terminal.print(
    `${formatCount(rowsTotal, "row")}, ${formatCount(files, "file")}, ${formatCount(uploadParts, "part")} of uploads, ${formatCount(fileKeys.length, "key")}`,
  );
  terminal.print(
    toOneLine(`${formatCount(documents.count, "document")} of ${documents.bytes} bytes, SHA-256 ${documents.sha256}`),
  );
  terminal.print(
    toOneLine(`Its audit log ended at entry ${hashes.auditHead.sequence}, SHA-256 ${hashes.auditHead.hash}`),
  );
  for (const { runId, sha256 } of hashes.snapshots)
    terminal.print(toOneLine(`Snapshot of run ${runId}: SHA-256 ${sha256}`));
}

function printNotCovered(terminal: Terminal, { notCovered }: DeletionStatement): void {
  terminal.print("It does not cover:");
  for (const text of notCovered.other) terminal.print(toOneLine(`- ${text}`));
  for (const { takenAt, manifestHash } of notCovered.backups)
    terminal.print(toOneLine(`- the backup of ${takenAt}, manifest SHA-256 ${manifestHash}`));
}
