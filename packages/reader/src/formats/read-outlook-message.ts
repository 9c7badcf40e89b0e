import msgreader, { type FieldsData } from "@kenjiuno/msgreader";
import { decodeText } from "../text/decode-text.ts";
import { findHtmlDeclared } from "../text/find-declared.ts";

// A CommonJS package: loaded by Node itself, its default export is a property of what is imported.
const MsgReader = (msgreader as typeof msgreader & { readonly default?: typeof msgreader }).default ?? msgreader;

interface OutlookAttachment {
  readonly filename: string;
  /** Of a message within the message, the bytes of a message file of its own. */
  readonly content: Uint8Array;
  /** The name by which the body shows it; null where it is not part of the body. */
  readonly contentId: string | null;
}

/** The parts of an Outlook message, as those of a mail. */
export interface OutlookMessage {
  readonly from: string | null;
  readonly to: string | null;
  readonly cc: string | null;
  readonly subject: string | null;
  /** As it is in the message. */
  readonly date: string | null;
  readonly text: string | null;
  readonly html: string | null;
  /** The packed rich text of a message that has no other body. */
  readonly rich: Uint8Array | null;
  readonly attachments: readonly OutlookAttachment[];
  /** Attachments that could not be taken out. */
  readonly broken: readonly string[];
}

/** Throws where the file is no Outlook message. */
export function readOutlookMessage(bytes: Uint8Array): OutlookMessage {
  const { buffer } = new Uint8Array(bytes);
  const reader = new MsgReader(buffer);
  const fields = reader.getFileData();
  if (fields.error) throw new Error(fields.error);
  const attachments: OutlookAttachment[] = [];
  const broken: string[] = [];
  for (const attachment of fields.attachments ?? []) {
    const filename = nameOf(attachment);
    try {
      const { content } = reader.getAttachment(attachment);
      attachments.push({ filename, content, contentId: attachment.pidContentId ?? null });
    } catch {
      broken.push(filename);
    }
  }
  const listed = (type: string) =>
    (fields.recipients ?? [])
      .filter(({ recipType }) => (recipType ?? "to") === type)
      .map(({ name, smtpAddress, email }) => describeAddress(name, smtpAddress ?? email))
      .join(", ") || null;
  return {
    from: describeAddress(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail) || null,
    to: listed("to"),
    cc: listed("cc"),
    subject: fields.subject ?? null,
    date:
      sentDate(fields.headers) ?? fields.clientSubmitTime ?? fields.messageDeliveryTime ?? fields.creationTime ?? null,
    text: fields.body ?? null,
    html: htmlOf(fields),
    rich: fields.body || fields.bodyHtml || fields.html ? null : (fields.compressedRtf ?? null),
    attachments,
    broken,
  };
}

/** With the sender's zone, which Outlook's own fields have not. */
function sentDate(headers: string | undefined): string | undefined {
  const date = /^Date:[ \t]*(.{1,100})$/im.exec(headers ?? "")?.[1]?.trim();
  return date === undefined || Number.isNaN(Date.parse(date)) ? undefined : date;
}

function nameOf({ fileName, fileNameShort, name, innerMsgContent }: FieldsData): string {
  const given = fileName ?? fileNameShort ?? name ?? "unnamed";
  return innerMsgContent && !/\.msg$/i.test(given) ? `${given}.msg` : given;
}

function describeAddress(name: string | undefined, address: string | undefined): string {
  return name && address && name !== address ? `${name} <${address}>` : (address ?? name ?? "");
}

function htmlOf({ bodyHtml, html }: FieldsData): string | null {
  if (bodyHtml) return bodyHtml;
  return html ? decodeText(html, null, findHtmlDeclared).text : null;
}
