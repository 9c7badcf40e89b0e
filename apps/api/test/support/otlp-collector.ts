import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface OtlpCollector {
  readonly url: string;
  /** The body of every request, whatever it was answered. */
  readonly bodies: string[];
  /** A status to answer with, or `hang` to answer never. */
  answer: number | "hang";
  close(): Promise<void>;
}

/** Stores what it is sent. `says` is the text of its answers, which nobody should repeat. */
export async function openOtlpCollector(says = ""): Promise<OtlpCollector> {
  const bodies: string[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks).toString("latin1"));
    if (collector.answer === "hang") return;
    const body = collector.answer === 200 ? "{}" : JSON.stringify({ code: 3, message: says });
    response.writeHead(collector.answer, { "Content-Type": "application/json" }).end(body);
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const collector: OtlpCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    answer: 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return collector;
}
