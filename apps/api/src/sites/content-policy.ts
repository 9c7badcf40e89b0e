import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const WASM = "'wasm-unsafe-eval'";

const INLINE = {
  script: /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g,
  style: /<style[^>]*>([\s\S]*?)<\/style>/g,
  styleAttribute: /\sstyle="([^"]*)"/g,
};

/** What a site needs beyond its own files. */
export interface SiteNeeds {
  /** Services that its pages ask. */
  readonly addresses?: readonly string[];
  /** It compiles WebAssembly of its own, as the search of the documentation does. */
  readonly wasm?: boolean;
}

/**
 * The Content-Security-Policy of a built site: its own files, the inline scripts and styles that are in its pages by
 * their hashes, and requests to its own origin and those of `addresses`.
 */
export async function contentPolicy(dir: string, { addresses = [], wasm = false }: SiteNeeds): Promise<string> {
  const names = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith(".html"));
  const inline = await hashInline(names.map((name) => join(dir, name)));
  const origins = addresses.flatMap((address) => URL.parse(address)?.origin ?? []);
  return [
    "default-src 'none'",
    "base-uri 'none'",
    `connect-src ${["'self'", ...new Set(origins)].join(" ")}`,
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' blob: data:",
    `script-src ${["'self'", ...(wasm ? [WASM] : []), ...inline.script].join(" ")}`,
    `style-src ${["'self'", ...inline.style].join(" ")}`,
    ...(inline.styleAttribute.size > 0
      ? [`style-src-attr ${["'unsafe-hashes'", ...inline.styleAttribute].join(" ")}`]
      : []),
    "worker-src 'self'",
  ].join("; ");
}

/** What a worker may do; in a page, a script follows the page's policy and not its own. */
export function workerPolicy({ wasm = false }: SiteNeeds): string {
  return `default-src 'none'; connect-src 'self'; script-src 'self'${wasm ? ` ${WASM}` : ""}`;
}

/** One page after the other: those of the documentation together are as large as the rest of an idle service's heap. */
async function hashInline(paths: readonly string[]): Promise<Record<keyof typeof INLINE, Set<string>>> {
  const found = { script: new Set<string>(), style: new Set<string>(), styleAttribute: new Set<string>() };
  for (const path of paths) {
    const page = await readFile(path, "utf8");
    for (const [kind, hashes] of Object.entries(found))
      for (const [, text] of page.matchAll(INLINE[kind as keyof typeof INLINE]))
        hashes.add(`'sha256-${createHash("sha256").update(text!).digest("base64")}'`);
  }
  return found;
}
