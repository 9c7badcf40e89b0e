import { EXPORT_MEDIA_TYPES } from "@assay/contract";
import { writeAssessmentResults } from "../../oscal/index.ts";
import type { RunReport } from "../../reports/index.ts";
import type { Context } from "../../tenancy/context.ts";
import type { PackageServices } from "../ensure-checkpoint.ts";
import { readPackageState } from "../read-package-state.ts";
import { toOscalSource } from "./to-oscal-source.ts";

/** The assessment results of the run's package, byte for byte. Throws as `readPackageState` does. */
export async function getOscalReport(
  ctx: Context,
  services: PackageServices,
  { runId }: { readonly runId: string },
): Promise<RunReport> {
  const text = await writeAssessmentResults(toOscalSource(await readPackageState(ctx, services, runId)));
  return {
    filename: `assay-report-${runId}.oscal.json`,
    mediaType: EXPORT_MEDIA_TYPES.oscal,
    bytes: once(new TextEncoder().encode(text)),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
}
