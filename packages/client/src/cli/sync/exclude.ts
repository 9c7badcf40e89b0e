import { usageError } from "../exit-codes.ts";

interface Rule {
  readonly matches: RegExp;
  readonly foldersOnly: boolean;
  readonly includes: boolean;
}

/**
 * Whether a path is excluded, by patterns as in a `.gitignore`: `*` within a name, `**` over folders, `?`, `[a-z]`, a `/` in front
 * or within for the path from the top, one at the end for folders alone, `!` for what is included again; the last that fits decides.
 */
export function toExclude(patterns: readonly string[]): (path: string, isFolder: boolean) => boolean {
  const rules = patterns.map(toRule);
  return (path, isFolder) =>
    rules.findLast(({ matches, foldersOnly }) => (isFolder || !foldersOnly) && matches.test(path))?.includes === false;
}

function toRule(given: string): Rule {
  const includes = given.startsWith("!");
  const pattern = (includes ? given.slice(1) : given).normalize("NFC");
  const foldersOnly = pattern.endsWith("/");
  const body = pattern.replace(/^\/|\/$/g, "");
  if (body === "") throw usageError(`--exclude cannot be '${given}': it is a pattern, such as drafts/ or *.tmp`);
  const anywhere = body.includes("/") || pattern.startsWith("/") ? "" : "(?:.*/)?";
  return { matches: new RegExp(`^${anywhere}${toExpression(body)}$`, "su"), foldersOnly, includes };
}

const TOKEN = /\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]]+\]|./gsu;

function toExpression(body: string): string {
  return body.replace(TOKEN, (token) => {
    if (token === "**/") return "(?:.*/)?";
    if (token === "/**") return "/.*";
    if (token.startsWith("*")) return "[^/]*";
    if (token === "?") return "[^/]";
    if (token.length > 2 && token.startsWith("[")) return toClass(token.slice(1, -1));
    return token.replace(/[\\^$.*+?()[\]{}|/]/u, "\\$&");
  });
}

function toClass(body: string): string {
  const negated = body.startsWith("!");
  const inner = (negated ? body.slice(1) : body).replace(/[\\\]^[]/gu, "\\$&");
  return `[${negated ? "^" : ""}${inner}]`;
}
