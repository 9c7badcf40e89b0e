import type { DocumentSignature } from "@assay/contract";
import { findPdfSignatures, type PdfSignature } from "./find-pdf-signatures.ts";
import { textOf } from "./parse-pdf-value.ts";
import { type CmsFacts, readCms } from "./read-cms.ts";
import { toTimestamp } from "./to-timestamp.ts";

const SIGNATURES_MAX = 50;
/** Bytes hashed for all signatures together; what comes after is not judged. */
const HASHED_BYTES_MAX = 1024 * 1024 * 1024;
const UNKNOWN: CmsFacts = { signer: null, signedAt: null, unchanged: null };

/** The signatures in a PDF, in the order of the file. */
export function listPdfSignatures(bytes: Uint8Array, progress: () => void): DocumentSignature[] {
  let left = HASHED_BYTES_MAX;
  return findPdfSignatures(bytes, SIGNATURES_MAX).map((signature) => {
    progress();
    const covered = coveredBytes(bytes, signature);
    left -= covered?.reduce((sum, piece) => sum + piece.length, 0) ?? 0;
    const facts = readFacts(bytes, signature, left < 0 ? null : covered);
    const exact = isExact(signature);
    return {
      kind: "PDF",
      signer: facts.signer,
      signedAt: toTimestamp(facts.signedAt ?? readTime(signature.time)),
      coversWholeDocument: exact && endsWithFile(bytes, signature),
      // What is omitted next to the signature itself could be anything.
      bytesUnchanged: signature.range !== null && (covered === null || !exact) ? false : facts.unchanged,
    };
  });
}

/** Null where a part of the range is not in the file. */
function coveredBytes(bytes: Uint8Array, { range }: PdfSignature): Uint8Array[] | null {
  if (!range) return null;
  const [from, length, again, rest] = range;
  if (from + length > again || again + rest > bytes.length) return null;
  return [bytes.subarray(from, from + length), bytes.subarray(again, again + rest)];
}

/** Whether all from the beginning is covered but the signature, with the brackets around it or without. */
function isExact({ range, contents }: PdfSignature): boolean {
  if (!range) return false;
  const [from, length, again] = range;
  return (
    from === 0 &&
    (length === contents.start || length === contents.start + 1) &&
    (again === contents.end || again === contents.end - 1)
  );
}

function endsWithFile(bytes: Uint8Array, { range }: PdfSignature): boolean {
  const end = range ? range[2] + range[3] : 0;
  return (
    end <= bytes.length &&
    /^\s*$/.test(textOf(bytes, { start: end, end: Math.min(bytes.length, end + 100) })) &&
    bytes.length - end < 100
  );
}

function readFacts(bytes: Uint8Array, { contents, subFilter }: PdfSignature, covered: Uint8Array[] | null): CmsFacts {
  // The oldest kind is no CMS.
  if (subFilter === "adbe.x509.rsa_sha1") return UNKNOWN;
  const digits = textOf(bytes, { start: contents.start + 1, end: contents.end - 1 }).replace(/\s/g, "");
  try {
    const facts = readCms(Buffer.from(digits, "hex"), covered ?? []);
    return covered ? facts : { ...facts, unchanged: null };
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return UNKNOWN;
    throw error;
  }
}

/** `D:20260302100000+01'00'` */
function readTime(time: string | null): Date | null {
  const match = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-]\d\d)'?(\d\d))?/.exec(time ?? "");
  if (!match) return null;
  const [, year, month, day, hour, minute, second, zoneHour, zoneMinute] = match;
  const zone = zoneHour ? `${zoneHour}:${zoneMinute}` : "Z";
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
}
