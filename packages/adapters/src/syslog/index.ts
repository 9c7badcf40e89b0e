import { once } from "node:events";
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { AuditEntry } from "@assay/contract";
import { severityOf, toOcsf } from "@assay/core/audit-out";
import type { AuditDestination } from "@assay/core/ports";

export interface SyslogOptions {
  /** `syslog+tls://host:6514` or `syslog+tcp://host:601`. */
  readonly url: string;
  /** Of this machine, as RFC 5424 has it. */
  readonly hostname: string;
  readonly version: string;
  /** In place of the system's authorities. */
  readonly ca?: string | undefined;
  /** In place of the system's resolver. */
  readonly lookup?: LookupFunction | undefined;
}

const PORTS = { "syslog+tls:": 6514, "syslog+tcp:": 601 } as const;

/**
 * RFC 5424 over TCP or TLS, each message with its length before it (RFC 6587, RFC 5425). Syslog confirms nothing: a batch
 * counts as taken once the receiver has closed the connection behind it without an error.
 */
export function createSyslog({ url, hostname, version, ca, lookup }: SyslogOptions): AuditDestination {
  const { protocol, hostname: named, port } = new URL(url);
  const isTls = protocol === "syslog+tls:";
  const host = named.replace(/^\[|\]$/g, "");
  const address = {
    host,
    port: Number(port) || PORTS[isTls ? "syslog+tls:" : "syslog+tcp:"],
    ...(lookup && { lookup }),
  };
  // An address is no name that a certificate could be asked for by.
  const tls = { servername: isIP(host) === 0 ? host : "", ...(ca && { ca }) };
  const open = () => (isTls ? connectTls({ ...address, ...tls }) : connectPlain(address));
  return {
    name: "syslog",
    async send(entries, { signal }) {
      signal.throwIfAborted();
      const text = entries.map((entry) => frame(toMessage(entry, { hostname, version })));
      try {
        await deliver(open(), Buffer.concat(text), { signal, ready: isTls ? "secureConnect" : "connect" });
        return { taken: entries.length };
      } catch (error) {
        signal.throwIfAborted();
        const { code, message } = error as NodeJS.ErrnoException;
        return { taken: 0, problem: code ?? message };
      }
    },
  };
}

async function deliver(
  socket: Socket,
  bytes: Buffer,
  { signal, ready }: { readonly signal: AbortSignal; readonly ready: string },
): Promise<void> {
  const abort = () => socket.destroy(new Error("The time is over"));
  signal.addEventListener("abort", abort, { once: true });
  try {
    await once(socket, ready);
    const failed = new Promise<never>((_, reject) => socket.once("error", reject));
    const ended = once(socket, "end");
    socket.resume();
    socket.end(bytes);
    await Promise.race([ended, failed, closedEarly(socket)]);
  } finally {
    signal.removeEventListener("abort", abort);
    socket.on("error", () => {});
    socket.destroy();
  }
}

/** A connection that is closed before the receiver has ended it has told nothing. */
async function closedEarly(socket: Socket): Promise<never> {
  await once(socket, "close");
  throw new Error("The receiver closed the connection");
}

/** Facility 13 is the audit log's. */
const FACILITY = 13;
const LEVELS = { Informational: 6, Critical: 2 } as const;

function toMessage(entry: AuditEntry, { hostname, version }: Pick<SyslogOptions, "hostname" | "version">): string {
  const priority = FACILITY * 8 + LEVELS[severityOf(entry)];
  const head = `<${priority}>1 ${entry.created_at} ${printable(hostname)} assay - audit [origin software="assay" swVersion="${version}"]`;
  // The mark says that UTF-8 follows.
  return `${head} \uFEFF${JSON.stringify(toOcsf(entry, { version }))}`;
}

const printable = (text: string) => text.replaceAll(/[^\x21-\x7e]/g, "-").slice(0, 255) || "-";

function frame(message: string): Buffer {
  const bytes = Buffer.from(message);
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}
