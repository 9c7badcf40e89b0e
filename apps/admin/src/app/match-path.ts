/** The values of a pattern's parts such as `:runId`, where the path is one of the pattern; else null. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return null;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index]!;
    if (part.startsWith(":") && value !== "") values[part.slice(1)] = decode(value);
    else if (part !== value) return null;
  }
  return values;
}

/** What is no encoded text represents itself: an address is typed by people. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
