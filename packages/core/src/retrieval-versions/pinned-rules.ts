import { AssayError, GUARD_VERSION, SPLITTER_VERSION } from "@assay/contract";
import type { RetrievalVersion } from "./active-version.ts";

type PinnedRules = Pick<RetrievalVersion, "guardVersion" | "splitterVersion">;

/** The rules that this release has: a version pins them, and no release keeps those of another. */
export const RULES_OF_RELEASE: PinnedRules = { guardVersion: GUARD_VERSION, splitterVersion: SPLITTER_VERSION };

export function hasRulesOfRelease({ guardVersion, splitterVersion }: PinnedRules): boolean {
  return guardVersion === GUARD_VERSION && splitterVersion === SPLITTER_VERSION;
}

/** Throws INVALID_STATE for rules that this release does not have. */
export function requireRulesOfRelease(version: PinnedRules): void {
  if (hasRulesOfRelease(version)) return;
  const name = ({ guardVersion, splitterVersion }: PinnedRules) => `guard ${guardVersion}, splitter ${splitterVersion}`;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot use the rules '${name(version)}' because this release does not have them: it has ${name(RULES_OF_RELEASE)}`,
  );
}
