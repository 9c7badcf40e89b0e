/** What is asked of a set: a requirement, and the groups of passages that answer it. */
export interface SetQuery {
  readonly id: string;
  readonly criterion: string;
  readonly title: string;
  readonly relevant: readonly string[];
}

/** A section of a document. A group is what counts as found: a section, or a document of several. */
export interface SetPassage {
  readonly group: string;
  readonly document: string;
  readonly location: string | null;
  readonly context: string | null;
  readonly text: string;
}

export interface RetrievalSet {
  readonly queries: readonly SetQuery[];
  readonly passages: readonly SetPassage[];
}

/** One JSON object a line; a query has `relevant`, a passage `group`. */
export function readSet(lines: string): RetrievalSet {
  const records = lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return {
    queries: records.filter((record) => "relevant" in record),
    passages: records.filter((record) => "group" in record),
  };
}

export function writeSet({ queries, passages }: RetrievalSet): string {
  return [...queries, ...passages].map((record) => `${JSON.stringify(record)}\n`).join("");
}
