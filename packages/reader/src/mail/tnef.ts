import type { MailAttachment } from "./list-contents.ts";

/** Outlook's own envelope of a mail's text and files, that other programs do not open. */
export function isTnef({ name, mediaType }: Pick<MailAttachment, "name" | "mediaType">): boolean {
  return /^application\/(?:vnd\.)?ms-tnef$/.test(mediaType) || /^winmail\.dat$/i.test(name);
}
