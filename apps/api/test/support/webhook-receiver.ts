import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import type { WebhookSender } from "@assay/core/ports";
import { createWebhookSender } from "@assay/embedded/webhooks";

export interface ReceivedMessage {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it arrived. */
  readonly body: string;
}

export interface WebhookReceiver {
  readonly received: ReceivedMessage[];
  /** The status of the replies. */
  status: number;
  /** Addresses of names other than a public one. */
  readonly names: Map<string, string>;
  /** The service's own sender with its whole guard; the connection to any vetted address ends at this receiver. */
  readonly sender: WebhookSender;
  close(): Promise<void>;
}

export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const names = new Map<string, string>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      receiver.received.push({ path: request.url!, headers: request.headers as Record<string, string>, body });
      response.writeHead(receiver.status).end("not kept");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    received: [],
    status: 200,
    names,
    sender: createWebhookSender({
      resolve: async (host) => [names.get(host) ?? "93.184.216.34"],
      connect: () => connect(port, "127.0.0.1"),
    }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
