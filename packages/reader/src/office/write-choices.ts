import { isPlaceholder, NOTHING_CHOSEN, symbolOf } from "../text/choices.ts";

const ANY = /[Ss]dt>|<w:sym\s|<w:ddList\b/;
const TAGS =
  /<(\/?)(w:sdt|w:sdtPr|w:sdtContent|w:showingPlcHdr|w:dropDownList|w:comboBox|w:date|w:t|w:sym|w:ddList|w:ffData|w:fldChar)\b([^<>]*?)(\/?)>/g;
const ENTRIES_MAX = 1000;

interface Control {
  isPlaceholder: boolean;
  isList: boolean;
  inContent: boolean;
  readonly texts: { start: number; end: number }[];
}

/** Writes what lists, placeholders and symbols show as text: mammoth drops it, or takes a request to choose for an answer. */
export function writeChoices(xml: string): string {
  if (!ANY.test(xml)) return xml;
  const edits: { start: number; end: number; text: string }[] = [];
  const open: Control[] = [];
  let textStart = -1;
  let list: number | null = null;
  let chosen: { at: number; text: string } | null = null;
  for (const match of xml.matchAll(TAGS)) {
    const [whole, closing, tag, attributes = "", empty] = match;
    const end = match.index + whole.length;
    const control = open.at(-1);
    if (tag === "w:sdt") {
      if (!closing && !empty) open.push({ isPlaceholder: false, isList: false, inContent: false, texts: [] });
      else if (closing && open.length > 0) edits.push(...emptyControl(open.pop()!, xml));
    } else if (tag === "w:sdtContent" && control) control.inContent = !closing;
    else if (tag === "w:showingPlcHdr" && control && !control.inContent && !isOff(attributes))
      control.isPlaceholder = true;
    else if (/^w:(?:dropDownList|comboBox|date)$/.test(tag!) && control && !control.inContent) control.isList = true;
    else if (tag === "w:t" && !empty) {
      if (!closing) textStart = end;
      else if (textStart >= 0) {
        if (control?.inContent) control.texts.push({ start: textStart, end: match.index });
        // Some programs write the chosen entry next to the list.
        if (xml.slice(textStart, match.index).trim() !== "") chosen = null;
      }
    } else if (tag === "w:sym") {
      const symbol = symbolOf(attributeOf(attributes, "font"), Number.parseInt(attributeOf(attributes, "char"), 16));
      if (symbol && empty) edits.push({ start: match.index, end, text: `<w:t>${symbol}</w:t>` });
    } else if (tag === "w:ddList") {
      if (!closing) list = empty ? null : end;
      else if (list !== null) [chosen, list] = [{ at: -1, text: chosenOf(xml.slice(list, match.index)) }, null];
    } else if (tag === "w:fldChar" && closing && chosen?.at === -1) chosen.at = end;
    else if (tag === "w:fldChar" && chosen && /"end"/.test(attributes)) {
      const { at, text } = chosen;
      if (at !== -1) edits.push({ start: at, end: at, text: `<w:t xml:space="preserve">${text}</w:t>` });
      chosen = null;
    }
  }
  return apply(xml, edits);
}

const attributeOf = (attributes: string, name: string) =>
  new RegExp(`\\bw:${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes)?.slice(1).find(Boolean) ?? "";
const isOff = (attributes: string) => /^(?:0|false|off)$/.test(attributeOf(attributes, "val"));

function emptyControl({ isPlaceholder: isAsking, isList, texts }: Control, xml: string) {
  const [first] = texts;
  if (!first) return [];
  const text = texts.map(({ start, end }) => xml.slice(start, end)).join("");
  if (!isAsking && !(isList && isPlaceholder(text))) return [];
  return texts.map((each) => ({ ...each, text: each === first && isList ? NOTHING_CHOSEN : "" }));
}

/** The entry that an old form field shows, as XML text. */
function chosenOf(list: string): string {
  const entries = [...list.slice(0, 300_000).matchAll(/<w:listEntry\b([^>]*?)\/?>/g)].slice(0, ENTRIES_MAX);
  const result = /<w:result\b([^>]*)/.exec(list) ?? /<w:default\b([^>]*)/.exec(list);
  const at = Number(attributeOf(result?.[1] ?? "", "val") || 0);
  const entry = attributeOf(entries[at]?.[1] ?? "", "val").replace(/[<>]/g, "");
  return isPlaceholder(entry) ? NOTHING_CHOSEN : entry;
}

/** Edits of inner controls come before those of outer ones: the outer ones win. */
function apply(xml: string, edits: readonly { start: number; end: number; text: string }[]): string {
  const byStart = new Map(edits.map((edit) => [edit.start, edit]));
  let written = "";
  let at = 0;
  for (const { start, end, text } of [...byStart.values()].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    written += xml.slice(at, start) + text;
    at = end;
  }
  return written + xml.slice(at);
}
