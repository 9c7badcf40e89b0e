import { AssayError } from "@assay/contract";
import { detectFileType } from "@assay/core/documents/file-type";
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { READERS } from "../child/readers.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { markText } from "../text/marked-text.ts";
import { htmlToSections } from "./html-to-sections.ts";
import { writeHtmlPage } from "./write-html-page.ts";

const TAIL_BYTES = 4 * 1024 * 1024;

/** Headers, body, then attachments of supported types, one level deep. */
export const extractMail: ExtractFormat = async (bytes, sink) => {
  const mail = await writeMessage(bytes, sink);
  for (const attachment of mail.attachments) await writeAttachment(attachment, sink);
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
};

async function writeMessage(bytes: Uint8Array, sink: SegmentSink): Promise<Email> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: "arraybuffer" });
  const text = mail.text?.trim() ?? "";
  const headers = describeHeaders(mail);
  if (!mail.html) {
    await sink.write({ content: markText([headers, text].filter(Boolean).join("\n\n")) });
    return mail;
  }
  await sink.write({ content: markText(headers) });
  await writeHtmlPage(mail.html, sink);
  // Programs show the HTML: what is in the plain text alone is seen by few.
  const rest = listLinesBeside(text, mail.html);
  if (rest !== "") await sink.write({ location: "Plain text", content: markText(rest, true) });
  return mail;
}

function listLinesBeside(text: string, html: string): string {
  const letters = (part: string) => part.replace(/[^\p{L}\p{N}]+/gu, "");
  const shown = letters(htmlToText(html));
  return text
    .split("\n")
    .filter(
      (line) =>
        letters(line.replace(/\S*:\/\/\S*/g, "")) !== "" && !shown.includes(letters(line.replace(/\S*:\/\/\S*/g, ""))),
    )
    .join("\n");
}

function htmlToText(html: string): string {
  return htmlToSections(html)
    .map(({ content }) => content.text)
    .join("\n");
}

function describeHeaders({ from, to, cc, subject, date, attachments }: Email): string {
  const lines: [string, string | undefined][] = [
    ["From", from && describeAddress(from)],
    ["To", to?.map(describeAddress).join(", ")],
    ["Cc", cc?.map(describeAddress).join(", ")],
    ["Subject", subject],
    ["Date", date],
    ["Attachments", attachments.map(({ filename }) => filename ?? "unnamed").join(", ")],
  ];
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join("\n");
}

function describeAddress({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(describeAddress).join(", ")}`;
  return name && address ? `${name} <${address}>` : (address ?? name);
}

async function writeAttachment({ filename, content }: Attachment, sink: SegmentSink): Promise<void> {
  if (!filename || !(content instanceof ArrayBuffer) || content.byteLength === 0) return;
  const bytes = new Uint8Array(content);
  const name = filename.replace(/\s+/g, " ").slice(0, 200).toWellFormed();
  const fileType = findFileType(filename, bytes);
  if (!fileType || fileType === "zip") return warnOf(name, "its type is not read inside a mail", sink);
  const place = `Attachment ${name}`;
  try {
    if (fileType === "eml") await writeMessage(bytes, within(sink, place));
    else await (await READERS[fileType]())(bytes, within(sink, place));
  } catch (error) {
    if (error instanceof ExtractionFailure && error.code === "EXTRACTION_LIMIT_EXCEEDED") throw error;
    // The mail itself is sound, and what could not be read must not look as if it had been.
    warnOf(name, error instanceof ExtractionFailure ? error.code : "UNREADABLE_FILE", sink);
  }
}

function warnOf(name: string, reason: string, sink: SegmentSink): void {
  sink.warn({ code: "ATTACHMENT_NOT_READ", message: `Cannot read attachment '${name}': ${reason}` });
}

function findFileType(filename: string, bytes: Uint8Array) {
  const sample = { head: bytes.subarray(0, 65_536), tail: bytes.subarray(-TAIL_BYTES), sizeBytes: bytes.length };
  try {
    return detectFileType({ filename, ...sample });
  } catch (error) {
    if (error instanceof AssayError) return null;
    throw error;
  }
}

/** The same sink, with locations inside the attachment; page numbers are those of the document alone. */
function within(sink: SegmentSink, place: string): SegmentSink {
  return {
    get count() {
      return sink.count;
    },
    fromSegment: sink.fromSegment,
    get hasText() {
      return sink.hasText;
    },
    write: ({ pageNumber, location, ...piece }) => {
      const inner = pageNumber === undefined ? location : `Page ${pageNumber}`;
      return sink.write({ ...piece, location: inner ? `${place} > ${inner}` : place });
    },
    skip: () => sink.skip(),
    progress: () => sink.progress(),
    acknowledge: () => sink.acknowledge(),
    warn: (warning) => sink.warn(warning),
    warnings: sink.warnings,
  };
}
