/** How a stored number is to be read. */
export type NumberFormat =
  | { readonly kind: "number" }
  | { readonly kind: "percent"; readonly decimals: number }
  | { readonly kind: "date"; readonly date: boolean; readonly time: boolean };

const NUMBER: NumberFormat = { kind: "number" };

/** Formats by the ids that every workbook knows without declaring them. */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return { kind: "percent", decimals: id === 10 ? 2 : 0 };
  if (id === 22) return { kind: "date", date: true, time: true };
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) {
    return { kind: "date", date: true, time: false };
  }
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) {
    return { kind: "date", date: false, time: true };
  }
  return NUMBER;
}

export function parseFormatCode(code: string): NumberFormat {
  const shown = (code.split(";")[0] ?? "")
    .replace(/"[^"]*"|\\.|[_*]./g, "")
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
  if (shown.includes("%")) return { kind: "percent", decimals: /\.([0#?]+)/.exec(shown)?.[1]?.length ?? 0 };
  if (/general/i.test(shown)) return NUMBER;
  const time = /[hs]/i.test(shown);
  const date = /[yd]/i.test(shown) || (!time && /m/i.test(shown));
  return date || time ? { kind: "date", date, time } : NUMBER;
}

const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 9999-12-31 */
const SERIAL_MAX = 2_958_466;

/** A number of at most 15 digits is written just so by JavaScript. */
const WRITTEN_ALIKE = /^(?:0|-?[1-9]\d{0,8}|-?(?:0|[1-9]\d{0,8})\.\d{0,5}[1-9])$/;

/** A stored number as people read it: `2026-03-01`, `12.5%`, `0.9999`. */
export function formatNumber(stored: string, format: NumberFormat, date1904: boolean): string {
  if (format.kind === "number" && WRITTEN_ALIKE.test(stored)) return stored;
  const value = Number(stored);
  if (stored.trim() === "" || !Number.isFinite(value)) return stored;
  if (format.kind === "number") return String(value);
  if (format.kind === "percent") return `${trimZeros((value * 100).toFixed(Math.min(format.decimals, 10)))}%`;
  if (value < 0 || value >= SERIAL_MAX) return String(value);
  return formatDate(value, format, date1904);
}

function formatDate(serial: number, { date, time }: { date: boolean; time: boolean }, date1904: boolean): string {
  // In the 1900 system the 29th of February 1900 exists, so that earlier days count one less.
  const shift = !date1904 && serial < 60 ? 1 : 0;
  const at = new Date((date1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(((serial + shift) * DAY_MS) / 1000) * 1000);
  const iso = at.toISOString();
  const clock = iso.slice(11, iso.endsWith(":00.000Z") ? 16 : 19);
  if (!date) return serial >= 1 ? `${Math.floor(serial)}d ${clock}` : clock;
  return time ? `${iso.slice(0, 10)} ${clock}` : iso.slice(0, 10);
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

const TEXT_SECTION = 3;

/** What a format's section for a value does to its letters: nothing is shown, or in that colour. */
export function readSection(code: string, type: string, value: string): { blank: boolean; colour: string | null } {
  const sections = splitSections(code);
  const section = sections[sectionOf(type, value, sections.length)];
  // Texts are shown as they are where no section is for them.
  if (section === undefined) return { blank: false, colour: null };
  const colour = /\[(black|blue|cyan|green|magenta|red|white|yellow)\]/i.exec(section)?.[1] ?? null;
  const shown = section.replace(/\[[^\]]*\]|"\s*"|_.|\s/g, "");
  return { blank: sections.length > 1 && shown === "", colour: /\[color\s*2\]/i.test(section) ? "white" : colour };
}

function sectionOf(type: string, value: string, count: number): number {
  if (type !== "n") return count > TEXT_SECTION ? TEXT_SECTION : -1;
  const number = Number(value);
  if (number < 0 && count > 1) return 1;
  return number === 0 && count > 2 ? 2 : 0;
}

function splitSections(code: string): string[] {
  const sections = code
    .match(/(?:"[^"]*"|\\.|[^;"\\])*(?:;|$)/g)
    ?.slice(0, -1)
    .map((section) => section.replace(/;$/, "")) ?? [code];
  // The section for texts may be empty: `;;;` shows nothing at all.
  return sections.length === TEXT_SECTION && code.endsWith(";") ? [...sections, ""] : sections;
}
