import type { Mail, Mailer, MailOutcome } from "@assay/core/ports";

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with the user and password where the server asks for them. */
  readonly url: string;
  /** An address, or a name with an address in angle brackets. */
  readonly from: string;
  /** For each step of the conversation. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;
/** A reply from here on is permanent. RFC 5321 §4.2.1. */
const PERMANENT = 500;
/** The server refuses who asks, not what is asked: the operator can put that right. */
const REFUSED_CALLER = new Set(["EAUTH", "ENOAUTH", "EOAUTH2", "ETLS"]);

/** Sends by SMTP. The library is loaded with the first mail. */
export function createSmtpMailer({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): Mailer {
  const timeouts = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  };
  async function open() {
    const { createTransport } = await import("nodemailer");
    // Nothing in a mail is read from a file or an address.
    return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  }

  return {
    async send({ id, to, subject, text, html, attachment }: Mail, { signal }): Promise<MailOutcome> {
      signal.throwIfAborted();
      const transport = await open();
      try {
        const messageId = `<${id}@${domainOf(from)}>`;
        const headers = { "Auto-Submitted": "auto-generated" };
        await transport.sendMail({
          from,
          to: { name: "", address: to },
          subject,
          text,
          html,
          messageId,
          headers,
          attachments: attachment ? [attachment] : [],
        });
        return "SENT";
      } catch (error) {
        return isPermanent(error) ? "REFUSED" : "UNREACHABLE";
      } finally {
        transport.close();
      }
    },

    async check() {
      const transport = await open();
      try {
        await transport.verify();
        return undefined;
      } catch (error) {
        return problemOf(error);
      } finally {
        transport.close();
      }
    },
  };
}

function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code !== undefined && REFUSED_CALLER.has(code)) return false;
  return responseCode !== undefined && responseCode >= PERMANENT;
}

/** The server's own words may repeat what was sent to it. */
function problemOf(error: unknown): string {
  const { code = "unknown", responseCode } = error as { code?: string; responseCode?: number };
  return responseCode === undefined ? `the error is ${code}` : `it answered ${responseCode} (${code})`;
}

function domainOf(from: string): string {
  return /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
}
