import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { mkdir, open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { KeptCheckpoint } from "../../generated/admin-types.ts";
import { canonicalJson } from "../../verify/canonical-json.ts";

/** A line of a tenant's file. */
export interface Witnessed extends KeptCheckpoint {
  readonly witnessedAt: string;
  /** Hashes of the entries with which an operator continued behind a break. */
  readonly resumedWith: readonly string[];
  /** Ed25519 of the witness over the canonical JSON of all else, base64. */
  readonly cosignature: string;
}

/** What a witness keeps: a file of lines for each tenant, which only grows, and its own key. */
export interface WitnessFolder {
  /** The public half of its key, as a JWK's `x`. */
  readonly publicKey: string;
  list(tenantId: string): Promise<Witnessed[]>;
  add(checkpoint: KeptCheckpoint, resumedWith: readonly string[]): Promise<Witnessed>;
}

export async function openWitnessFolder(path: string, now: () => Date): Promise<WitnessFolder> {
  await mkdir(path, { recursive: true });
  const keyFile = join(path, "witness-key.pem");
  const privateKey = createPrivateKey(await readOrCreateKey(keyFile));
  const fileOf = (tenantId: string) => join(path, `${tenantId}.jsonl`);
  return {
    publicKey: createPublicKey(privateKey).export({ format: "jwk" }).x!,
    async list(tenantId) {
      const text = await readFile(fileOf(tenantId), "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "";
        throw error;
      });
      // A line that a crash cut off was never answered for.
      return text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Witnessed);
    },
    async add({ statement, keyId, signature }, resumedWith) {
      const kept = { statement, keyId, signature, witnessedAt: now().toISOString(), resumedWith };
      const cosignature = sign(null, Buffer.from(canonicalJson(kept)), privateKey).toString("base64");
      const witnessed = { ...kept, cosignature };
      const file = await open(fileOf(statement.tenantId), "a+", 0o600);
      try {
        const before = await file.readFile("utf8");
        const cut = before.length > 0 && !before.endsWith("\n");
        if (cut) await file.truncate(Buffer.byteLength(before.slice(0, before.lastIndexOf("\n") + 1)));
        await file.appendFile(`${JSON.stringify(witnessed)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      return witnessed;
    },
  };
}

async function readOrCreateKey(path: string): Promise<string> {
  const pem = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" });
  // The first start writes it; every other one finds it there.
  await writeFile(path, pem, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return readFile(path, "utf8");
}
