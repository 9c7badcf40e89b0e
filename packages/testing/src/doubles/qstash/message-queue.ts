import type { QstashMessage } from "./read-message.ts";
import { retryDelayMs } from "./retry-delay.ts";
import { signDelivery } from "./sign-delivery.ts";

/** What becomes of one delivery that is due. */
export interface DeliveryFault {
  /** The message is gone as if it had never been taken. */
  readonly lose?: boolean;
  /** It does not reach the service, and counts as failed: it is retried, and in the end a dead letter. */
  readonly unreachable?: boolean;
  /** It is delivered, and the reply is lost: it is retried. */
  readonly loseReply?: boolean;
  /** How often it is delivered at the same moment; default 1. */
  readonly copies?: number;
  /** How much later, in real milliseconds. */
  readonly lateMs?: number;
  /** How much later the same delivery comes once more, though it was answered; in real milliseconds. */
  readonly againAfterMs?: number;
}

export interface Delivery {
  readonly message: QstashMessage;
  /** From 0. */
  readonly retried: number;
  /** `null` where nothing was answered in time. */
  readonly status: number | null;
}

export interface MessageQueue {
  readonly deliveries: readonly Delivery[];
  readonly deadLetters: readonly QstashMessage[];
  /** Messages that wait or are under way. */
  readonly size: number;
  add(message: QstashMessage): void;
  /** Loses every message that waits, and hears no answer of those under way. */
  wipe(): void;
  stop(): Promise<void>;
}

export interface QueueOptions {
  /** Real milliseconds that a second of a delay takes. */
  readonly secondMs: number;
  signingKey(): string;
  faultOf(message: QstashMessage, retried: number): DeliveryFault | undefined;
}

/** Keeps messages in memory and delivers them at least once, some at a time for each flow-control key. */
export function createMessageQueue({ secondMs, signingKey, faultOf }: QueueOptions): MessageQueue {
  const deliveries: Delivery[] = [];
  const deadLetters: QstashMessage[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const active = new Map<string, number>();
  const waiting: { message: QstashMessage; retried: number }[] = [];
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let era = 0;
  const toReal = (ms: number) => (ms / 1000) * secondMs;

  function later(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  }

  /** Due: it goes out at once, or waits until its key has room. */
  function due(message: QstashMessage, retried: number): void {
    waiting.push({ message, retried });
    pump();
  }

  function pump(): void {
    for (let at = 0; at < waiting.length; ) {
      const { message, retried } = waiting[at]!;
      const { key = "", parallelism = Number.POSITIVE_INFINITY } = message.flowControl ?? {};
      if ((active.get(key) ?? 0) >= parallelism) {
        at += 1;
        continue;
      }
      waiting.splice(at, 1);
      active.set(key, (active.get(key) ?? 0) + 1);
      const done = send(message, retried).finally(() => {
        active.set(key, active.get(key)! - 1);
        underWay.delete(done);
        pump();
      });
      underWay.add(done);
    }
  }

  async function send(message: QstashMessage, retried: number): Promise<void> {
    const fault = faultOf(message, retried) ?? {};
    if (fault.lose) return;
    const sentIn = era;
    if (fault.lateMs) await new Promise((resolve) => setTimeout(resolve, fault.lateMs));
    if (sentIn !== era) return;
    if (fault.unreachable) {
      deliveries.push({ message, retried, status: null });
      return settle(message, retried, UNANSWERED);
    }
    const copies = Array.from({ length: fault.copies ?? 1 }, () => post(message, retried));
    const [answer] = await Promise.all(copies);
    if (fault.againAfterMs !== undefined) later(fault.againAfterMs, () => void post(message, retried));
    if (sentIn !== era || stopping.signal.aborted) return;
    settle(message, retried, fault.loseReply ? UNANSWERED : answer!);
  }

  function settle(message: QstashMessage, retried: number, answer: Answer): void {
    if (answer.status !== null && answer.status >= 200 && answer.status < 300) return;
    if (answer.final || retried >= message.retries) {
      deadLetters.push(message);
      return;
    }
    const ms = answer.retryAfterMs ?? retryDelayMs(message.retryDelay, retried);
    later(toReal(ms), () => due(message, retried + 1));
  }

  async function post(message: QstashMessage, retried: number): Promise<Answer> {
    const { url, body, forwarded, messageId, timeoutMs } = message;
    let answer = UNANSWERED;
    try {
      const response = await fetch(url, {
        method: "POST",
        redirect: "manual",
        body,
        headers: {
          ...forwarded,
          "user-agent": "Upstash-QStash",
          "upstash-message-id": messageId,
          "upstash-retried": String(retried),
          "upstash-signature": await signDelivery({ key: signingKey(), url, body, id: messageId }),
        },
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await response.arrayBuffer();
      answer = readAnswer(response);
    } catch {
      // Nothing was answered: no connection, a reset, or the time is over.
    }
    deliveries.push({ message, retried, status: answer.status });
    return answer;
  }

  return {
    deliveries,
    deadLetters,
    get size() {
      return timers.size + waiting.length + underWay.size;
    },
    add(message) {
      if (message.delayMs > 0) later(toReal(message.delayMs), () => due(message, 0));
      else due(message, 0);
    },
    wipe() {
      era += 1;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      waiting.length = 0;
    },
    async stop() {
      stopping.abort();
      this.wipe();
      await Promise.allSettled(underWay);
    },
  };
}

interface Answer {
  readonly status: number | null;
  readonly final: boolean;
  readonly retryAfterMs?: number;
}

const UNANSWERED: Answer = { status: null, final: false };

function readAnswer({ status, headers }: Response): Answer {
  const retryAfter = headers.get("retry-after");
  return {
    status,
    final: status === 489 && headers.get("upstash-nonretryable-error") === "true",
    ...(retryAfter === null ? {} : { retryAfterMs: Number(retryAfter) * 1000 }),
  };
}
