import { createServer, type Socket } from "node:net";

/** The file that every scanner reports, in two halves: whole it would be reported here. */
export const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

export interface ClamdDouble {
  readonly url: string;
  /** The sizes of the files that it looked at. */
  readonly scanned: number[];
  /** While it is true connections end without a word. */
  isOut: boolean;
  close(): Promise<void>;
}

interface Clamd {
  readonly sizeMax: number;
  readonly scanned: number[];
}

/** Speaks as clamd does, of ping and streamed files; finds EICAR. */
export async function startClamd({ sizeMax = 26_214_400 } = {}): Promise<ClamdDouble> {
  const sockets = new Set<Socket>();
  const clamd: Clamd = { sizeMax, scanned: [] };
  let isOut = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    if (isOut) socket.destroy();
    else answer(socket, clamd);
  });
  const { port } = await new Promise<{ port: number }>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server.address() as { port: number }));
  });
  return {
    url: `tcp://127.0.0.1:${port}`,
    scanned: clamd.scanned,
    get isOut() {
      return isOut;
    },
    set isOut(value) {
      isOut = value;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(socket: Socket, clamd: Clamd): void {
  let said = Buffer.alloc(0);
  socket.on("data", (part: Buffer) => {
    said = Buffer.concat([said, part]);
    const reply = replyTo(said, clamd);
    if (reply === undefined) return;
    socket.removeAllListeners("data");
    socket.resume();
    socket.end(`${reply}\0`);
  });
}

function replyTo(said: Buffer, { sizeMax, scanned }: Clamd): string | undefined {
  const end = said.indexOf(0);
  if (end < 0) return undefined;
  const command = said.subarray(0, end).toString();
  if (command === "zPING") return "PONG";
  if (command !== "zINSTREAM") return "UNKNOWN COMMAND";
  const chunks: Buffer[] = [];
  let size = 0;
  for (let at = end + 1; at + 4 <= said.length; ) {
    const length = said.readUInt32BE(at);
    if (length === 0) {
      scanned.push(size);
      return Buffer.concat(chunks).includes(EICAR) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK";
    }
    size += length;
    if (size > sizeMax) return "INSTREAM size limit exceeded. ERROR";
    chunks.push(said.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
