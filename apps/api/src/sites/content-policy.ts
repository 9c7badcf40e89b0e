import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const INLINE = {
  script: /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g,
  style: /<style[^>]*>([\s\S]*?)<\/style>/g,
};

/**
 * The Content-Security-Policy of a built site: its own files, the inline scripts and styles that are in its pages by
 * their hashes, and requests to its own origin and those of `addresses`.
 */
export async function contentPolicy(dir: string, addresses: readonly string[]): Promise<string> {
  const names = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith(".html"));
  const pages = await Promise.all(names.map((name) => readFile(join(dir, name), "utf8")));
  const origins = addresses.flatMap((address) => URL.parse(address)?.origin ?? []);
  return [
    "default-src 'none'",
    "base-uri 'none'",
    `connect-src ${["'self'", ...new Set(origins)].join(" ")}`,
    "font-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' blob: data:",
    `script-src ${["'self'", ...hashes(pages, INLINE.script)].join(" ")}`,
    `style-src ${["'self'", ...hashes(pages, INLINE.style)].join(" ")}`,
    "worker-src 'self'",
  ].join("; ");
}

function hashes(pages: readonly string[], inline: RegExp): Set<string> {
  return new Set(
    pages.flatMap((page) =>
      [...page.matchAll(inline)].map(([, text]) => `'sha256-${createHash("sha256").update(text!).digest("base64")}'`),
    ),
  );
}
