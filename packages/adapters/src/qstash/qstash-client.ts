import { Client } from "@upstash/qstash";

/** QStash in the EU; the US and a double have addresses of their own. */
export const QSTASH_URL = "https://qstash.upstash.io";

export interface QstashAccount {
  readonly token: string;
  /** Default `QSTASH_URL`. */
  readonly baseUrl?: string;
}

const TRIES = 2;
const RETRY_MS = 100;

/** The vendor's client, deaf to the environment: whatever is not given here it would take from there. */
export function createQstashClient({ token, baseUrl = QSTASH_URL }: QstashAccount): Client {
  return new Client({
    token,
    baseUrl,
    devMode: false,
    enableTelemetry: false,
    retry: { retries: TRIES - 1, backoff: () => RETRY_MS },
  });
}

/** The client has no time limit of its own. */
export async function withinMs<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Cannot get a reply from QStash within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
