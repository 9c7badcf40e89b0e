import { fileURLToPath } from "node:url";
import { type ConfinedChild, startConfinedChild } from "@assay/confined";
import type { Parcel, ToChild } from "./messages.ts";
import type { TextExtractorSettings } from "./settings.ts";

const ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/** A process that reads one document at a time. */
export type Child = ConfinedChild<ToChild, Parcel>;

export function startChild(settings: Required<TextExtractorSettings>): Child {
  return startConfinedChild(ENTRY, settings, (parcel: Parcel) => parcel.some(({ type }) => type === "tainted"));
}
