import { connect, type Socket } from "node:net";

/**
 * What Neon's driver uses of a WebSocket, straight to the server of `?address=`. The frames of a real one, and a proxy for
 * them in the same process, cost more than the queries.
 */
export class PlainSocket extends EventTarget {
  binaryType = "arraybuffer";
  readonly readyState = 1;
  readonly #socket: Socket;

  constructor(url: string) {
    super();
    const { hostname, port } = new URL(`tcp://${new URL(url).searchParams.get("address")}`);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
      .on("connect", () => this.dispatchEvent(new Event("open")))
      .on("data", (data) => this.dispatchEvent(new MessageEvent("message", { data })))
      .on("error", () => this.dispatchEvent(new Event("error")))
      .on("close", () => this.dispatchEvent(new Event("close")));
  }

  send(data: Uint8Array): void {
    this.#socket.write(data);
  }

  close(): void {
    this.#socket.end();
  }
}
