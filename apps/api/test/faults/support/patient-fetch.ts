import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

const RETRY_MS = 50;

/** What a good client does: it tries again what got no whole answer or is to be tried again, a write under one key. */
export const patientFetch: typeof fetch = async (input, init = {}) => {
  const headers = new Headers(init.headers);
  if (init.method !== "GET") headers.set("Idempotency-Key", randomUUID());
  for (;;) {
    const response = await fetchWhole(input, { ...init, headers }).catch(() => undefined);
    if (response && response.status < 500 && !response.headers.has("Retry-After")) return response;
    await pause(RETRY_MS);
  }
};

async function fetchWhole(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
  return readWhole(await fetch(input, init));
}

/** Throws where the reply is cut off. */
export async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response;
  const bytes = await response.arrayBuffer();
  return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers });
}
