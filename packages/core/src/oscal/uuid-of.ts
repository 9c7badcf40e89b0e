/** Version 5 of `https://assay.example/ns/oscal` in RFC 9562's namespace of addresses. */
const OSCAL_NAMESPACE = "e38a911e-8bec-5ff4-8354-63febd9942a1";

/** Gives the UUID of a thing of a run by its name, such as `finding/2.1.a`. */
export type UuidOf = (name: string) => Promise<string>;

/** RFC 9562 version 5 of `<runId>/<name>` in `OSCAL_NAMESPACE`: OSCAL allows versions 4 and 5 alone. */
export function uuidsOf(runId: string): UuidOf {
  const namespace = Uint8Array.from(OSCAL_NAMESPACE.replaceAll("-", "").match(/../g)!, (hex) =>
    Number.parseInt(hex, 16),
  );
  const encoder = new TextEncoder();
  return async (name) => {
    const named = encoder.encode(`${runId}/${name}`);
    const bytes = new Uint8Array(namespace.length + named.length);
    bytes.set(namespace);
    bytes.set(named, namespace.length);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", bytes)).subarray(0, 16);
    digest[6] = (digest[6]! & 0x0f) | 0x50;
    digest[8] = (digest[8]! & 0x3f) | 0x80;
    const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };
}
