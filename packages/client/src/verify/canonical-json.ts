/**
 * The RFC 8785 form of a value that JSON.parse returned: keys by UTF-16 code units, no white space, numbers and strings
 * as ECMAScript writes them. Throws TypeError for a lone surrogate, which has no UTF-8 form.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, each]) => `${canonicalJson(key)}:${canonicalJson(each)}`).join(",")}}`;
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value))
    throw new TypeError("Cannot canonicalize because a string holds a lone surrogate");
  return JSON.stringify(value);
}

/** SHA-256 in lowercase hex, of bytes or of the UTF-8 form of a text. */
export async function sha256Hex(data: Uint8Array | string): Promise<string> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
