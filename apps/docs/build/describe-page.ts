const LENGTH_MAX = 160;

/** Returns the first sentences of a page without Markdown, at most 160 characters of whole sentences or words. */
export function describePage(text: string): string {
  const paragraph = text
    .replace(/^```[\s\S]*?^```$/gm, "")
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .find((block) => /^[\p{L}`*[]/u.test(block));
  if (!paragraph) return "";
  const plain = paragraph
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ");
  if (plain.length <= LENGTH_MAX) return plain;
  const cut = plain.slice(0, LENGTH_MAX);
  const sentences = /^.*[.:](?= )/.exec(cut)?.[0];
  return sentences ?? `${cut.slice(0, cut.lastIndexOf(" "))} …`;
}
