import { portalAddress } from "../find-run.ts";
import { listVerdictChanges, type Report } from "./load-report.ts";

/** The figures of a report by name. */
export function toOutputs(
  { run, counts, snapshotHash, changes }: Report,
  address: string,
): Readonly<Record<string, string>> {
  return {
    "run-id": run.id,
    status: run.status,
    complete: String(counts.COMPLETE),
    partial: String(counts.PARTIAL),
    missing: String(counts.MISSING),
    "not-judged": String(counts["NOT JUDGED"]),
    failed: String(counts.FAILED),
    changed: changes ? String(listVerdictChanges(changes.diff).length) : "",
    "compared-run-id": changes?.against.id ?? "",
    "snapshot-hash": snapshotHash ?? "",
    "portal-url": portalAddress(address, run.id),
  };
}

/** A line `name=value` for each, as GitHub Actions reads them. No value has a line break. */
export function formatOutputs(outputs: Readonly<Record<string, string>>): string {
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
