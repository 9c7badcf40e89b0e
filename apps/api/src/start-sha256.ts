import { createHash } from "node:crypto";

/** Hashes bytes as they pass, which WebCrypto cannot. */
export function startSha256() {
  const hash = createHash("sha256");
  return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest("hex") };
}
