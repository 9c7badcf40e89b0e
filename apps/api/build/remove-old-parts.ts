import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Lists what each of the last builds made, the newest first. */
const LISTS = "builds.json";
const BUILDS_KEPT = 5;

/**
 * Removes from `folder` what none of the last builds made. A service that runs loads parts of its own build when it first
 * needs them, whatever was built meanwhile.
 */
export async function removeOldParts(folder: string, made: readonly string[]): Promise<void> {
  const earlier = await readFile(join(folder, LISTS), "utf8").then(JSON.parse, () => []);
  const kept = [made, ...(earlier as string[][])].slice(0, BUILDS_KEPT);
  await writeFile(join(folder, LISTS), JSON.stringify(kept));
  const known = new Set([LISTS, ...kept.flat()]);
  const old = (await readdir(folder)).filter((file) => !known.has(file));
  await Promise.all(old.map((file) => rm(join(folder, file), { recursive: true })));
}
