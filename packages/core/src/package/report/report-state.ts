import type { PackageState } from "../package-state.ts";

/** What the report for auditors is a pure function of: the state of a package, with originals or without. */
export type ReportState = Omit<PackageState, "originals" | "snapshotBytes" | "manifests" | "chunks" | "signers">;
