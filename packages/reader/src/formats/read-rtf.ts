import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { Piece } from "../child/segment-sink.ts";
import { boxOf, isPlaceholder, NOTHING_CHOSEN } from "../text/choices.ts";
import type { Comment } from "../text/write-comments.ts";
import { createSectionWriter, type TextPart } from "./section-writer.ts";

const GROUPS_MAX = 10_000;
/** In half points. */
const TINY_SIZE_MAX = 5;
const NEARLY_WHITE = 0xf0;
const HEADING_LEVELS = 9;

/** Groups whose text is no part of the document. */
const SKIPPED = new Set([
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "pict",
  "objdata",
  "fldinst",
  "themedata",
  "colorschememapping",
  "datastore",
  "latentstyles",
  "listtable",
  "listoverridetable",
  "rsidtbl",
  "generator",
  "xmlnstbl",
  "bkmkstart",
  "bkmkend",
  "filetbl",
  "revtbl",
  "mmathPr",
  "nonshppict",
  "template",
  "userprops",
  "atnid",
  "atnref",
  "atnicn",
  "atnparent",
  "atndate",
  "objclass",
  "objname",
  "sp",
  "picprop",
  "shprslt",
  "passwordhash",
  "protusertbl",
]);
const SIGNS: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  sect: "\n",
  page: "\n",
  row: "\n",
  nestrow: "\n",
  tab: "\t",
  cell: " | ",
  nestcell: " | ",
  emdash: "—",
  endash: "–",
  emspace: " ",
  enspace: " ",
  qmspace: " ",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  zwj: "\u200d",
  zwnj: "\u200c",
  rtlmark: "\u200f",
  ltrmark: "\u200e",
};
const CODE_PAGES: Readonly<Record<number, string>> = {
  437: "windows-1252",
  708: "iso-8859-6",
  850: "windows-1252",
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  1250: "windows-1250",
  1251: "windows-1251",
  1252: "windows-1252",
  1253: "windows-1253",
  1254: "windows-1254",
  1255: "windows-1255",
  1256: "windows-1256",
  1257: "windows-1257",
  1258: "windows-1258",
  10000: "macintosh",
  65001: "utf-8",
};
const CHARSET_PAGES: Readonly<Record<number, number>> = {
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

interface Look {
  readonly skipped: string | null;
  readonly hidden: boolean;
  readonly struck: boolean;
  readonly colour: number;
  readonly shaded: boolean;
  readonly size: number;
  readonly font: number;
  /** Characters that represent a Unicode one, and are passed over. */
  readonly fallback: number;
}

const PLAIN: Look = {
  skipped: null,
  hidden: false,
  struck: false,
  colour: 0,
  shaded: false,
  size: 24,
  font: 0,
  fallback: 1,
};
const TOKEN = /\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([\s\S])|([{}])|([\r\n]+)|([^\\{}\r\n]+)/y;

interface ReadRtf {
  readonly sections: Piece[];
  readonly comments: readonly Comment[];
  readonly pictureLength: number;
}

/** Sections of a rich text, with what it hides marked; embedded objects and images are passed over, and counted. */
export function readRtf(bytes: Uint8Array, progress: () => void): ReadRtf {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const writer = createSectionWriter();
  const groups: Look[] = [];
  const fonts = new Map<number, number>();
  const colours: boolean[] = [];
  let colour = { red: -1, green: -1, blue: -1 };
  let look = PLAIN;
  let codePage = 1252;
  let level: number | null = null;
  let pendingBytes: number[] = [];
  let toPass = 0;
  let starred = false;
  let pictureLength = 0;
  let line: TextPart[] = [];
  const comments: Comment[] = [];
  /** Of the comment that comes next. */
  let said = { annotation: "", atnauthor: "", atndate: "" };
  let field: FormField | null = null;
  /** Of the groups around a list's field: its result repeats the entry that was shown. */
  let listDepth: number | null = null;

  const isHidden = () => look.hidden || look.size <= TINY_SIZE_MAX || (colours[look.colour] === true && !look.shaded);
  const put = (text: string) => {
    if (look.skipped === null && text !== "") line.push({ text, hidden: isHidden(), struck: look.struck });
    else if (isOfComment(look.skipped)) said = { ...said, [look.skipped]: said[look.skipped] + text };
    else if (look.skipped === "fldinst" && field?.inEntry) field.entries[field.entries.length - 1] += text;
  };
  const endGroup = (ended: Look) => {
    if (field) field.inEntry = false;
    if (ended.skipped === "annotation" && look.skipped !== "annotation") {
      const text = said.annotation.replace(/\s+/g, " ").trim();
      comments.push({ author: said.atnauthor, date: readDate(said.atndate), text });
      said = { annotation: "", atnauthor: "", atndate: "" };
    } else if (ended.skipped === "fldinst" && look.skipped === null && field) {
      // A list of which the entries are not written shows its result alone.
      if (!field.isList || field.entries.length > 0) put(showField(field));
      if (field.entries.length > 0) listDepth = groups.length;
      field = null;
    }
  };
  const flushBytes = () => {
    if (pendingBytes.length === 0) return;
    const name = CODE_PAGES[fonts.get(look.font) ?? codePage] ?? "windows-1252";
    put(new TextDecoder(name).decode(Uint8Array.from(pendingBytes)));
    pendingBytes = [];
  };
  const endLine = () => {
    if (level !== null && line.some(({ text }) => text.trim() !== "")) writer.heading(level + 1, line);
    else {
      for (const { text, hidden, struck } of line) writer.add(text, hidden, struck);
      writer.add("\n");
    }
    line = [];
  };
  const control = (word: string, value: number | null) => {
    const isInComment = look.skipped === "annotation";
    const isRepeated = word === "fldrslt" && listDepth !== null && groups.length === listDepth + 1;
    if (SKIPPED.has(word) || starred || isRepeated)
      look = { ...look, skipped: isInComment ? word : (look.skipped ?? word) };
    starred = false;
    if (look.skipped === "fldinst") field = readFormWord(field, word, value);
    if (look.skipped === "fonttbl" && word === "f" && value !== null) look = { ...look, font: value };
    else if (look.skipped === "fonttbl" && word === "fcharset")
      fonts.set(look.font, CHARSET_PAGES[value ?? 0] ?? codePage);
    else if (look.skipped === "colortbl" && (word === "red" || word === "green" || word === "blue"))
      colour = { ...colour, [word]: value ?? 0 };
    if (look.skipped !== null && !isOfComment(look.skipped)) return;
    if (look.skipped !== null && word !== "u" && word !== "uc") return put(SIGNS[word] ?? "");
    if (word === "ansicpg") codePage = value ?? codePage;
    else if (word === "mac") codePage = 10000;
    else if (word === "uc") look = { ...look, fallback: value ?? 1 };
    else if (word === "u" && value !== null) {
      put(String.fromCharCode(value < 0 ? value + 65536 : value));
      toPass = look.fallback;
    } else if (word === "bin") return;
    else if (word === "v") look = { ...look, hidden: value !== 0 };
    else if (word === "strike" || word === "striked") look = { ...look, struck: value !== 0 };
    else if (word === "cf") look = { ...look, colour: value ?? 0 };
    else if (word === "cb" || word === "highlight" || word === "chcbpat") look = { ...look, shaded: value !== 0 };
    else if (word === "fs") look = { ...look, size: value ?? 24 };
    else if (word === "f") look = { ...look, font: value ?? 0 };
    else if (word === "plain") look = { ...PLAIN, fallback: look.fallback };
    else if (word === "pard") level = null;
    else if (word === "outlinelevel") level = value !== null && value < HEADING_LEVELS ? value : null;
    else if (word === "par" || word === "row" || word === "sect") endLine();
    else put(SIGNS[word] ?? "");
  };

  for (let at = 0; at < source.length; ) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (!match) break;
    const [all, hex, word, value, symbol, brace, , text] = match;
    at += all.length;
    progress();
    if (hex !== undefined) {
      if (toPass > 0) toPass -= 1;
      else if (look.skipped === null || isOfComment(look.skipped)) pendingBytes.push(Number.parseInt(hex, 16));
      continue;
    }
    flushBytes();
    if (word !== undefined) {
      control(word, value === undefined ? null : Number(value));
      if (word === "bin") at += Math.max(0, Number(value ?? 0));
    } else if (symbol !== undefined) {
      if (symbol === "*") starred = true;
      else if (symbol === "~") put("\u00a0");
      else if (symbol === "_") put("-");
      else if (look.skipped === null && (symbol === "\n" || symbol === "\r")) endLine();
      else if ("\\{}".includes(symbol)) put(symbol);
    } else if (brace === "{") {
      if (groups.push(look) > GROUPS_MAX) throw tooDeep();
    } else if (brace === "}") {
      const ended = look;
      look = groups.pop() ?? look;
      toPass = 0;
      if (listDepth !== null && groups.length < listDepth) listDepth = null;
      endGroup(ended);
    } else if (text !== undefined) {
      if (look.skipped === "pict") pictureLength += text.length;
      if (look.skipped === "colortbl")
        text.matchAll(/;/g).forEach(() => {
          colours.push(Object.values(colour).every((part) => part >= NEARLY_WHITE));
          colour = { red: -1, green: -1, blue: -1 };
        });
      const passed = Math.min(toPass, text.length);
      toPass -= passed;
      put(text.slice(passed));
    }
  }
  flushBytes();
  endLine();
  return { sections: writer.sections(), comments, pictureLength };
}

