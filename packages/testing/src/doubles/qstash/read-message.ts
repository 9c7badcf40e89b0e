/** A message as QStash keeps it. Times are in milliseconds of the double's clock. */
export interface QstashMessage {
  readonly messageId: string;
  readonly url: string;
  readonly body: string;
  readonly forwarded: Readonly<Record<string, string>>;
  readonly delayMs: number;
  readonly retries: number;
  /** Pause before retry number `retried`, from 0. */
  readonly retryDelay: string | undefined;
  readonly timeoutMs: number;
  readonly deduplicationId: string | undefined;
  readonly flowControl: { readonly key: string; readonly parallelism: number } | undefined;
}

/** A request that the real service refuses. */
export class QstashRefusal extends Error {
  override readonly name = "QstashRefusal";
}

const KNOWN = new Set([
  "upstash-method",
  "upstash-delay",
  "upstash-retries",
  "upstash-retry-delay",
  "upstash-timeout",
  "upstash-deduplication-id",
  "upstash-flow-control-key",
  "upstash-flow-control-value",
  "upstash-cron",
  "upstash-schedule-id",
]);
const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Of the free plan. */
const RETRIES_MAX = 3;
const DELAY_MS_MAX = 7 * 86_400_000;
const TIMEOUT_MS_MAX = 15 * 60_000;
const BODY_LENGTH_MAX = 1024 * 1024;

let messages = 0;

/** Reads what is published, and refuses what the documentation does not allow or this double does not know. */
export function readMessage(url: string, headers: Headers, body: string): QstashMessage {
  if (!/^https?:\/\//.test(url)) throw new QstashRefusal(`invalid destination url: ${url}`);
  if (body.length > BODY_LENGTH_MAX) throw new QstashRefusal("message is too large");
  for (const [name] of headers)
    if (name.startsWith("upstash-") && !name.startsWith("upstash-forward-") && !KNOWN.has(name))
      throw new QstashRefusal(`this double does not know the header ${name}`);
  if ((headers.get("upstash-method") ?? "POST") !== "POST") throw new QstashRefusal("this double sends POST alone");
  const retries = Number(headers.get("upstash-retries") ?? RETRIES_MAX);
  if (!Number.isInteger(retries) || retries < 0 || retries > RETRIES_MAX)
    throw new QstashRefusal(`maxRetries must be at most ${RETRIES_MAX}`);
  messages += 1;
  return {
    messageId: `msg_${messages}`,
    url,
    body,
    forwarded: readForwarded(headers),
    delayMs: readDuration(headers.get("upstash-delay"), DELAY_MS_MAX) ?? 0,
    retries,
    retryDelay: headers.get("upstash-retry-delay") ?? undefined,
    timeoutMs: readDuration(headers.get("upstash-timeout"), TIMEOUT_MS_MAX) ?? TIMEOUT_MS_MAX,
    deduplicationId: headers.get("upstash-deduplication-id") ?? undefined,
    flowControl: readFlowControl(headers),
  };
}

function readForwarded(headers: Headers): Record<string, string> {
  const forwarded: Record<string, string> = {};
  const type = headers.get("content-type");
  if (type) forwarded["content-type"] = type;
  for (const [name, value] of headers)
    if (name.startsWith("upstash-forward-")) forwarded[name.slice("upstash-forward-".length)] = value;
  return forwarded;
}

function readDuration(text: string | null, most: number): number | undefined {
  if (text === null) return undefined;
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (!count) throw new QstashRefusal(`invalid duration: ${text}`);
  const ms = Number(count) * UNIT_MS[unit!]!;
  if (ms > most) throw new QstashRefusal(`duration ${text} is over the plan's limit`);
  return ms;
}

function readFlowControl(headers: Headers): QstashMessage["flowControl"] {
  const key = headers.get("upstash-flow-control-key");
  if (key === null) return undefined;
  if (!/^[\w.-]+$/.test(key)) throw new QstashRefusal(`invalid flow control key: ${key}`);
  const parallelism = /^parallelism=(\d+)$/.exec(headers.get("upstash-flow-control-value") ?? "")?.[1];
  if (!parallelism || Number(parallelism) < 1) throw new QstashRefusal("this double knows parallelism alone");
  return { key, parallelism: Number(parallelism) };
}
