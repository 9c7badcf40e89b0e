import type { OscalRequirements, PackFormat } from "@assay/contract";
import type { ParsedPack } from "@assay/core/ports";
import { parseOscal } from "./oscal/parse-oscal.ts";
import { parseAssayJson } from "./parse-assay-json.ts";
import { parseCisoAssistant } from "./parse-ciso-assistant.ts";
import { parseCsvPack } from "./parse-csv-pack.ts";

/** Reads a pack file of a format. Throws VALIDATION_ERROR. */
export function parsePack(
  text: string,
  { format, requirements = "controls" }: { format: PackFormat; requirements?: OscalRequirements | undefined },
): ParsedPack {
  switch (format) {
    case "assay-json":
      return parseAssayJson(text);
    case "csv":
      return parseCsvPack(text);
    case "oscal":
      return parseOscal(text, { requirements });
    case "ciso-assistant":
      return parseCisoAssistant(text);
    default:
      return format satisfies never;
  }
}
