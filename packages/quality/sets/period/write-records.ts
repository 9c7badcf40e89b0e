import type { Seeded } from "./seeded.ts";
import type { Subject } from "./subjects.ts";
import { type DateStyle, writeDate } from "./write-date.ts";

/** A document as its reader hands it on: pieces of text, of a table with its column headings. */
export interface WrittenDocument {
  readonly filename: string;
  readonly fileType: "csv" | "txt" | "md" | "eml";
  readonly pieces: readonly { readonly text: string; readonly context: string | null }[];
  /** How it writes dates, where that is not left open. */
  readonly style?: DateStyle;
  /** The dates that it says something of the subject happened on. */
  readonly dates: readonly string[];
}

interface Records {
  readonly subject: Subject;
  readonly dates: readonly string[];
  readonly style: DateStyle;
  readonly random: Seeded;
}

type WriteRecords = (records: Records) => WrittenDocument[];

const PEOPLE = ["J. Smith", "A. Novak", "M. Okafor", "L. Chen"];
const BLOCK_ROWS = 24;

/** Layouts that were looked at while the finder was made. */
export const TUNED_LAYOUTS: readonly WriteRecords[] = [writeRegister, writeDueRegister, writeMinutes, writeMails];

/** Kept back. The last four were written after all rules, and measured once. */
export const KEPT_LAYOUTS: readonly WriteRecords[] = [
  writeMarkdownTable,
  writeMixedRegister,
  writeReports,
  writeTickets,
  writeLetters,
  writeChat,
  writeWideTable,
  writeNotes,
];

function writeRegister({ subject, dates, style, random }: Records): WrittenDocument[] {
  const rows = dates.map((date) => `${writeDate(date, style)} | ${random.pick(PEOPLE)} | completed`);
  return [table(`${slug(subject.record)}-register.csv`, "Date | Performed by | State", rows, dates)];
}

/** Each row says when it was due too, and one is open yet. */
function writeDueRegister({ subject, dates, style, random }: Records): WrittenDocument[] {
  const rows = dates.map(
    (date) => `${subject.record} | ${writeDate(date, style)} | ${writeDate(date, style)} | ${random.pick(PEOPLE)}`,
  );
  const open = `${subject.record} | ${writeDate("2025-12-28", style)} |  | ${random.pick(PEOPLE)}`;
  return [table("controls-log.csv", "Control | Due | Completed on | Owner", [...rows, open], dates)];
}

function writeMinutes({ subject, dates, style, random }: Records): WrittenDocument[] {
  return dates.map((date, at) => ({
    filename: `minutes-${at + 1}.txt`,
    fileType: "txt",
    pieces: [
      plain(
        `Minutes: ${subject.record}\nDate: ${writeDate(date, style)}\nPresent: ${random.pick(PEOPLE)}\n\n${subject.act} was completed. Two findings were closed.\nNext date: ${writeDate("2025-12-30", style)}`,
      ),
    ],
    dates: [date],
  }));
}

function writeMails({ subject, dates, random }: Records): WrittenDocument[] {
  return dates.map((date, at) => ({
    filename: `message-${at + 1}.eml`,
    fileType: "eml",
    style: "ISO",
    pieces: [
      plain(
        `From: ${random.pick(PEOPLE)} <a@example.test>\nTo: b@example.test\nSubject: ${subject.record} confirmed\nDate: ${date}T09:00:00.000Z\n\nI confirm that it was carried out as planned. ${subject.act} found nothing new.`,
      ),
    ],
    dates: [date],
  }));
}

function writeMarkdownTable({ subject, dates, style, random }: Records): WrittenDocument[] {
  const rows = dates.map((date) => `| ${writeDate(date, style)} | ${random.pick(PEOPLE)} | no findings |`);
  const text = [`# ${subject.record} log`, "", "| Held on | By | Outcome |", "|---|---|---|", ...rows].join("\n");
  return [{ filename: "evidence.md", fileType: "md", pieces: [plain(text)], dates }];
}

/** Rows of another subject stand between those that count. */
function writeMixedRegister({ subject, dates, style, random }: Records): WrittenDocument[] {
  const rows = dates.flatMap((date) => [
    `${writeDate(date, style)} | ${subject.record} | ${random.pick(PEOPLE)} | done`,
    `${writeDate(shift(date, 3), style)} | ${subject.other} | ${random.pick(PEOPLE)} | done`,
  ]);
  return [table("compliance-calendar-log.csv", "Date | Activity | By | State", rows, dates)];
}

