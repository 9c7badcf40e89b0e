const DELIMITERS = [",", ";", "\t", "|"] as const;

/** A line before the first record that names the delimiter, which a sheet does not show. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?\r?(?:\n|$)/i;
/** How a sheet is told to take a number as it is written. */
const AS_WRITTEN = /^="([^"]*(?:""[^"]*)*)"$/;

/** Records of a CSV text by RFC 4180; the delimiter is the one that the first lines use most, unless the file names it. */
export function* parseCsv(text: string): Generator<string[]> {
  const named = SEPARATOR_LINE.exec(text);
  const delimiter = named?.[1] ?? guessDelimiter(text);
  let record: string[] = [];
  let at = named?.[0].length ?? 0;
  while (at < text.length) {
    const cell = readCell(text, at, delimiter);
    record.push(AS_WRITTEN.exec(cell.value)?.[1]?.replaceAll('""', '"') ?? cell.value);
    at = cell.end;
    if (text[at] === delimiter) {
      at += 1;
      if (at === text.length) record.push("");
      continue;
    }
    yield record;
    record = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  if (record.length > 0) yield record;
}

function readCell(text: string, at: number, delimiter: string): { value: string; end: number } {
  if (text[at] === '"') return readQuoted(text, at, delimiter);
  if (!text.startsWith('="', at)) return readPlain(text, at, delimiter);
  const quoted = readQuoted(text, at + 1, delimiter);
  const written = { value: text.slice(at, quoted.end), end: quoted.end };
  // Of a formula, only the text before its first delimiter is the cell.
  return AS_WRITTEN.test(written.value) ? written : readPlain(text, at, delimiter);
}

function readPlain(text: string, at: number, delimiter: string): { value: string; end: number } {
  let end = at;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return { value: text.slice(at, end), end };
}

function readQuoted(text: string, at: number, delimiter: string): { value: string; end: number } {
  let end = at + 1;
  let value = "";
  for (;;) {
    const quote = text.indexOf('"', end);
    // A quote that nothing closes is a character like any other.
    if (quote < 0) return readPlain(text, at, delimiter);
    value += text.slice(end, quote);
    if (text[quote + 1] !== '"') {
      const rest = readPlain(text, quote + 1, delimiter);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    end = quote + 2;
  }
}

function guessDelimiter(text: string): string {
  const sample = text.slice(0, 4096).replace(/"[^"]*"/g, "");
  const counts = DELIMITERS.map((delimiter) => sample.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ",";
}
