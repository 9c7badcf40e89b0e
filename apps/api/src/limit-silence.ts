import type { IncomingMessage } from "node:http";

export interface BodyLimits {
  /** How long a client that owes bytes may send none. */
  readonly silenceMs: number;
  /** What it has to send on average, once `graceMs` have passed. */
  readonly bytesPerSecondMin: number;
  readonly graceMs: number;
  /** How long a whole body may take. */
  readonly wholeMs: number;
  readonly lookEveryMs: number;
}

/** An upload of any size and speed passes; what holds a connection without using it does not. */
export const BODY_LIMITS = {
  silenceMs: 60_000,
  bytesPerSecondMin: 1024,
  graceMs: 60_000,
  lookEveryMs: 5000,
} as const satisfies Omit<BodyLimits, "wholeMs">;

interface Incoming {
  readonly request: IncomingMessage;
  readonly beganAt: number;
  readonly bytesBefore: number;
  bytes: number;
  heardAt: number;
}

/** Ends connections whose request body does not get on, and only while the client is the one that is waited for. */
export function limitSilence(limits: BodyLimits): { watch(request: IncomingMessage): void; stop(): void } {
  const incoming = new Set<Incoming>();
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    // While this process stood still nobody could be heard.
    const missedMs = Math.max(0, now - lookedAt - limits.lookEveryMs);
    lookedAt = now;
    for (const each of incoming) {
      each.heardAt += missedMs;
      if (each.request.complete || each.request.destroyed) incoming.delete(each);
      else if (!makesProgress(each, now, limits)) each.request.socket.destroy();
    }
  };
  const timer = setInterval(look, limits.lookEveryMs);
  timer.unref();
  return {
    watch(request) {
      if (!hasBody(request)) return;
      const now = performance.now();
      incoming.add({ request, beganAt: now, bytesBefore: request.socket.bytesRead, bytes: 0, heardAt: now });
    },
    stop: () => clearInterval(timer),
  };
}

function makesProgress(each: Incoming, now: number, limits: BodyLimits): boolean {
  const { request, beganAt, bytesBefore } = each;
  const bytes = request.socket.bytesRead - bytesBefore;
  // A full buffer means that the service is the slow one.
  if (bytes !== each.bytes || request.readableLength >= request.readableHighWaterMark) each.heardAt = now;
  each.bytes = bytes;
  const seconds = (now - beganAt) / 1000;
  if (now - each.heardAt > limits.silenceMs || now - beganAt > limits.wholeMs) return false;
  const isEarly = now - beganAt <= limits.graceMs || request.readableLength >= request.readableHighWaterMark;
  return isEarly || bytes >= limits.bytesPerSecondMin * seconds;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
