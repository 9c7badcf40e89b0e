import type { MailText } from "./choose-body.ts";
import { chooseText, countLetters } from "./choose-body.ts";
import type { MailContents, UnreadPart } from "./list-contents.ts";
import { readTnef, type Tnef } from "./read-tnef.ts";
import { isTnef } from "./tnef.ts";

/**
 * Puts the files of Outlook's envelopes (`winmail.dat`) in their place, and their text where the mail has no other. One
 * that cannot be opened stays an attachment.
 */
export async function openEnvelopes(
  { bodies, attachments }: MailContents,
  readRichText: (packed: Uint8Array) => Promise<MailText | UnreadPart>,
): Promise<MailContents> {
  const opened = new Map(attachments.filter(isTnef).map((envelope) => [envelope, open(envelope.content())]));
  const files = attachments.flatMap((each) => opened.get(each)?.files ?? [each]);
  if (bodies.some((body) => "because" in body || countLetters(`${body.plain ?? ""}${body.html ?? ""}`) > 0))
    return { bodies, attachments: files };
  const texts: (MailText | UnreadPart)[] = [];
  for (const envelope of opened.values()) {
    const text = envelope && (await textOf(envelope, readRichText));
    if (text) texts.push(text);
  }
  return { bodies: texts.length > 0 ? texts : bodies, attachments: files };
}

function open(bytes: Uint8Array | null): Tnef | null {
  try {
    return bytes && readTnef(bytes);
  } catch {
    return null;
  }
}

async function textOf(
  { rich, html, text }: Tnef,
  readRichText: (packed: Uint8Array) => Promise<MailText | UnreadPart>,
): Promise<MailText | UnreadPart | null> {
  if (rich) return readRichText(rich);
  const sure = (words: string | null) => (words ? { text: words, unsure: false } : null);
  return chooseText(sure(text), sure(html && new TextDecoder().decode(html)));
}
