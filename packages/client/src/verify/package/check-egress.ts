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
  if (canonicalJson(toDestinations(counted)) !== canonicalJson(toDestinations(sealed)))
    findings.fail("egress", `${EGRESS_FILE} names other places than the snapshot`);
}

/** Without probes, which hold no text of the tenant. */
function toDestinations({ run, documents, olderDocuments }: RunDestinations): RunDestinations {
  const list = (rows: RunDestinations["run"]) =>
    rows
      .filter(({ purpose }) => purpose !== "PROBE")
      .map(({ provider, host, purpose }) => ({ provider, host, purpose }));
  return { run: list(run), documents: list(documents), olderDocuments };
}
