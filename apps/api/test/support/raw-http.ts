import { connect, type Socket } from "node:net";

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * A request written byte by byte, for what `fetch` will not send: lying lengths, chunks, unknown methods. Nothing is
 * read before everything is written, as simple clients do.
 */
export async function sendRaw(
  url: string,
  head: { method?: string; path: string; headers: readonly (readonly [string, string])[] },
  body: Iterable<string | Uint8Array> = [],
): Promise<RawAnswer> {
  const socket = await open(url);
  const lines = [`${head.method ?? "POST"} ${head.path} HTTP/1.1`, "Host: localhost", "Connection: close"];
  for (const [name, value] of head.headers) lines.push(`${name}: ${value}`);
  await write(socket, `${lines.join("\r\n")}\r\n\r\n`);
  for (const piece of body) await write(socket, piece);
  return parseAnswer(await readAll(socket));
}

/** The same bytes as chunks of a body without a length. */
export function* chunked(body: Iterable<string | Uint8Array>): Generator<Uint8Array> {
  for (const piece of body) {
    const bytes = Buffer.from(piece as string);
    yield Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
  }
  yield Buffer.from("0\r\n\r\n");
}

/** `count` times the same 64 KiB. */
export function* repeated(count: number): Generator<Uint8Array> {
  const piece = new Uint8Array(65_536).fill(120);
  for (let at = 0; at < count; at++) yield piece;
}

export async function open(url: string): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" }, resolve).once("error", reject);
  await promise;
  // What the server says by closing shows in what can be read.
  socket.off("error", reject).on("error", () => {});
  return socket.pause();
}

export async function write(socket: Socket, piece: string | Uint8Array): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => socket.write(piece, () => resolve()));
}

export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    socket.on("data", (piece: Buffer) => pieces.push(piece));
    socket.on("close", () => resolve(Buffer.concat(pieces).toString()));
    socket.resume();
  });
}

export function parseAnswer(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [start = "", ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const body = rest.join("\r\n\r\n");
  const plain =
    headers.get("Transfer-Encoding") === "chunked" ? body.replace(/(^|\r\n)[0-9a-f]+\r\n/g, "").trim() : body;
  return { status: Number(start.split(" ")[1] ?? 0), headers, body: plain };
}
