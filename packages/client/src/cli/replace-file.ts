import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const ONLY_OWNER = 0o600;

/** Writes a file whole or not at all, in place of one that is there; only its owner can read it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const made = `${path}.${process.pid}`;
  try {
    await writeFile(made, text, { mode: ONLY_OWNER });
    await chmod(made, ONLY_OWNER);
    await rename(made, path);
  } catch (error) {
    await rm(made, { force: true });
    throw error;
  }
}
