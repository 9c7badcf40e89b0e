/** A node of a framework that may have others under it. */
export interface Listed {
  readonly text: string;
  readonly items: readonly Listed[];
}

const LENGTH_MAX = 3500;
/** Lists in lists; a file may also name nodes as each other's parents. */
const DEPTH_MAX = 4;
/** "Organizations shall create", "the following:": what is asked for comes after it. */
const LEADS_IN =
  /:\s*$|\bfollowing\s*$|\b(?:shall|must|should|will)\s+(?:\w+ly\s+)?[a-z]+(?:\s+(?:that|to|and\s+[a-z]+))?\s*$/i;

/** Whether a text asks for nothing by itself, and its items say what. */
export function leadsIn({ text, items }: Listed): boolean {
  return items.length > 0 && LEADS_IN.test(text);
}

/** The text with the items that it leads into, each on a line of its own; any other text stays as it is. */
export function joinItems(node: Listed): string {
  if (!leadsIn(node)) return node.text;
  const items = listItems(node);
  const lines = [node.text.trim()];
  for (const [at, item] of items.entries()) {
    const line = `- ${item.replace(/\s+/g, " ").trim()}`;
    if (lines.join("\n").length + line.length > LENGTH_MAX)
      return [...lines, `(and ${items.length - at} more)`].join("\n");
    lines.push(line);
  }
  return lines.join("\n");
}

function listItems({ items }: Listed, depth = 1): string[] {
  return items
    .flatMap((item) =>
      leadsIn(item) && depth < DEPTH_MAX
        ? listItems(item, depth + 1).map((inner) => `${item.text.trim()} ${inner}`)
        : [item.text],
    )
    .filter((text) => /\p{L}/u.test(text));
}
