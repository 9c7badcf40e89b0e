import type { KeyWrapper } from "@assay/core/ports";
import { z } from "zod";
import { createAsk, fromBase64, type KeyServiceOptions, type Refusal, requireReply, toBase64 } from "./send-json.ts";

export interface VaultOptions extends KeyServiceOptions {
  /** Of the key, as its API has it: `https://vault.example.com:8200/v1/transit/keys/assay`. */
  readonly url: string;
  readonly token: string;
}

const VENDOR = "Vault";
const encrypted = z.object({ data: z.object({ ciphertext: z.string().startsWith("vault:") }) });
const decrypted = z.object({ data: z.object({ plaintext: z.base64() }) });
const failed = z.object({ errors: z.array(z.string()) });
/** Vault has no codes: what its transit engine says of a text that is not of the key or the context. */
const OF_KEY = /message authentication failed|invalid ciphertext/;
const encoder = new TextEncoder();

/** A key of Vault's transit engine, or of OpenBao's; the context is its associated data. */
export function createVaultWrapper(options: VaultOptions): KeyWrapper {
  const { url: keyId, token } = options;
  const [, mount, name] = /^(.+)\/keys\/([^/]+)$/.exec(keyId)!;
  const ask = createAsk(options);
  const headers = {
    "content-type": "application/json",
    "x-vault-token": token,
  };

  function send<Reply extends z.ZodType>(action: "encrypt" | "decrypt", body: object, context: string, reply: Reply) {
    const given = { ...body, associated_data: toBase64(encoder.encode(context)) };
    const init = { method: "POST", headers, body: JSON.stringify(given) };
    return ask({ vendor: VENDOR, url: `${mount}/${action}/${name}`, init, reply, readRefusal });
  }

  return {
    keyId,
    async wrap(key, context) {
      const { data } = requireReply(await send("encrypt", { plaintext: toBase64(key) }, context, encrypted), VENDOR);
      return { keyId, bytes: encoder.encode(data.ciphertext) };
    },
    async unwrap(wrapped, context) {
      if (wrapped.keyId !== keyId) return undefined;
      const ciphertext = new TextDecoder().decode(wrapped.bytes);
      const reply = await send("decrypt", { ciphertext }, context, decrypted);
      return reply ? fromBase64(reply.data.plaintext) : undefined;
    },
  };
}

function readRefusal(body: unknown): Refusal {
  const said = failed.safeParse(body).data?.errors.join(" ");
  if (said === undefined) return { kind: "PASSING" };
  return { kind: OF_KEY.test(said) ? "KEY" : "SETTINGS" };
}
