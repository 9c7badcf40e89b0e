import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { UploadOptions } from "../resources/documents.ts";
import type { Connection } from "./access/connect.ts";
import { credentialsPath } from "./access/credentials-file.ts";
import { replaceFile } from "./replace-file.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The service keeps them no longer. */
const KEPT_MS = 86_400_000;

/** An upload in parts that a command began, and may have left. */
export interface BegunUpload {
  /** Its address where it was left. */
  find(): Promise<string | undefined>;
  keep(address: string): Promise<void>;
  forget(): Promise<void>;
}

/** In a file of its own, named for where the bytes go and all that is said of them: with anything else they begin again. */
export function openBegunUpload(
  { address }: Connection,
  env: Terminal["env"],
  sha256: string,
  fields: UploadOptions,
): BegunUpload {
  const folder = join(dirname(credentialsPath(env)), "uploads");
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const name = createHash("sha256").update(JSON.stringify([address, sha256, given.sort()]));
  const path = join(folder, name.digest("hex").slice(0, 32));
  return {
    find: () => readFile(path, "utf8").catch(() => undefined),
    async keep(begun) {
      try {
        await replaceFile(path, begun);
        await removeOld(folder);
      } catch {
        // It begins again.
      }
    },
    forget: () => rm(path, { force: true }),
  };
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another command may remove it first.
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(path, { force: true });
  }
}
