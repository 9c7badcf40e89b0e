/** Returns whether `printed` has each line of `expected`, in any order, where `…` represents any characters. */
export function matchesText(printed: string, expected: string): boolean {
  const lines = printed.split("\n").map((line) => line.trimEnd());
  const wanted = expected.split("\n").filter((line) => line.trim() !== "");
  return wanted.every((line) => lines.some((each) => matchesLine(each, line.trimEnd())));
}

/** Returns whether `printed` holds all of `expected`: fields may be added, and `"…"` represents any value. */
export function matchesJson(printed: unknown, expected: unknown): boolean {
  if (expected === "…") return printed !== undefined;
  if (typeof expected === "string") return typeof printed === "string" && matchesLine(printed, expected);
  if (Array.isArray(expected)) return Array.isArray(printed) && matchesItems(printed, expected);
  if (typeof expected !== "object" || expected === null) return printed === expected;
  if (typeof printed !== "object" || printed === null) return false;
  const values = printed as Readonly<Record<string, unknown>>;
  return Object.entries(expected).every(([name, value]) => matchesJson(values[name], value));
}

/** A last item of `"…"` represents any further ones. */
function matchesItems(printed: readonly unknown[], expected: readonly unknown[]): boolean {
  const isOpen = expected.at(-1) === "…";
  const wanted = isOpen ? expected.slice(0, -1) : expected;
  if (!isOpen && printed.length !== wanted.length) return false;
  return wanted.every((each, index) => matchesJson(printed[index], each));
}

function matchesLine(printed: string, expected: string): boolean {
  const parts = expected.split("…").map(RegExp.escape);
  return new RegExp(`^${parts.join("[\\s\\S]*")}$`).test(printed);
}
