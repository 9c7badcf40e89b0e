export interface SetChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

/** What a set of ids has that another one has not. */
export function compareSets(before: readonly string[], after: readonly string[]): SetChange {
  const [earlier, later] = [new Set(before), new Set(after)];
  return {
    added: after.filter((id) => !earlier.has(id)),
    removed: before.filter((id) => !later.has(id)),
    kept: after.filter((id) => earlier.has(id)),
  };
}
