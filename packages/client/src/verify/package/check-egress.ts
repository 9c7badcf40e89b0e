import type { RunDestinations } from "../../generated/types.ts";
import { canonicalJson } from "../canonical-json.ts";
import { isLeftOut, type OpenedPackage } from "./opened-package.ts";
import { EGRESS, requireShape } from "./shapes.ts";

export const EGRESS_FILE = "egress.json";

/** The places that the counted list names are those of the snapshot; that its counts are as recorded, the audit log says. */
export async function checkEgress(opened: OpenedPackage): Promise<void> {
  const { files, findings, snapshot } = opened;
  const sealed = snapshot.configuration.egress;
  if (!sealed) return;
  if (!files.entries.has(EGRESS_FILE)) {
    if (!isLeftOut(opened, "egress", `egress ${snapshot.run.id}`))
      findings.fail("egress", `${EGRESS_FILE} is absent`, "incomplete");
    return;
  }
  const counted = requireShape<RunDestinations>(await files.json(EGRESS_FILE), EGRESS, EGRESS_FILE);
  if (placesIn(counted) !== placesIn(sealed))
    findings.fail("egress", `${EGRESS_FILE} names other places than the snapshot`);
}

/** What it says of where text went, without counts, and without probes, which hold no text of the tenant. */
function placesIn(egress: RunDestinations): string {
  const places = [egress.run, egress.documents].map((ways) =>
    ways.flatMap(({ provider, host, purpose }) => (purpose === "PROBE" ? [] : [[provider, host, purpose]])),
  );
  return canonicalJson([...places, egress.olderDocuments]);
}
