import { type Address, addressParser, decodeWords } from "postal-mime";
import { chooseText, type MailText } from "./choose-body.ts";
import { describeDate } from "./describe-date.ts";
import { listContents, type MailAttachment, type UnreadPart } from "./list-contents.ts";
import { openEnvelopes } from "./open-envelopes.ts";
import { type MailPart, parseMessage } from "./parse-message.ts";

export interface Mail {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What a mail program shows as the text, in order. */
  readonly bodies: readonly (MailText | UnreadPart)[];
  readonly attachments: readonly MailAttachment[];
}

/** Reads a message of the formats that mails are kept in. Throws for bytes that are no Outlook message. */
export async function readMail(fileType: "eml" | "msg", bytes: Uint8Array): Promise<Mail> {
  if (fileType === "msg") return readOutlookMail(bytes);
  const message = parseMessage(bytes);
  return { headers: listHeaders(message), ...(await openEnvelopes(await listContents(message), readRichText)) };
}

// Loaded only where it is needed, so that a process is ready at once.
async function readOutlookMail(bytes: Uint8Array): Promise<Mail> {
  const { readOutlookMessage } = await import("../formats/read-outlook-message.ts");
  const { from, to, cc, subject, date, text, html, rich, attachments, broken } = readOutlookMessage(bytes);
  const sure = (words: string | null) => (words ? { text: words, unsure: false } : null);
  const body = rich ? await readRichText(rich) : chooseText(sure(text), sure(html));
  const files = attachments.map(({ filename, content, contentId }): MailAttachment => {
    const picture = /\.(png|jpe?g|gif|bmp|tiff?|webp)$/i.test(filename);
    return {
      name: filename,
      mediaType: "",
      inline: picture && contentId !== null,
      content: () => Buffer.from(content),
    };
  });
  const lost = broken.map((name): MailAttachment => ({ name, mediaType: "", inline: false, content: () => null }));
  const headers = { From: from, To: to, Cc: cc, Subject: subject, Date: describeDate(date ?? undefined) };
  return { headers: withValues(headers), bodies: body ? [body] : [], attachments: [...files, ...lost] };
}

/** What the rich text shows; what it hides is omitted. */
async function readRichText(packed: Uint8Array): Promise<MailText | UnreadPart> {
  const [{ readRtf }, { unpackRtf }] = await Promise.all([import("../formats/read-rtf.ts"), import("./unpack-rtf.ts")]);
  try {
    const { sections } = readRtf(unpackRtf(packed), () => {});
    const shown = sections.map(({ content: { text, hidden } }) =>
      hidden.toReversed().reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), text),
    );
    return { plain: shown.join("\n\n"), html: null, unsure: false };
  } catch {
    return {
      because: "its text is in a rich text that cannot be read: save the message as .eml or .pdf",
      encrypted: false,
    };
  }
}

function listHeaders({ headers }: MailPart): Mail["headers"] {
  return withValues({
    From: describeAddresses(headers.get("from")),
    To: describeAddresses(headers.get("to")),
    Cc: describeAddresses(headers.get("cc")),
    Subject: decodeWords(headers.get("subject") ?? ""),
    Date: describeDate(headers.get("date")),
  });
}

function withValues(headers: Readonly<Record<string, string | null | undefined>>): Mail["headers"] {
  return Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

function describeAddresses(header: string | undefined): string | undefined {
  return header && addressParser(header).map(describeAddress).join(", ");
}

function describeAddress({ name, address, group }: Address): string {
  if (group) return `${decodeWords(name)}: ${group.map(describeAddress).join(", ")}`;
  const shown = decodeWords(name);
  return shown && address ? `${shown} <${address}>` : (address ?? shown);
}
