/** Private-use characters that stand for "hidden from here" and "seen again" while a document passes through HTML. */
export const HIDDEN_MARKS = ["\uf8f0", "\uf8f1"] as const;

const TINY_HALF_POINTS_MAX = 2;

/**
 * Wraps the text of runs that Word does not show (vanish, white on nothing, 1 pt and less) in HIDDEN_MARKS. White text in tables is left alone, as its cell's shading may come from a style.
 */
export function markHiddenRuns(xml: string): string {
  const clean = xml.replaceAll(HIDDEN_MARKS[0], "").replaceAll(HIDDEN_MARKS[1], "");
  let marked = "";
  let at = 0;
  let tableDepth = 0;
  for (const { 0: match, index } of clean.matchAll(/<w:tbl>|<\/w:tbl>|<w:r[ >]/g)) {
    if (match === "<w:tbl>") tableDepth += 1;
    else if (match === "</w:tbl>") tableDepth -= 1;
    else if (index >= at) {
      const end = clean.indexOf("</w:r>", index);
      if (end < 0) break;
      const run = clean.slice(index, end);
      if (!isHiddenRun(run, tableDepth > 0)) continue;
      marked += clean.slice(at, index) + markText(run);
      at = end;
    }
  }
  return marked + clean.slice(at);
}

function isHiddenRun(run: string, inTable: boolean): boolean {
  const end = run.indexOf("</w:rPr>");
  if (end < 0) return false;
  const properties = run.slice(0, end);
  if (/<w:vanish\s*(?:w:val="(?:1|true|on)"\s*)?\/>/.test(properties)) return true;
  const size = /<w:sz w:val="(\d+)"/.exec(properties)?.[1];
  if (size !== undefined && Number(size) <= TINY_HALF_POINTS_MAX) return true;
  const white = /<w:color [^>]*w:val="FFFFFF"/i.test(properties);
  return white && !inTable && !/<w:(?:shd|highlight)\b/.test(properties);
}

function markText(run: string): string {
  return run.replace(
    /(<w:t(?: [^>]*)?>)([^<]*)(<\/w:t>)/g,
    (_, open, text, close) => `${open}${HIDDEN_MARKS[0]}${text}${HIDDEN_MARKS[1]}${close}`,
  );
}
