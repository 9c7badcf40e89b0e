import { deriveExpectation } from "@assay/core/packs/expectation";

/**
 * The expectation of a requirement from two values of a file; undefined where the file has neither, so that the import
 * derives it. With an interval alone, the kind is derived from the wording; with a kind alone there is no interval.
 */
export function readExpectation(
  title: string,
  { kind, every }: { readonly kind: string | undefined; readonly every: string | undefined },
): unknown {
  if (!kind && !every) return undefined;
  return {
    kind: kind ? kind.toUpperCase() : (deriveExpectation(title)?.kind ?? "OPERATION"),
    every: every ? every.toUpperCase() : null,
  };
}
