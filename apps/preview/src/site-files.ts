import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Files } from "./deno-apps.ts";

/** What a site hosted apart reads next to its pages. */
export interface SiteConfig {
  readonly apiUrl: string;
  readonly authUrl: string;
  readonly publishableKey: string;
  /** Where the sites stand, for the way from one to the other. */
  readonly sites: { readonly portal: string; readonly admin: string };
}

/** The files of a built site, below `base` as its pages expect them, with its configuration where it reads one. */
export async function siteFiles(dist: string, base: string, config?: SiteConfig): Promise<Files> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (!paths.some((file) => file.endsWith("index.html")))
    throw new Error(`Cannot deploy the site because '${dist}' has no index.html: build it first`);
  const read = await Promise.all(
    paths.map(
      async (file): Promise<[string, Files[string]]> => [
        `${base}/${relative(dist, file).split(sep).join("/")}`,
        { encoding: "base64", content: (await readFile(file)).toString("base64") },
      ],
    ),
  );
  const files = Object.fromEntries(read);
  if (!config) return files;
  return { ...files, [`${base}/site-config.json`]: { encoding: "utf-8", content: JSON.stringify(config) } };
}
