import { decodeCharset } from "./decode-charset.ts";
import type { MailPart } from "./parse-message.ts";

export interface PartText {
  readonly text: string;
  /** Whether its letters may be wrong: its charset is not known, or not what its bytes are. */
  readonly unsure: boolean;
}

const TEXTS = new Set([
  "text/plain",
  "text/html",
  "text/enriched",
  "text/richtext",
  "message/delivery-status",
  "message/disposition-notification",
  "message/feedback-report",
]);

/** Whether a mail program shows it as text. */
export function isText({ mediaType }: MailPart): boolean {
  return TEXTS.has(mediaType);
}

export function readText(part: MailPart): PartText {
  const decoded = decodeCharset(part.content(), part.type.parameters.get("charset") ?? null);
  return ENRICHED.has(part.mediaType) ? { ...decoded, text: withoutCommands(decoded.text) } : decoded;
}

const ENRICHED = new Set(["text/enriched", "text/richtext"]);

/** Enriched text is plain text with commands such as `<bold>`; `<<` represents `<`. */
function withoutCommands(text: string): string {
  return text.replace(/<<|<\/?[\w-]{1,60}>/g, (command) => (command === "<<" ? "<" : ""));
}
