import { fileURLToPath } from "node:url";
import { type ConfinedChild, startConfinedChild } from "@assay/confined";
import type { Batch, ToChild } from "./messages.ts";
import type { TextExtractorSettings } from "./settings.ts";

const ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/** A process that reads one document at a time. */
export type Child = ConfinedChild<ToChild, Batch>;

export function startChild(settings: Required<TextExtractorSettings>): Child {
  return startConfinedChild(ENTRY, settings, (batch: Batch) => batch.some(({ type }) => type === "tainted"));
}
