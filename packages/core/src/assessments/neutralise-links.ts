/** Markdown's `[text](target)` and `![text](target)`; a target may hold one pair of parentheses. */
const LINK = /!?\[([^[\]]*)\]\(((?:[^()]|\([^()]*\))*)\)/g;
const DEFINITION = /^([ \t>]*)\[([^[\]]+)\]:/gm;
const AUTOLINK = /<([a-z][a-z0-9+.-]*:[^<>\s]*)>/gi;
const COMMENT = /<!--.*?(?:-->|$)/gs;
const TAG = /<[a-z/!?][^<>]*>/gi;
const OPEN_TAG = /<(?=[a-z/!?])/gi;
const ADDRESS = /\b(https?|ftps?|wss?|file):(?=\/\/)/gi;
const SCRIPT = /\b(javascript|vbscript|data|blob):(?=\S)/gi;
const HOST = /\bwww\.(?=\S)/gi;

/**
 * Returns what a model wrote as plain text that no reader of Markdown or HTML takes for a link or an image: an address in
 * one would tell its host who reads, or lead away. The words stay, and addresses stay readable: `https[:]//example.org`.
 */
export function neutraliseLinks(text: string): string {
  return withoutLinks(text.replace(COMMENT, ""))
    .replace(DEFINITION, "$1$2:")
    .replace(AUTOLINK, "$1")
    .replace(TAG, "")
    .replace(OPEN_TAG, "< ")
    .replace(ADDRESS, "$1[:]")
    .replace(SCRIPT, "$1[:]")
    .replace(HOST, "www[.]");
}

/** A link may hold an image, and that another: each turn leaves fewer. */
function withoutLinks(text: string): string {
  const flat = text.replace(LINK, (_, words: string, target: string) => {
    const address = target.trim();
    if (address === "" || address === words) return words;
    return words === "" ? address : `${words} (${address})`;
  });
  return flat === text ? text : withoutLinks(flat);
}
