const TAGS = /<(\/?)(mc:AlternateContent|mc:Fallback|w:drawing|w:txbxContent)\b[^>]*?(\/?)>/g;

interface Open {
  readonly tag: string;
  readonly start: number;
  /** Of alternative content: older programs get something else, which mammoth reads. */
  hasFallback: boolean;
  readonly boxes: [start: number, end: number][];
}

/** Text boxes that have no form for older programs, in the older form: mammoth knows no other. */
export function liftTextBoxes(xml: string): string {
  if (!xml.includes("<w:txbxContent")) return xml;
  const open: Open[] = [];
  const lifted: { readonly start: number; readonly end: number; readonly boxes: readonly [number, number][] }[] = [];
  for (const match of xml.matchAll(TAGS)) {
    const [whole, closing, tag, empty] = match;
    if (empty) continue;
    if (!closing) {
      open.push({ tag: tag!, start: match.index, hasFallback: false, boxes: [] });
      if (tag === "mc:Fallback") {
        const above = open.findLast((each) => each.tag === "mc:AlternateContent");
        if (above) above.hasFallback = true;
      }
      continue;
    }
    const at = open.findLastIndex((each) => each.tag === tag);
    if (at === -1) continue;
    const [closed] = open.splice(at);
    const end = match.index + whole.length;
    // Of boxes within boxes the outermost holds all.
    const holder = open.find((each) => each.tag === "mc:AlternateContent" || each.tag === "w:drawing");
    if (
      tag === "w:txbxContent" &&
      holder &&
      !open.some((each) => each.tag === "w:txbxContent" || each.tag === "mc:Fallback")
    )
      holder.boxes.push([closed!.start, end]);
    else if (!holder && closed!.boxes.length > 0 && !closed!.hasFallback)
      lifted.push({ start: closed!.start, end, boxes: closed!.boxes });
  }
  let result = "";
  let at = 0;
  for (const { start, end, boxes } of lifted) {
    const texts = boxes.map(([from, to]) => `<v:textbox>${xml.slice(from, to)}</v:textbox>`).join("");
    result += `${xml.slice(at, start)}<w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape>${texts}</v:shape></w:pict>`;
    at = end;
  }
  return result + xml.slice(at);
}
