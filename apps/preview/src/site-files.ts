import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Files } from "./deno-apps.ts";

/** The files of a built site, below `base` as its pages expect them. */
export async function siteFiles(dist: string, base: string): Promise<Files> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (!files.some((file) => file.endsWith("index.html")))
    throw new Error(`Cannot deploy the site as '${dist}' holds no index.html: build it first`);
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [
        `${base}/${relative(dist, file).split(sep).join("/")}`,
        { encoding: "base64" as const, content: (await readFile(file)).toString("base64") },
      ]),
    ),
  );
}
