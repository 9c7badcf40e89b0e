import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMessageQueue, type DeliveryFault, type MessageQueue } from "./message-queue.ts";
import { type QstashMessage, QstashRefusal, readMessage } from "./read-message.ts";

/**
 * A publish that is answered with this status, never, by closing the connection, or so once it is taken; undefined takes
 * it.
 */
export type PublishFault = number | "hang" | "reset" | "lost-reply" | undefined;

export interface QstashFaults {
  /** Called for each request to publish, batches included. */
  publish?(): PublishFault;
  /** Called for each delivery that is due. */
  deliver?(message: QstashMessage, retried: number): DeliveryFault | undefined;
}

export interface QstashDouble extends Pick<MessageQueue, "deliveries" | "deadLetters" | "wipe"> {
  readonly url: string;
  readonly token: string;
  /** As the console shows them. */
  readonly keys: { readonly current: string; readonly next: string };
  /** Every message that was taken, in order. */
  readonly messages: readonly QstashMessage[];
  readonly schedules: ReadonlyMap<string, QstashSchedule>;
  /** Messages that wait or are under way. */
  readonly size: number;
  /** Replaces the faults; none are there at first. */
  fail(faults: QstashFaults): void;
  /** The next key becomes the current one, with which deliveries are signed from now on. */
  rollKeys(): void;
  /** Each schedule sends its message, as if its time had come. */
  tick(): void;
  close(): Promise<void>;
}

export interface QstashSchedule {
  readonly scheduleId: string;
  readonly cron: string;
  readonly message: QstashMessage;
}

export interface QstashDoubleOptions {
  /** Real milliseconds that a second of a delay takes, here and in the memory of duplicates; default 1000. */
  readonly secondMs?: number;
}

const DEDUPLICATION_SECONDS = 600;

/**
 * QStash as its documentation has it, over HTTP, for the vendor's own client: publishing, batches, schedules, delays,
 * retries, deduplication, flow control, signatures. It can break every promise that it does not make.
 */
export async function startQstash({ secondMs = 1000 }: QstashDoubleOptions = {}): Promise<QstashDouble> {
  const token = `qstash_${randomBytes(12).toString("hex")}`;
  const newKey = () => `sig_${randomBytes(20).toString("hex")}`;
  let keys = { current: newKey(), next: newKey() };
  let faults: QstashFaults = {};
  const messages: QstashMessage[] = [];
  const known = new Map<string, { messageId: string; until: number }>();
  const schedules = new Map<string, QstashSchedule>();
  const queue = createMessageQueue({
    secondMs,
    signingKey: () => keys.current,
    faultOf: (message, retried) => faults.deliver?.(message, retried),
  });

  function take(message: QstashMessage): { messageId: string; deduplicated?: true } {
    const { deduplicationId: id } = message;
    const before = id === undefined ? undefined : known.get(id);
    if (before && before.until > Date.now()) return { messageId: before.messageId, deduplicated: true };
    if (id !== undefined)
      known.set(id, { messageId: message.messageId, until: Date.now() + DEDUPLICATION_SECONDS * secondMs });
    messages.push(message);
    queue.add(message);
    return { messageId: message.messageId };
  }

  const routes: Readonly<Record<string, (path: string, headers: Headers, body: string) => [number, unknown]>> = {
    "POST publish"(path, headers, body) {
      const taken = take(readMessage(path, headers, body));
      return [taken.deduplicated ? 202 : 200, taken];
    },
    "POST batch"(_, __, body) {
      const asked = JSON.parse(body) as { destination: string; headers?: Record<string, string>; body?: string }[];
      const read = asked.map((each) => readMessage(each.destination, new Headers(each.headers), each.body ?? ""));
      return [200, read.map(take)];
    },
    "POST schedules"(path, headers, body) {
      const cron = headers.get("upstash-cron");
      if (!/^(\*|\*\/[1-5]?\d) \* \* \* \*$/.test(cron ?? ""))
        throw new QstashRefusal(`this double does not know ${cron}`);
      const scheduleId = headers.get("upstash-schedule-id") ?? `scd_${randomBytes(8).toString("hex")}`;
      schedules.set(scheduleId, { scheduleId, cron: cron!, message: readMessage(path, headers, body) });
      return [200, { scheduleId }];
    },
    "GET schedules"(path) {
      const found = schedules.get(path);
      if (!found) return [404, { error: `schedule ${path} not found` }];
      return [200, { scheduleId: path, cron: found.cron, destination: found.message.url }];
    },
    "GET keys": () => [200, keys],
    "DELETE schedules"(path) {
      return schedules.delete(path) ? [202, {}] : [404, { error: `schedule ${path} not found` }];
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, kind = "", path = ""] = /^\/v2\/([a-z]+)\/?(.*)$/.exec(request.url ?? "") ?? [];
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${token}`) return void reply(401, { error: "invalid token" });
    const fault = kind === "publish" || kind === "batch" ? faults.publish?.() : undefined;
    if (fault === "hang") return;
    if (fault === "reset") return void request.socket.destroy();
    if (typeof fault === "number") return void reply(fault, { error: "a fault that was asked for" });
    const route = routes[`${request.method} ${kind}`];
    if (!route) return void reply(404, { error: `this double does not know ${request.method} ${request.url}` });
    try {
      const answered = route(
        path,
        new Headers(request.headers as Record<string, string>),
        Buffer.concat(pieces).toString(),
      );
      if (fault === "lost-reply") return void request.socket.destroy();
      reply(...answered);
    } catch (error) {
      if (!(error instanceof QstashRefusal)) throw error;
      reply(400, { error: error.message });
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    messages,
    schedules,
    deliveries: queue.deliveries,
    deadLetters: queue.deadLetters,
    wipe: () => queue.wipe(),
    get keys() {
      return keys;
    },
    get size() {
      return queue.size;
    },
    fail(next) {
      faults = next;
    },
    rollKeys() {
      keys = { current: keys.next, next: newKey() };
    },
    tick() {
      for (const { message } of schedules.values()) queue.add(message);
    },
    async close() {
      await queue.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
