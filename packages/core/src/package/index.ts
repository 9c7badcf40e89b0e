export type { PackageServices } from "./ensure-checkpoint.ts";
export { type OpenedPackage, openPackage, type PackageRequest } from "./open-package.ts";
export { openSealedReport } from "./open-sealed-report.ts";