const OF_COMMENT = ["annotation", "atnauthor", "atndate"] as const;

function isOfComment(group: string | null): group is (typeof OF_COMMENT)[number] {
  return OF_COMMENT.some((name) => name === group);
}

/** A day as a number of bits: year from 1900, month, day, hour, minute. */
function readDate(number: string): string | undefined {
  const bits = Number(number);
  if (!Number.isInteger(bits) || bits <= 0) return undefined;
  const two = (part: number) => `${part}`.padStart(2, "0");
  return `${1900 + ((bits >> 20) & 0x1ff)}-${two((bits >> 16) & 0xf)}-${two((bits >> 11) & 0x1f)}`;
}

/** A field of a form, by what is written of it. */
interface FormField {
  readonly isList: boolean;
  /** 25 where nobody has changed it. */
  readonly result: number;
  readonly preset: number;
  readonly entries: string[];
  inEntry: boolean;
}

const [TEXT_FIELD, LIST_FIELD, UNCHANGED] = [0, 2, 25];

function readFormWord(field: FormField | null, word: string, value: number | null): FormField | null {
  if (word === "fftype" && value !== TEXT_FIELD)
    return { isList: value === LIST_FIELD, result: UNCHANGED, preset: 0, entries: [], inEntry: false };
  if (!field) return null;
  if (word === "ffres") return { ...field, result: value ?? 0 };
  if (word === "ffdefres") return { ...field, preset: value ?? 0 };
  if (word !== "ffl") return field;
  field.entries.push("");
  field.inEntry = true;
  return field;
}

/** What follows a list in the file is its entry again, where the program wrote it. */
function showField({ isList, result, preset, entries }: FormField): string {
  const chosen = result === UNCHANGED ? preset : result;
  if (!isList) return `${boxOf(chosen === 1)} `;
  const entry = entries[chosen]?.trim() ?? "";
  return entry === "" || isPlaceholder(entry) ? NOTHING_CHOSEN : entry;
}

function tooDeep(): ExtractionFailure {
  return new ExtractionFailure(
    "UNREADABLE_FILE",
    `Cannot read the file because its groups are nested too deep: at most ${GROUPS_MAX} are allowed`,
  );
}
