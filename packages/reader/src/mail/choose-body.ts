import { htmlToSections } from "../formats/html-to-sections.ts";
import { isText, type PartText, readText } from "./body-part.ts";
import type { MailPart } from "./parse-message.ts";

export interface MailText {
  /** The text, as it is written for programs that show no HTML. */
  readonly plain: string | null;
  readonly html: string | null;
  readonly unsure: boolean;
}

interface OtherPart {
  readonly part: MailPart;
  /** Whether it belongs to what the text shows. */
  readonly shown: boolean;
}

/** A page that shows less than this many letters may be a stub. */
const STUB_LETTERS_MAX = 40;
const STUB_TIMES = 10;

/**
 * The forms of one text: HTML, which programs show, unless it only represents the plain text. What else the alternatives
 * hold, such as images and files, is left to the caller.
 */
export function chooseBody(alternative: MailPart): { text: MailText | null; rest: OtherPart[] } {
  const rest: OtherPart[] = [];
  const plains: PartText[] = [];
  const pages: PartText[] = [];
  const others: PartText[] = [];
  const visit = (part: MailPart, shown: boolean) => {
    if (part.parts.length > 0 && !/^multipart\/(encrypted|signed)$/.test(part.mediaType)) {
      for (const inner of part.parts) visit(inner, shown || part.mediaType === "multipart/related");
    } else if (!isText(part) || part.disposition.value === "attachment") rest.push({ part, shown });
    else if (part.mediaType === "text/html") pages.push(readText(part));
    else (part.mediaType === "text/plain" ? plains : others).push(readText(part));
  };
  for (const part of alternative.parts) visit(part, false);
  return { text: chooseText(join(plains.length > 0 ? plains : others), join(pages)), rest };
}

function join(texts: readonly PartText[]): PartText | null {
  if (texts.length === 0) return null;
  return { text: texts.map(({ text }) => text).join("\n"), unsure: texts.some(({ unsure }) => unsure) };
}

/** HTML, which programs show, unless it only represents the plain text, or nothing. */
export function chooseText(plain: PartText | null, page: PartText | null): MailText | null {
  if (!page) return plain && { plain: plain.text, html: null, unsure: plain.unsure };
  if (!plain || isStub(plain.text)) return { plain: null, html: page.text, unsure: page.unsure };
  if (standsForAnother(htmlText(page.text), plain.text)) return { plain: plain.text, html: null, unsure: plain.unsure };
  return { plain: plain.text, html: page.text, unsure: page.unsure };
}

const STUBS = [
  /\bmessage (?:is )?in (?:MIME|HTML|multi-?part) format\b/i,
  /\bmulti-?part message in MIME format\b/i,
  /\b(?:does not|doesn't|cannot|can't|can not|unable to|not able to) (?:support|display|show|view|read)\b.{0,60}\bHTML\b/is,
  /\bHTML\b.{0,40}\b(?:is not supported|enabled|capable|required|not displayed)\b/is,
  /\bview (?:this|the) (?:e-?mail|message|mail|newsletter)\b.{0,40}\b(?:browser|HTML|online)\b/is,
  /\bview (?:it )?(?:online|in (?:a|your) browser)\b/i,
];
const STUB_LENGTH_MAX = 600;

/** A short text that says that the message is elsewhere, or nothing. */
function isStub(text: string): boolean {
  if (countLetters(text) === 0) return true;
  const short = text.trim();
  return short.length <= STUB_LENGTH_MAX && STUBS.some((stub) => stub.test(short));
}

function standsForAnother(shown: string, plain: string): boolean {
  const few = countLetters(shown);
  return isStub(shown) || (few < STUB_LETTERS_MAX && countLetters(plain) >= few * STUB_TIMES);
}

export function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** The text of a page, without what represents its images. */
export function htmlText(html: string): string {
  return htmlToSections(html.replace(/<img\b[^<>]*>/gi, " "))
    .map(({ content }) => content.text)
    .join("\n");
}
