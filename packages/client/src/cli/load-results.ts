import { damageError } from "../damage.ts";
import type { Assessment, FixedException, Requirement, RunDetails } from "../generated/types.ts";
import type { Connection } from "./access/connect.ts";
import { isCovered } from "./verdicts.ts";

export interface Results {
  readonly run: RunDetails;
  /** In pack order. */
  readonly rows: readonly { readonly requirement: Requirement; readonly assessment: Assessment | undefined }[];
  /** Those active when the run started. */
  readonly exceptions: readonly FixedException[];
  /** File names of the run's documents, by id. */
  readonly documents: ReadonlyMap<string, string>;
}

/** What a run found for each requirement of the version that it pinned. */
export async function loadResults({ assay }: Connection, run: RunDetails, signal: AbortSignal): Promise<Results> {
  const [requirements, assessments, documents] = await Promise.all([
    assay.runs.requirements(run.id, { signal }),
    assay.runs.assessments(run.id, { signal }),
    loadNames({ assay }, run.id, signal),
  ]);
  const exceptions = assessments.some(isCovered) ? await assay.runs.exceptions(run.id, { signal }) : [];
  const byRequirement = new Map(assessments.map((assessment) => [assessment.requirementId, assessment]));
  const rows = requirements.map((requirement) => ({
    requirement,
    assessment: byRequirement.get(requirement.requirementId),
  }));
  return { run, rows, exceptions, documents };
}

async function loadNames({ assay }: Pick<Connection, "assay">, runId: string, signal: AbortSignal) {
  const names = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const page = await assay.runs.documents(runId, { judged: true, limit: 200, cursor, signal });
    if (page.damaged.length > 0) throw damageError(page.damaged);
    for (const { documentId, originalFilename } of page.documents) names.set(documentId, originalFilename);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return names;
}
