import type { WebhookEvent } from "./generated/types.ts";
import { decodeBase64, importHmacKey, readSecretBytes } from "./webhook-key.ts";

export type * from "./generated/types.ts";

/** Why a request is not a message that the service sent just now. */
export type WebhookProblem = "MALFORMED" | "WRONG_SIGNATURE" | "TOO_OLD" | "TOO_NEW";

/** The request is not what it claims to be: reply with status 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name: string = "WebhookVerificationError";
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** A header is missing or is not what the specification says, or the body is no event. */
export class MalformedWebhookError extends WebhookVerificationError {
  override readonly name = "MalformedWebhookError";
  constructor(message: string) {
    super("MALFORMED", message);
  }
}

/** No signature is one of the body with a secret that was given. */
export class WebhookSignatureError extends WebhookVerificationError {
  override readonly name = "WebhookSignatureError";
  constructor() {
    super(
      "WRONG_SIGNATURE",
      "Cannot trust the message because no signature matches: check the secret, and pass the raw body",
    );
  }
}

/** It was signed too long ago, or in the future: a copy that is sent again, or a clock that is wrong. */
export class WebhookTimestampError extends WebhookVerificationError {
  override readonly name = "WebhookTimestampError";
  constructor(problem: "TOO_OLD" | "TOO_NEW", seconds: number, toleranceSeconds: number) {
    super(
      problem,
      `Cannot trust the message because its timestamp must be within ${toleranceSeconds} seconds of now: it is ${Math.abs(seconds)} seconds ${problem === "TOO_OLD" ? "old" : "ahead"}`,
    );
  }
}

export interface VerifyOptions {
  /** How far the timestamp may be from now. Default 300. */
  readonly toleranceSeconds?: number;
  /** Default: now. */
  readonly now?: Date;
}

/** As frameworks hold them: `Headers`, or an object whose names are in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_SECONDS = 300;

/**
 * Checks that the service sent this request just now, and returns its event. Pass the body as it arrived, not parsed and
 * written again, and, after a rotation, both secrets. Throws WebhookSignatureError, WebhookTimestampError or
 * MalformedWebhookError. Messages may arrive twice: `webhook-id` is the same then.
 *
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, process.env.ASSAY_WEBHOOK_SECRET!);
 * if (event.type === "run.completed") console.log(event.data.runId);
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const read = (name: string) => readHeader(headers, name);
  const [id, timestamp, signatures] = [read("webhook-id"), read("webhook-timestamp"), read("webhook-signature")];
  if (!/^\d{1,12}$/.test(timestamp))
    throw new MalformedWebhookError("Cannot verify the message because webhook-timestamp must be a number of seconds");
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  const signed = concatenate(encoder.encode(`${id}.${timestamp}.`), bytes);
  const keys = await Promise.all([secrets].flat().map(openSecret));
  if (!(await isSignedByAny(keys, listSignatures(signatures), signed))) throw new WebhookSignatureError();
  const seconds = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (Math.abs(seconds) > toleranceSeconds)
    throw new WebhookTimestampError(seconds > 0 ? "TOO_OLD" : "TOO_NEW", seconds, toleranceSeconds);
  return readEvent(bytes);
}

const encoder = new TextEncoder();

function readHeader(headers: WebhookHeaders, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === "string" ? value : value?.[0];
  if (!text) throw new MalformedWebhookError(`Cannot verify the message because the header ${name} is missing`);
  return text;
}

async function openSecret(secret: string): Promise<CryptoKey> {
  const bytes = readSecretBytes(secret);
  if (!bytes || bytes.length === 0)
    throw new TypeError("Cannot verify the message because the secret must be whsec_ and base64");
  return importHmacKey(bytes, "verify");
}

/** Those of version 1; others are of schemes that come later. */
function listSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(" ")
    .filter((each) => each.startsWith("v1,"))
    .flatMap((each) => decodeBase64(each.slice(3)) ?? []);
}

/** WebCrypto compares in constant time. */
async function isSignedByAny(
  keys: readonly CryptoKey[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const key of keys)
    for (const signature of signatures) if (await crypto.subtle.verify("HMAC", key, signature, signed)) return true;
  return false;
}

function readEvent(bytes: Uint8Array): WebhookEvent {
  try {
    const event = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof event?.type === "string" && typeof event.timestamp === "string" && event.data) return event;
  } catch {
    // Said below.
  }
  throw new MalformedWebhookError(
    "Cannot read the message because its body must be JSON with type, timestamp and data",
  );
}

function concatenate(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
