import { statfs } from "node:fs/promises";
import { type Config, ConfigError } from "../config.ts";
import { makeDataFolder } from "../data-folder.ts";
import { keepsState } from "../parts/folder.ts";
import type { Finding } from "./finding.ts";

const FREE_BYTES_MIN = 1024 ** 3;

export async function checkHost(config: Config): Promise<Finding[]> {
  return [checkNode(), ...(keepsState(config) ? [await checkDataFolder(config)] : [])];
}

function checkNode(): Finding {
  const major = Number(process.versions.node.split(".")[0]);
  return {
    ok: major >= 24,
    text: `Node ${process.versions.node}${major >= 24 ? "" : ": start through npm, which brings Node 24"}`,
  };
}

async function checkDataFolder({ ASSAY_DATA_DIR: dir }: Config): Promise<Finding> {
  try {
    await makeDataFolder(dir);
    const { bavail, bsize } = await statfs(dir);
    const free = bavail * bsize;
    return free >= FREE_BYTES_MIN
      ? { ok: true, text: `Data folder ${dir} is writable` }
      : { ok: false, text: `Data folder ${dir} has less than 1 GiB free: make room, or set ASSAY_DATA_DIR` };
  } catch (error) {
    if (error instanceof ConfigError) return { ok: false, text: error.message };
    throw error;
  }
}
