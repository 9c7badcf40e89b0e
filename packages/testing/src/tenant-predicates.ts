const MENTION =
  /\b(?:from|join|update|using)\s+(\w+)(?:\s+(?:as\s+)?(?!(?:where|on|set|order|limit|group|inner|left|join|for|cross|union|using|returning)\b)(\w+))?/g;
const COMPARISON = /(?<!\w)(?:(\w+)\.)?tenant_id = (?:\$\d+|'[0-9a-f-]{36}'|(\w+)\.tenant_id)/g;
const QUOTED_COMPARISON = /(?<!\w)(?:"?\w+"?\.)?"?tenant_id"? = (?:\$\d+|"?\w+"?\."?tenant_id"?)/g;
const OUTSIDE = "$";

/**
 * The tables of tenants that a statement reads or changes whatever their tenant: each mention of one must be compared
 * with a tenant from outside, or with another mention that is.
 */
export function unboundTables(statement: string, tenantTables: ReadonlySet<string>): string[] {
  const text = statement.replaceAll('"', "");
  const tables = [...text.matchAll(MENTION)]
    .filter(([, table]) => tenantTables.has(table!))
    .map(([, table, alias]) => ({ table: table!, name: alias ?? table! }));
  const mentions = tables.map(({ name }) => name);
  const only = new Set(mentions).size === 1 ? mentions[0]! : "";
  const comparisons = [...text.matchAll(COMPARISON)].map(([, left = only, right = OUTSIDE]) => [left, right] as const);
  const bound = reach(comparisons);
  const unbound = tables.filter(({ name }) => {
    const [mentioned, compared] = [mentions, comparisons.flat()].map(
      (all) => all.filter((each) => each === name).length,
    );
    return !bound.has(name) || compared! < mentioned!;
  });
  return [...new Set(unbound.map(({ table }) => table))];
}

/** What is compared with a tenant from outside, directly or through others. */
function reach(comparisons: readonly (readonly [string, string])[]): Set<string> {
  const bound = new Set([OUTSIDE]);
  for (let before = 0; before < bound.size; ) {
    before = bound.size;
    for (const pair of comparisons) if (pair.some((name) => bound.has(name))) for (const name of pair) bound.add(name);
  }
  return bound;
}

/** The statement once for each comparison of a tenant in it, each time without that one. */
export function withoutEachPredicate(statement: string): string[] {
  return [...statement.matchAll(QUOTED_COMPARISON)].map(({ 0: comparison, index }) => {
    const parameter = /\$\d+/.exec(comparison)?.[0];
    // A parameter that nothing mentions has no type.
    const always = parameter ? `${parameter}::text is not null` : "true";
    return statement.slice(0, index) + always + statement.slice(index + comparison.length);
  });
}
