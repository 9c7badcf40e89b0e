import type { DocumentComparison } from "@assay/client";

/** A line of the earlier text next to the line of the later one that took its position. */
export interface ChangedLine {
  readonly removed?: string;
  readonly added?: string;
}

export type TextBlock =
  | { readonly kind: "equal"; readonly lines: readonly string[] }
  | { readonly kind: "changed"; readonly lines: readonly ChangedLine[] };

/** A comparison as it is shown: what is equal and what is not, in turns, by lines. */
export function toBlocks(
  changes: readonly Pick<DocumentComparison["changes"][number], "kind" | "text">[],
): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const endChange = () => {
    const count = Math.max(removed.length, added.length);
    if (count > 0)
      blocks.push({ kind: "changed", lines: Array.from({ length: count }, (_, at) => pair(removed[at], added[at])) });
    [removed, added] = [[], []];
  };
  for (const { kind, text } of changes) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (kind === "removed") removed.push(...lines);
    else if (kind === "added") added.push(...lines);
    else if (lines.length > 0) {
      endChange();
      blocks.push({ kind: "equal", lines });
    }
  }
  endChange();
  return blocks;
}

function pair(removed: string | undefined, added: string | undefined): ChangedLine {
  return { ...(removed !== undefined && { removed }), ...(added !== undefined && { added }) };
}

/** How many lines were removed and added. */
export function countLines(blocks: readonly TextBlock[]): { removed: number; added: number } {
  const lines = blocks.flatMap((block) => (block.kind === "changed" ? block.lines : []));
  return {
    removed: lines.filter((line) => line.removed !== undefined).length,
    added: lines.filter((line) => line.added !== undefined).length,
  };
}
