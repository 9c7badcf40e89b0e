import { canonicalJson } from "@assay/contract";
import type { PackageState } from "./package-state.ts";
import { toLines } from "./write-lines.ts";

export function writeReviews({ reviews }: PackageState): string {
  return canonicalJson({ reviews });
}

export function writeSignOffs({ signOffs }: PackageState): string {
  return canonicalJson({ signOffs });
}

export function writeExceptions({ exceptions }: PackageState): string {
  return canonicalJson({ exceptions });
}

export function writeEgress({ egress }: PackageState): string {
  return canonicalJson(egress);
}

export function writeManifests({ manifests }: PackageState): string {
  return toLines(manifests.map((manifest) => canonicalJson(manifest)));
}
