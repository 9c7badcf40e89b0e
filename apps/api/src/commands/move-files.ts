import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { type MovedFiles, moveFiles } from "@assay/core/move-files";
import { type Config, ConfigError } from "../config.ts";
import { chooseStore } from "../parts/files.ts";
import { keepsFiles } from "../parts/folder.ts";
import { encryption } from "../parts/guard-store.ts";
import { configuredKeyWrapper } from "../parts/key-wrapper.ts";
import { supabaseParts } from "../parts/supabase.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { listFiles } from "./list-files.ts";
import { openForOperator } from "./open-for-operator.ts";
import { runCommand } from "./run-command.ts";

/** What says where files are kept: the other store is named by these alone. */
const OF_THE_STORE = /^(FILES_DIR|S3_.+|SUPABASE_BUCKET|SUPABASE_PATH_PREFIX)$/;
const SHOWN_MAX = 20;

/** Copies all files from the configured store to the one of another settings file: see docs/operate/self-hosting.md. */
await runCommand(async () => {
  const { to: settingsFile, isLast } = readOptions();
  const config = readProcessConfig(process.env);
  const target = readProcessConfig({ ...withoutStore(process.env), ...(await readSettings(settingsFile)) });
  const { db, close } = await openForOperator(config, "move files");
  try {
    if (keepsFiles(target)) await mkdir(join(target.ASSAY_DATA_DIR, "files"), { recursive: true });
    const onProgress = ({ copied, found }: MovedFiles) => console.log(`${copied} copied, ${found} there already`);
    const open = encryption(configuredKeyWrapper(config));
    const [from, to] = [open(storeOf(config), db), open(storeOf(target), db)];
    say(isLast, await moveFiles({ db, from, to, isLast, onProgress }));
  } finally {
    await close();
  }
});

function readOptions(): { to: string; isLast: boolean } {
  const { to, last: isLast = false } = parseArgs({
    options: { to: { type: "string" }, last: { type: "boolean" } },
  }).values;
  if (to) return { to, isLast };
  throw new ConfigError(
    "Cannot move files without --to <file>: a file with the settings of the store they are to go to",
  );
}

async function readSettings(path: string): Promise<Record<string, string | undefined>> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new ConfigError(
      `Cannot read the settings in '${path}': it must be a file with lines such as FILES_DIR=/mnt/assay`,
    );
  });
  return parseEnv(text);
}

function withoutStore(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_THE_STORE.test(name)));
}

function storeOf(config: Config) {
  return chooseStore(config, supabaseParts(config), config.ASSAY_DATA_DIR);
}

function say(isLast: boolean, { copied, copiedBytes, found, removed, missing, damaged }: MovedFiles): void {
  console.log(
    `Copied ${copied} files (${copiedBytes} bytes), ${found} were there already, removed ${removed} deleted ones`,
  );
  listFiles("were not found in the store they are to come from, and were not copied", missing, SHOWN_MAX);
  listFiles("are not the files that were uploaded, and were not copied", damaged, SHOWN_MAX);
  if (!isLast)
    console.log("Uploads that are under way were not copied: stop the service and call this again with --last");
  console.log("The other store now has the marker of this deployment. The files in the first one are left as they are");
}
