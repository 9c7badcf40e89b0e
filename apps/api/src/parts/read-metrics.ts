import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type EngineMetrics, engineMetrics } from "@assay/contract";
import { ConfigError } from "../config.ts";

/** What was measured of a model, from the folder of its weights; undefined where it has no such file. Throws ConfigError. */
export async function readMetrics(folder: string): Promise<EngineMetrics | undefined> {
  const path = join(folder, "metrics.json");
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new ConfigError(`Cannot read the metrics '${path}': ${error.code}`);
  });
  if (text === undefined) return undefined;
  const read = engineMetrics.safeParse(parse(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ConfigError(
    `Cannot read the metrics '${path}' because '${issue!.path.join(".")}' is wrong: ${issue!.message}; write it with 'npm run quality -- meaning --out'`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
