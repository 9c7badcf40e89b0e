import { basename, extname } from "node:path";
import type { OscalRequirements, PackFormat } from "@assay/contract";
import type { ParsedPack } from "@assay/core/ports";
import { createPackParser } from "@assay/embedded/packs";
import { ConfigError } from "../config.ts";
import { readTextFile } from "./read-text-file.ts";

const FORMATS: Readonly<Record<string, PackFormat>> = {
  ".json": "assay-json",
  ".csv": "csv",
  ".yaml": "ciso-assistant",
  ".yml": "ciso-assistant",
};

/** By the file's extension; the command `pack:import` takes any format. Throws ConfigError. */
export function formatOf(file: string): PackFormat {
  const format = FORMATS[extname(file).toLowerCase()];
  if (format) return format;
  throw new ConfigError(
    `Cannot tell the format of '${file}' because its name must end in ${Object.keys(FORMATS).join(", ")}: import it with \`npm run pack:import\``,
  );
}

/** Reads a pack file, says what is in it and what was omitted. Throws ConfigError, AssayError VALIDATION_ERROR. */
export async function readPackFile(
  file: string,
  options: {
    readonly format: PackFormat;
    readonly requirements?: OscalRequirements | undefined;
    readonly name?: string;
  },
): Promise<{ pack: ParsedPack; name: string }> {
  const pack = await createPackParser().parse(await readTextFile(file), options);
  const name = options.name ?? pack.name ?? basename(file);
  const count = pack.criteria.reduce((sum, { requirements }) => sum + requirements.length, 0);
  console.log(`'${name}': ${pack.criteria.length} criteria, ${count} requirements`);
  for (const { id, reason } of pack.skipped) console.log(`  left out ${id}: ${reason}`);
  return { pack, name };
}
