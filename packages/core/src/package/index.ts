export type { PackageServices, RunningHash } from "./ensure-checkpoint.ts";
export { type OpenedPackage, openPackage, type PackageRequest } from "./open-package.ts";
export { getOscalReport } from "./oscal/get-oscal-report.ts";
