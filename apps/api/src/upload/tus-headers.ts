import { AssayError, isStorableText, type UploadFields, uploadFields, versionFields } from "@assay/contract";
import type { UploadRow } from "@assay/core/documents";
import { invalid } from "../middleware/invalid.ts";
import { requireValid } from "../middleware/validate.ts";

export const TUS_VERSION = "1.0.0";
export const TUS_PATHS = ["/api/documents/uploads", "/api/uploads/:uploadId"];
const METADATA_LENGTH_MAX = 12_000;

export interface Metadata {
  readonly filename: string;
  readonly versionOf?: string | undefined;
  readonly fields: UploadFields;
}

/** Throws VALIDATION_ERROR for another version of the protocol. */
export function requireTus(headers: Headers): void {
  if (headers.get("Tus-Resumable") !== TUS_VERSION) throw refuse("Tus-Resumable", `must be ${TUS_VERSION}`);
}

/** Throws VALIDATION_ERROR. */
export function readCount(headers: Headers, name: "Upload-Length" | "Upload-Offset"): number {
  const text = headers.get(name) ?? "";
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw refuse(name, "must be a whole number of bytes");
}

/** Throws UNSUPPORTED_MEDIA_TYPE. */
export function requirePart(headers: Headers): void {
  const type = headers.get("Content-Type") ?? "";
  if (type.toLowerCase() === "application/offset+octet-stream" && !headers.has("Content-Encoding")) return;
  throw new AssayError(
    "UNSUPPORTED_MEDIA_TYPE",
    `Cannot read the body because it must be application/offset+octet-stream: its Content-Type is ${type || "missing"}`,
  );
}

/** What a file is, by the pairs of `Upload-Metadata`. Throws VALIDATION_ERROR. */
export function readMetadata(headers: Headers): Metadata {
  const { filename, versionOf, filetype: _, ...others } = readPairs(headers.get("Upload-Metadata") ?? "");
  const expected = versionOf === undefined ? uploadFields : versionFields;
  const fields = expected.safeParse(others);
  if (!fields.success) return requireValid("metadata", expected, fields.error);
  return { filename: (filename ?? "").replace(/\p{Cc}/gu, " ").trim(), versionOf, fields: fields.data };
}

function readPairs(text: string): Record<string, string> {
  if (text.length > METADATA_LENGTH_MAX)
    throw refuse("Upload-Metadata", `must have at most ${METADATA_LENGTH_MAX} characters`);
  const pairs = new Map<string, string>();
  for (const pair of text.split(",")) {
    const [name = "", encoded = ""] = pair.trim().split(" ");
    if (name === "") continue;
    const value = decode(encoded);
    if (value === undefined || !isStorableText(value) || !isStorableText(name) || pairs.has(name))
      throw refuse(
        "Upload-Metadata",
        "must be pairs of a name, given once, and text in Base64, with commas between them",
      );
    pairs.set(name, value);
  }
  return Object.fromEntries(pairs);
}

function decode(encoded: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What a client of the protocol may ask before it begins: needs no token. */
export function describeTus({ maxUploadBytes }: { readonly maxUploadBytes: number }): Record<string, string> {
  return {
    "Tus-Resumable": TUS_VERSION,
    "Tus-Version": TUS_VERSION,
    "Tus-Extension": "creation,termination,expiration",
    "Tus-Max-Size": String(maxUploadBytes),
  };
}

/** How far an upload is, as its clients are told. */
export function tusHeaders({ receivedBytes, sizeBytes, expiresAt }: UploadRow): Record<string, string> {
  return {
    "Cache-Control": "no-store",
    "Tus-Resumable": TUS_VERSION,
    "Upload-Offset": String(receivedBytes),
    "Upload-Length": String(sizeBytes),
    "Upload-Expires": expiresAt.toUTCString(),
  };
}

function refuse(field: string, issue: string): AssayError {
  return invalid("header", [{ field, issue }]);
}
