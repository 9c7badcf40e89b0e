import { usePath } from "@assay/site/location";
import { findPlace } from "./find-place.ts";

/** A part of the present path, such as `runId` in `/runs/:runId`; empty where the path has none of that name. */
export function useParam(name: string): string {
  return findPlace(usePath())?.params[name] ?? "";
}
