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
  const pages = await Promise.all(names.map((name) => readFile(join(dir, name), "utf8")));
  const origins = addresses.flatMap((address) => URL.parse(address)?.origin ?? []);
  const attributes = hashes(pages, INLINE.styleAttribute);
  return [
    "default-src 'none'",
    "base-uri 'none'",
    `connect-src ${["'self'", ...new Set(origins)].join(" ")}`,
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' blob: data:",
    `script-src ${["'self'", ...(wasm ? [WASM] : []), ...hashes(pages, INLINE.script)].join(" ")}`,
    `style-src ${["'self'", ...hashes(pages, INLINE.style)].join(" ")}`,
    ...(attributes.size > 0 ? [`style-src-attr ${["'unsafe-hashes'", ...attributes].join(" ")}`] : []),
    "worker-src 'self'",
  ].join("; ");
}

/** What a worker may do; in a page, a script follows the page's policy and not its own. */
export function workerPolicy({ wasm = false }: SiteNeeds): string {
  return `default-src 'none'; connect-src 'self'; script-src 'self'${wasm ? ` ${WASM}` : ""}`;
}

function hashes(pages: readonly string[], inline: RegExp): Set<string> {
  return new Set(
    pages.flatMap((page) =>
      [...page.matchAll(inline)].map(([, text]) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`),
    ),
  );
}
