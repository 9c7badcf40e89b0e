const LENGTH_MAX = 4000;
const DEPTH_MAX = 20;

/** Replaces `var(--name, fallback)`; `null` where one is not set, or where the text grows too long. */
export function substituteVariables(text: string, variables: ReadonlyMap<string, string>, depth = 0): string | null {
  const start = text.search(/\bvar\(/i);
  if (start < 0) return text;
  if (depth > DEPTH_MAX || text.length > LENGTH_MAX) return null;
  const end = findEnd(text, start + 4);
  const inside = text.slice(start + 4, end);
  const comma = inside.indexOf(",");
  const name = (comma < 0 ? inside : inside.slice(0, comma)).trim();
  const set = variables.get(name);
  const replaced =
    (set === undefined || set === "initial" ? null : substituteVariables(set, variables, depth + 1)) ??
    (comma < 0 ? null : substituteVariables(inside.slice(comma + 1).trim(), variables, depth + 1));
  if (replaced === null) return null;
  return substituteVariables(text.slice(0, start) + replaced + text.slice(end + 1), variables, depth + 1);
}

function findEnd(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