function writeReports({ subject, dates, style }: Records): WrittenDocument[] {
  return dates.map((date, at) => ({
    filename: `report-${at + 1}.txt`,
    fileType: "txt",
    pieces: [
      plain(
        `${subject.record} report\n\n${subject.act} was held on ${writeDate(date, style)}. The next one is planned for ${writeDate("2025-12-29", style)}. This report is version 1.0 of ${writeDate("2025-12-27", style)}.`,
      ),
    ],
    dates: [date],
  }));
}

function writeTickets({ subject, dates, style, random }: Records): WrittenDocument[] {
  const lines = dates.map(
    (date, at) =>
      `Ticket ${4000 + at}: ${subject.record}. Closed on ${writeDate(date, style)} by ${random.pick(PEOPLE)} after ${subject.act.toLowerCase()} was completed.`,
  );
  return [{ filename: "tickets.txt", fileType: "txt", pieces: [plain(lines.join("\n"))], dates }];
}

function writeLetters({ subject, dates, style, random }: Records): WrittenDocument[] {
  return dates.map((date, at) => ({
    filename: `letter ${at + 1}.txt`,
    fileType: "txt",
    pieces: [
      plain(
        `Confirmation\n\nDated ${writeDate(date, style)}\n\nTo whom it may concern,\n\nwe hereby confirm: ${subject.act.toLowerCase()} has been completed.\n\n${random.pick(PEOPLE)}`,
      ),
    ],
    dates: [date],
  }));
}

function writeChat({ subject, dates, random }: Records): WrittenDocument[] {
  const lines = dates.flatMap((date) => [
    `[${date} 09:12] ${random.pick(PEOPLE)}: ${subject.act} is done, report attached`,
    `[${shift(date, 1)} 10:30] ${random.pick(PEOPLE)}: thanks`,
  ]);
  return [{ filename: "channel-export.txt", fileType: "txt", pieces: [plain(lines.join("\n"))], dates, style: "ISO" }];
}

/** Planned and actual dates, the actual one not first. */
function writeWideTable({ subject, dates, style, random }: Records): WrittenDocument[] {
  const rows = dates.map(
    (date, at) =>
      `${at + 1} | ${subject.record} | ${writeDate(shift(date, -4), style)} | ${writeDate(date, style)} | ${random.pick(PEOPLE)} | closed`,
  );
  const planned = `${dates.length + 1} | ${subject.record} | ${writeDate("2025-11-30", style)} |  | ${random.pick(PEOPLE)} | planned`;
  return [
    table("activity list.csv", "No | Activity | Planned for | Performed on | Who | Status", [...rows, planned], dates),
  ];
}

function writeNotes({ subject, dates, style }: Records): WrittenDocument[] {
  const paragraphs = dates.map(
    (date) => `On ${writeDate(date, style)} ${subject.act.toLowerCase()} was carried out. Nothing had to be changed.`,
  );
  const text = [`${subject.record}: notes`, ...paragraphs, "It was not carried out on 1 November 2025."].join("\n\n");
  return [{ filename: "notes.md", fileType: "md", pieces: [plain(text)], dates }];
}

/** The rule alone, which proves no practice. */
export function writePolicy({ rule, record }: Subject, every: string): WrittenDocument {
  const text = `${record} policy\n\nPurpose\nThis policy sets out what must be done.\n\nPolicy\n${rule.replace("{every}", every)} Managers must support it. Exceptions must be approved.\n\nApproved on 2 January 2025.`;
  return { filename: `${slug(record)}-policy.txt`, fileType: "txt", pieces: [plain(text)], dates: [] };
}

function table(filename: string, headings: string, rows: readonly string[], dates: readonly string[]): WrittenDocument {
  const blocks = Array.from({ length: Math.max(1, Math.ceil(rows.length / BLOCK_ROWS)) }, (_, at) =>
    rows.slice(at * BLOCK_ROWS, (at + 1) * BLOCK_ROWS),
  );
  const pieces = blocks.map((block, at) => ({
    text: (at === 0 ? [headings, ...block] : block).join("\n"),
    context: headings,
  }));
  return { filename, fileType: "csv", pieces, dates };
}

function plain(text: string) {
  return { text, context: null };
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(" ", "-");
}

export function shift(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
