import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { Piece, SegmentSink } from "../child/segment-sink.ts";
import { warnOfUnread } from "../embedded/warn-of-unread.ts";
import { countLetters, htmlText, type MailText } from "../mail/choose-body.ts";
import { createQuoteMarker, type QuoteMarker } from "../mail/find-quoted.ts";
import type { MailAttachment, UnreadPart } from "../mail/list-contents.ts";
import { MAIL_BYTES_MAX } from "../mail/mail-bytes-max.ts";
import { type Mail, readMail } from "../mail/read-mail.ts";
import { joinMarked, type MarkedText, markText } from "../text/marked-text.ts";
import { countEmbeddedPictures } from "./count-embedded-pictures.ts";
import { htmlToSections } from "./html-to-sections.ts";
import { PICTURES_NOT_READ, writeHtmlPage } from "./write-html-page.ts";

const NAMES_SHOWN_MAX = 50;
const CONTEXT_LENGTH_MAX = 500;

/** What a mail says itself; its attachments are documents of their own. */
export function extractMail(fileType: "eml" | "msg"): ExtractFormat {
  return async (bytes, sink) => {
    const mail = await readMail(fileType, bytes);
    if (bytes.length <= MAIL_BYTES_MAX) await warnOfUnread(sink, () => mail.attachments);
    else if (mail.attachments.length > 0) sink.warn({ code: "ATTACHMENT_NOT_READ", message: TOO_LONG });
    return writeMail(mail, sink);
  };
}

const TOO_LONG = `Attachments of a mail of more than ${MAIL_BYTES_MAX / 1024 / 1024} MB are not read: save them from the mail, and upload them`;

async function writeMail(mail: Mail, sink: SegmentSink) {
  const { bodies, attachments } = mail;
  const texts = bodies.filter((body) => !("because" in body) && saysSomething(body));
  const within = withHeaders(sink, describeHeaders(mail));
  const subject = mail.headers.find(([name]) => name === "Subject")?.[1];
  const parts = bodies.length === 0 ? [NO_BODY] : bodies;
  for (const [at, body] of parts.entries()) {
    const label = parts.length === 1 ? null : `Part ${at + 1}`;
    if ("because" in body) {
      sink.page({ label, state: "UNREADABLE", reason: `Cannot read this part of the mail because ${body.because}` });
    } else if (!texts.includes(body)) {
      const isPicture = countEmbeddedPictures(body.html ?? "") > 0;
      sink.page({ label, ...(isPicture ? { state: "IMAGE_ONLY", reason: PICTURES_NOT_READ } : { state: "EMPTY" }) });
    } else {
      const unread = await writeBody(body, within, createQuoteMarker(subject));
      if (unread !== null) sink.page({ label, state: "MIXED", reason: unread });
      else sink.page({ label, state: "TEXT", ...(body.unsure && { reason: UNSURE }) });
      if (body.unsure) sink.warn({ code: "ENCODING_UNSURE", message: UNSURE });
    }
  }
  if (texts.length === 0) failUnread(bodies, attachments);
  return { pages: parts.length, pagesWithText: texts.length };
}

const NO_BODY: MailText = { plain: "", html: null, unsure: false };
const UNSURE = "Some letters of the mail may be wrong because its charset is not known, or not the one that it names";

function failUnread(bodies: readonly (MailText | UnreadPart)[], attachments: readonly MailAttachment[]): void {
  const unread = bodies.find((body): body is UnreadPart => "because" in body);
  if (unread && attachments.length === 0)
    throw new ExtractionFailure(
      unread.encrypted ? "ENCRYPTED_FILE" : "UNREADABLE_FILE",
      `Cannot read the mail because ${unread.because}`,
    );
}

const PICTURE_NAME = /\S+\.(?:png|jpe?g|gif|bmp|tiff?|webp)\b|\[?cid:\S+/gi;
const SENT_FROM =
  /^\W*(?:sent|envoyé|enviado|gesendet|von meinem)\b[^\n]{0,60}(?:iphone|ipad|android|samsung|galaxy|mobile|handy|outlook)[^\n]{0,40}$/i;

/** Whether there is a word next to the names of images and what a device adds to every mail. */
function saysSomething({ plain, html }: MailText): boolean {
  const text = (html === null ? (plain ?? "") : htmlText(html)).replace(PICTURE_NAME, " ").trim();
  return countLetters(text) > 0 && !SENT_FROM.test(text);
}

/** Returns why the body was not read whole; null where it was. */
async function writeBody({ plain, html }: MailText, sink: SegmentSink, marker: QuoteMarker): Promise<string | null> {
  if (html === null) {
    await sink.write({ content: marker.mark(markText(plain?.trim() ?? "")) });
    return null;
  }
  const marked: SegmentSink = Object.assign(Object.create(sink) as SegmentSink, {
    write: (piece: Piece) => sink.write({ ...piece, content: marker.mark(piece.content) }),
  });
  const unread = await writeHtmlPage(html, marked, { quotes: marker.elements });
  // Programs show the HTML: what is in the plain text alone is seen by few.
  const rest = plain === null ? "" : listLinesBeside(plain, html);
  if (rest !== "") await sink.write({ location: "Plain text", content: markText(rest, true) });
  return unread;
}

function listLinesBeside(text: string, html: string): string {
  const letters = (part: string) => part.replace(/\S*:\/\/\S*/g, "").replace(/[^\p{L}\p{N}]+/gu, "");
  const shown = htmlToSections(html)
    .map(({ content }) => content.text.replace(/[^\p{L}\p{N}]+/gu, ""))
    .join("");
  return text
    .split("\n")
    .filter((line) => letters(line) !== "" && !shown.includes(letters(line)))
    .join("\n");
}

interface HeaderLines {
  readonly text: MarkedText;
  /** In short. */
  readonly context: string;
}

function describeHeaders({ headers, attachments }: Mail): HeaderLines {
  const names = attachments.slice(0, NAMES_SHOWN_MAX).map(({ name }) => name);
  if (attachments.length > names.length) names.push("…");
  const lines = [...headers, ...(names.length > 0 ? [["Attachments", names.join(", ")]] : [])];
  const told = lines.map(([name, value]) => `${name}: ${value}`);
  const brief = told.filter((line) => /^(?:From|Subject|Date): /.test(line)).join(" | ");
  return { text: markText(told.join("\n")), context: markText(brief.slice(0, CONTEXT_LENGTH_MAX)).text };
}

/**
 * The same sink, with the headers before the first piece and in the context of the others: who wrote when and about what
 * belongs to what is said, and says nothing alone.
 */
function withHeaders(sink: SegmentSink, { text, context }: HeaderLines): SegmentSink {
  let first = true;
  return Object.assign(Object.create(sink) as SegmentSink, {
    write(piece: Piece) {
      if (!first) return sink.write({ ...piece, context: [context, piece.context].filter(Boolean).join("\n") || null });
      first = false;
      return sink.write({ ...piece, content: joinTexts(text, piece.content) });
    },
  });
}

function joinTexts(before: MarkedText, after: MarkedText): MarkedText {
  if (before.text === "") return after;
  return joinMarked([before, after], "\n\n");
}
