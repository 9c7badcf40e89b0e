import type { KeyWrapper } from "@assay/core/ports";
import { AwsV4Signer } from "aws4fetch";
import { z } from "zod";
import { createAsk, fromBase64, type KeyServiceOptions, type Refusal, requireReply, toBase64 } from "./send-json.ts";

export interface AwsKmsOptions extends KeyServiceOptions {
  /** `arn:aws:kms:<region>:<account>:key/<id>` or `…:alias/<name>`. */
  readonly arn: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default the region's own. */
  readonly endpoint?: string | undefined;
}

const VENDOR = "AWS KMS";
const encrypted = z.object({ CiphertextBlob: z.base64() });
const decrypted = z.object({ Plaintext: z.base64() });
const failed = z.object({ __type: z.string() });
/** AWS replies with 400 to most of what it does not do, also to what passes. */
const OF_KEY = ["IncorrectKeyException", "InvalidCiphertextException"];
const PASSING = [
  ...["ThrottlingException", "Throttling", "RequestLimitExceeded", "LimitExceededException"],
  ...["KMSInternalException", "DependencyTimeoutException", "KeyUnavailableException", "InternalFailure"],
  ...["ServiceUnavailable", "RequestExpired", "CloudHsmClusterNotActiveException"],
];

/** A symmetric key of AWS KMS. The context is its encryption context, which CloudTrail shows. */
export function createAwsKmsWrapper(options: AwsKmsOptions): KeyWrapper {
  const { arn, accessKeyId, secretAccessKey } = options;
  const region = arn.split(":")[3]!;
  const url = options.endpoint ?? `https://kms.${region}.amazonaws.com/`;
  const ask = createAsk(options);

  async function send<Reply extends z.ZodType>(action: "Encrypt" | "Decrypt", body: object, reply: Reply) {
    const signed = await new AwsV4Signer({
      method: "POST",
      url,
      headers: { "content-type": "application/x-amz-json-1.1", "x-amz-target": `TrentService.${action}` },
      body: JSON.stringify(body),
      accessKeyId,
      secretAccessKey,
      region,
      service: "kms",
    }).sign();
    const init = { method: "POST", headers: signed.headers, body: JSON.stringify(body) };
    return ask({ vendor: VENDOR, url: signed.url.href, init, reply, readRefusal });
  }

  return {
    keyId: arn,
    async wrap(key, context) {
      const body = { KeyId: arn, Plaintext: toBase64(key), EncryptionContext: { assay: context } };
      const { CiphertextBlob } = requireReply(await send("Encrypt", body, encrypted), VENDOR);
      return { keyId: arn, bytes: fromBase64(CiphertextBlob) };
    },
    async unwrap({ keyId, bytes }, context) {
      if (keyId !== arn) return undefined;
      const body = { KeyId: arn, CiphertextBlob: toBase64(bytes), EncryptionContext: { assay: context } };
      const reply = await send("Decrypt", body, decrypted);
      return reply ? fromBase64(reply.Plaintext) : undefined;
    },
  };
}

/** The exception's name stands behind the service's: `com.amazonaws.kms#ThrottlingException`. */
function readRefusal(body: unknown): Refusal {
  const code = failed.safeParse(body).data?.__type.split("#").at(-1);
  if (code === undefined) return { kind: "PASSING" };
  if (OF_KEY.includes(code)) return { code, kind: "KEY" };
  return { code, kind: PASSING.includes(code) ? "PASSING" : "SETTINGS" };
}
