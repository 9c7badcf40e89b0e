import { ROW, rowId, type Trace } from "./trace.ts";

/** The rows whose name, attributes, span id, requirement or verdict hold the text, among those that are kept. */
export function searchRows(trace: Trace, text: string, kept?: Uint8Array): Uint32Array {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return new Uint32Array(0);
  const { count, texts, kind, name, requirement, attributeFrom, attributeText } = trace;
  const inText = Uint8Array.from(texts, (each) => (each.toLowerCase().includes(wanted) ? 1 : 0));
  const ofRequirement = trace.requirements.map(({ code, title, verdict }) =>
    [code, title, verdict].some((each) => each?.toLowerCase().includes(wanted)),
  );
  const isId = /^[0-9a-f]{4,16}$/.test(wanted);
  const found = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < count; row++) {
    if (kept && !kept[row]) continue;
    if (kind[row] === ROW.REQUIREMENT ? ofRequirement[requirement[row]!] : inText[name[row]!] || holds(row))
      found[length++] = row;
  }
  return found.slice(0, length);

  function holds(row: number): boolean {
    for (let pair = attributeFrom[row]!; pair < attributeFrom[row + 1]!; pair++)
      if (inText[attributeText[pair]!]) return true;
    return isId && rowId(trace, row).includes(wanted);
  }
}
