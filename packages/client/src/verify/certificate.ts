import type { DeletionCertificate, DeletionStatement } from "../generated/admin-types.ts";
import { type FaultKind, PackageFault } from "./package/findings.ts";
import { isDeep, parseCanonical, toText } from "./package/package-files.ts";
import { DELETION_STATEMENT, requireShape, type Shape, SIGNED_TEXT } from "./package/shapes.ts";
import { decodeBase64 } from "./package/signature-check.ts";
import { findSignatureProblems, type SignOffKey } from "./signatures.ts";

const ORIGIN = "assay/deletion/v1";
const FILE_BYTES_MAX = 2 ** 28;

/** The checks of a certificate of deletion, in their order, and what each proves. */
export const CERTIFICATE_CHECKS = {
  form: "the statement is the RFC 8785 form of what it says",
  fields: "certificate and statement have the fields of their format, and no others",
  counts: "the rows of its tables add up to the total",
  signed: "a key of the service signed the statement",
} as const;

interface CertificateCheck {
  readonly check: keyof typeof CERTIFICATE_CHECKS;
  readonly result: "PROVED" | "NOT_PROVED" | "FAILED";
  readonly problems: readonly string[];
}

interface CertificateOptions {
  readonly keys?: readonly SignOffKey[] | undefined;
  readonly requireKeys?: boolean | undefined;
}

export interface CertificateVerification {
  readonly word: "valid" | FaultKind;
  /** Null where it has not the fields of its format. */
  readonly statement: DeletionStatement | null;
  readonly checks: readonly CertificateCheck[];
}

/** The certificate that the bytes are, with whatever else it holds; undefined for anything else. */
export function readCertificate(bytes: Uint8Array): DeletionCertificate | undefined {
  if (bytes.length > FILE_BYTES_MAX) return undefined;
  try {
    const text = toText(bytes, "the file");
    return isDeep(text) ? undefined : requireShape<DeletionCertificate>(JSON.parse(text), SIGNED_TEXT, "the file");
  } catch {
    return undefined;
  }
}

/** Checks what `readCertificate` returned, without the service. */
export async function checkCertificate(
  certificate: DeletionCertificate,
  { keys, requireKeys = false }: CertificateOptions = {},
): Promise<CertificateVerification> {
  const said = attempt(() => parseCanonical(certificate.payload, "the statement"));
  const read = said.problem === undefined ? attempt(() => requireStatement(certificate, said.value)) : {};
  const statement = read.value;
  const checks = [
    toCheck("form", toList(said.problem)),
    toCheck("fields", said.problem === undefined ? toList(read.problem) : undefined),
    toCheck("counts", statement && findCountProblems(statement.deleted)),
    toCheck("signed", await findProblems(certificate, keys)),
  ];
  return { word: toWord(checks, requireKeys && !keys), statement: statement ?? null, checks };
}

function toWord(checks: readonly CertificateCheck[], areKeysAbsent: boolean): "valid" | FaultKind {
  const failed = checks.filter(({ result }) => result === "FAILED");
  if (failed.some(({ check }) => check !== "signed")) return "content";
  if (failed.length > 0) return "signature";
  return areKeysAbsent ? "incomplete" : "valid";
}

function attempt<T>(act: () => T): { readonly value?: T; readonly problem?: string } {
  try {
    return { value: act() };
  } catch (error) {
    if (error instanceof PackageFault) return { problem: error.message };
    throw error;
  }
}

const toList = (problem: string | undefined) => (problem === undefined ? [] : [problem]);

function toCheck(check: CertificateCheck["check"], problems: readonly string[] | undefined): CertificateCheck {
  if (!problems) return { check, result: "NOT_PROVED", problems: [] };
  return { check, result: problems.length > 0 ? "FAILED" : "PROVED", problems };
}

function requireStatement(certificate: DeletionCertificate, value: unknown): DeletionStatement {
  const statement = requireShape<DeletionStatement>(value, DELETION_STATEMENT, "the statement");
  if (hasMore(certificate, SIGNED_TEXT) || hasMore(statement, DELETION_STATEMENT))
    throw new PackageFault("it has other fields than the format's");
  const { origin }: { readonly origin: string } = statement;
  if (origin !== ORIGIN) throw new PackageFault(`the statement is not of the format ${ORIGIN}`);
  return statement;
}

/** Whether a value of the shape has fields that the shape has not. */
function hasMore(value: unknown, shape: Shape): boolean {
  if (typeof shape === "string" || "orNull" in shape) return false;
  if (!("fields" in shape)) return (value as unknown[]).some((each) => hasMore(each, shape[0]));
  if ("*" in shape.fields) return false;
  const inner = Object.entries(shape.fields);
  const object = value as Record<string, unknown>;
  return Object.keys(object).length > inner.length || inner.some(([name, of]) => hasMore(object[name], of));
}

function findCountProblems({ rows, rowsTotal }: DeletionStatement["deleted"]): string[] {
  const counts = Object.values(rows);
  if (counts.some((each) => each < 0)) return ["a table has fewer than no rows"];
  const sum = counts.reduce((total, each) => total + BigInt(each), 0n);
  return sum === BigInt(rowsTotal) ? [] : [`they are ${sum}, and the total says ${rowsTotal}`];
}

/** Undefined where nothing can be said, as there are no keys. */
async function findProblems(
  certificate: DeletionCertificate,
  keys: readonly SignOffKey[] | undefined,
): Promise<string[] | undefined> {
  if (decodeBase64(certificate.signature, "base64url")?.length !== 64) return ["its signature is none"];
  return keys && findSignatureProblems(certificate, keys);
}
