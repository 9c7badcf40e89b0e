export interface Mail {
  /** The same for each attempt, so that a receiver can drop a second copy. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachment?: { readonly filename: string; readonly contentType: string; readonly content: string };
}

/** REFUSED: the server will not deliver it, now or later. UNREACHABLE: another attempt may succeed. */
export type MailOutcome = "SENT" | "REFUSED" | "UNREACHABLE";

/** Hands mails to a server that delivers them. Neither throws for what the server says or does. */
export interface Mailer {
  send(mail: Mail, options: { signal: AbortSignal }): Promise<MailOutcome>;
  /** Undefined where the server would take a mail; else why it would not, without any secret. */
  check(): Promise<string | undefined>;
}
