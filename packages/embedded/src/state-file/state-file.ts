import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { z } from "zod";
import { isErrno } from "../files/is-errno.ts";

export interface StateFile<T> {
  /** As it is on the disk; not to be changed. */
  read(): T;
  /** Takes over what other processes wrote, where they share it. */
  refresh(): Promise<void>;
  /** Applies the changes one after the other; each is on the disk when its promise resolves, or did not happen. */
  update<R>(change: (draft: T) => R): Promise<R>;
}

/** A small JSON file, readable by its owner only; `initial` is written when there is none. */
export async function openStateFile<T>(options: {
  path: string;
  schema: z.ZodType<T>;
  initial: () => Promise<T> | T;
}): Promise<StateFile<T>> {
  const { path, schema } = options;
  await removeUnfinished(path);
  let state = await readStateFile({ path, schema });
  if (state === undefined) {
    state = await options.initial();
    await replaceFile(path, JSON.stringify(state));
  }
  let current: T = state;
  let last: Promise<unknown> = Promise.resolve();

  return {
    read: () => current,
    refresh: async () => {},
    update(change) {
      const next = last.then(async () => {
        const draft = structuredClone(current);
        const result = change(draft);
        await replaceFile(path, JSON.stringify(draft));
        current = draft;
        return result;
      });
      last = next.catch(() => {});
      return next;
    },
  };
}

/** What such a file holds; undefined where there is none. */
export async function readStateFile<T>({
  path,
  schema,
}: {
  path: string;
  schema: z.ZodType<T>;
}): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(
      `Cannot open '${path}' because it is not a valid state file of the issuer: restore it or remove it`,
      { cause },
    );
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function removeUnfinished(path: string): Promise<void> {
  for (const name of await readdir(dirname(path))) {
    if (name.startsWith(`${basename(path)}.`)) await rm(join(dirname(path), name), { force: true });
  }
}
