import { once } from "node:events";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { FetchError } from "@assay/contract";

export interface ConnectionOptions {
  /** Opens a connection to one vetted address. */
  readonly connect: (address: string, port: number) => Socket;
  /** Certificates to trust in place of the well-known authorities. */
  readonly ca: string | undefined;
  /** Longest silence. */
  readonly idleMs: number;
}

export const connectDirectly: ConnectionOptions["connect"] = (host, port) => connectTcp({ host, port });

/** Connects to the first of the vetted addresses that answers: no name is looked up after they were vetted. */
export async function openConnection(
  target: { addresses: readonly string[]; host: string; port: number; secure: boolean },
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown;
  for (const address of target.addresses) {
    signal.throwIfAborted();
    const raw = options.connect(address, target.port);
    try {
      const socket = target.secure ? secure(raw, target.host, options.ca) : raw;
      // Heard from here on: an error may come with what connects, before anything awaited continues.
      socket.on("error", () => {});
      limitSilence(socket, options.idleMs);
      const abort = () => socket.destroy(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      socket.once("close", () => signal.removeEventListener("abort", abort));
      await once(socket, target.secure ? "secureConnect" : "connect");
      if (socket.errored) throw socket.errored;
      return socket;
    } catch (error) {
      raw.destroy();
      failure = error;
    }
  }
  throw failure;
}

function secure(socket: Socket, host: string, ca: string | undefined): Socket {
  return connectTls({ socket, host, servername: isIP(host) ? "" : host, rejectUnauthorized: true, ca });
}

function limitSilence(socket: Socket, idleMs: number): void {
  socket.setTimeout(idleMs, () =>
    socket.destroy(
      new FetchError(
        "FETCH_TIMEOUT",
        `Cannot read the page because its server sent nothing for ${idleMs / 1000} seconds`,
      ),
    ),
  );
}
