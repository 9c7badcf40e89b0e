/** How many of the parts are so, each part in a sentence of its own, and last what kind of verdict it is. */
export function summariseParts<T>(
  parts: readonly T[],
  { isSo, so, explain, nature }: { isSo(part: T): boolean; so: string; explain(part: T): string; nature: string },
): string {
  const head =
    parts.length === 1 ? "" : `${parts.filter(isSo).length} of ${parts.length} parts are ${so} the evidence. `;
  return `${head}${parts.map(explain).join(" ")} ${nature}`;
}
