import { connect, type Socket } from "node:net";
import { addAbortSignal } from "node:stream";
import { UnavailableError } from "@assay/contract";
import type { FileScanner, ScanOutcome } from "@assay/core/ports";

export interface ClamdOptions {
  /** `unix:///run/clamav/clamd.ctl`, or `tcp://host:3310`. */
  readonly url: string;
  /** Without a word from the daemon: for the largest file that it takes. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 120_000;
const PORT = 3310;
const CHUNK_BYTES_MAX = 1_048_576;
/** It answers in a line. */
const REPLY_LENGTH_MAX = 10_000;

/**
 * Asks a ClamAV daemon, by the commands of clamd(8): a file is streamed to it (INSTREAM), so that the two share no disk.
 */
export function createClamdScanner({ url, timeoutMs = TIMEOUT_MS }: ClamdOptions): FileScanner {
  const ask = async (words: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string> => {
    const socket = open(url, timeoutMs);
    if (signal) addAbortSignal(signal, socket);
    try {
      return await converse(socket, words);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      socket.destroy();
    }
  };

  return {
    ...destinationOf(url),

    async scan(file, { signal, sending }) {
      signal.throwIfAborted();
      await sending?.(file.sizeBytes);
      return readOutcome(await ask(inChunks(await file.open()), signal));
    },

    async check() {
      try {
        const reply = await ask(sayPing());
        return reply === "PONG" ? undefined : "what answers is no clamd";
      } catch (error) {
        return error instanceof UnavailableError ? error.message : "it does not answer";
      }
    },
  };
}

/** A socket of this machine is no host. */
function destinationOf(url: string): Pick<FileScanner, "sendsTo"> {
  const { protocol, hostname, port } = new URL(url);
  return protocol === "unix:" ? {} : { sendsTo: { provider: "clamd", host: `${hostname}:${port || PORT}` } };
}

function open(url: string, timeoutMs: number): Socket {
  const { protocol, hostname, port, pathname } = new URL(url);
  const socket =
    protocol === "unix:"
      ? connect({ path: decodeURIComponent(pathname) })
      : connect({ host: hostname.replace(/^\[|\]$/g, ""), port: port ? Number(port) : PORT });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`No word within ${timeoutMs} ms`)));
  return socket;
}

/** Says the words and returns the reply: it may come, and the connection end, before all of them are said. */
async function converse(socket: Socket, words: AsyncIterable<Uint8Array>): Promise<string> {
  const reply = readReply(socket);
  // Heard where it is awaited below, and meanwhile by nobody.
  reply.catch(() => {});
  for await (const word of words) if (!(await write(socket, word))) break;
  return reply;
}

/** Returns whether there is a point in saying more. */
function write(socket: Socket, word: Uint8Array): Promise<boolean> {
  if (socket.destroyed || socket.readableEnded) return Promise.resolve(false);
  return new Promise((resolve) => socket.write(word, (error) => resolve(!error)));
}

function readReply(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    let failure: NodeJS.ErrnoException | undefined;
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      text += part;
      if (text.length > REPLY_LENGTH_MAX) socket.destroy();
    });
    socket.on("error", (error) => {
      failure = error;
    });
    socket.on("close", () => {
      // A connection that is reset behind a whole reply has said it.
      if (text.endsWith("\0")) resolve(text.slice(0, -1));
      else reject(silent(failure));
    });
  });
}

function silent(failure: NodeJS.ErrnoException | undefined): UnavailableError {
  const reason = failure?.code ?? (failure ? "no reply in time" : "the connection ended");
  return new UnavailableError("scanner", `Cannot scan files now because clamd does not answer (${reason})`, {
    cause: failure,
  });
}

async function* sayPing() {
  yield Buffer.from("zPING\0");
}

async function* inChunks(body: ReadableStream<Uint8Array>) {
  yield Buffer.from("zINSTREAM\0");
  for await (const bytes of body)
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES_MAX) {
      const chunk = bytes.subarray(at, at + CHUNK_BYTES_MAX);
      yield lengthOf(chunk);
      yield chunk;
    }
  yield lengthOf(new Uint8Array());
}

function lengthOf({ length }: Uint8Array): Uint8Array {
  const word = Buffer.alloc(4);
  word.writeUInt32BE(length);
  return word;
}

function readOutcome(reply: string): ScanOutcome {
  if (reply === "stream: OK") return { state: "CLEAN" };
  const finding = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (finding !== undefined) return { state: "INFECTED", finding };
  if (reply.startsWith("INSTREAM size limit exceeded")) return { state: "TOO_LARGE" };
  throw new UnavailableError("scanner", "Cannot scan files now because clamd has an error of its own");
}
