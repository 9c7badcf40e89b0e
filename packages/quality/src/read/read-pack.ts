import { readFileSync } from "node:fs";
import { extname } from "node:path";
import type { OscalRequirements, PackFormat } from "@assay/contract";
import type { ParsedPack } from "@assay/core/ports";
import { createPackParser } from "@assay/embedded/packs";

interface PackForm {
  /** Absent: by the file's extension. */
  readonly format?: PackFormat | undefined;
  readonly requirements?: OscalRequirements | undefined;
}

export function readPack(file: string, { format = formatOf(file), requirements }: PackForm = {}): Promise<ParsedPack> {
  return createPackParser().parse(readFileSync(file, "utf8"), { format, requirements });
}

function formatOf(file: string): PackFormat {
  switch (extname(file).toLowerCase()) {
    case ".csv":
      return "csv";
    case ".yaml":
    case ".yml":
      return "ciso-assistant";
    default:
      return "assay-json";
  }
}
