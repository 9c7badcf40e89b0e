import { createSmtpMailer } from "@assay/adapters/smtp";
import type { MailPart } from "@assay/core/mail";
import type { Config } from "../config.ts";

/** What sends mails, with links to the portal that this service serves; undefined where none is configured. */
export function openMail({ SMTP_URL: url, MAIL_FROM: from, API_URL: origin }: Config): MailPart | undefined {
  if (!url || !from || !origin) return undefined;
  return { mailer: createSmtpMailer({ url, from }), portalUrl: new URL("/cm", origin).href };
}
