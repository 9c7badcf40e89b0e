import { damageError } from "../../damage.ts";
import type { Assessment, RunDetails, RunDocument } from "../../generated/types.ts";
import type { Connection } from "../access/connect.ts";

/** One of the two runs that a gate compares. */
export interface Side {
  readonly run: RunDetails;
  readonly assessments: ReadonlyMap<string, Assessment>;
  /** What the run fixed as its evidence, judged or not. */
  readonly documents: ReadonlyMap<string, RunDocument>;
}

/** Throws IntegrityError where part of it is stored otherwise than it was recorded: nothing may pass over that. */
export async function loadSide({ assay }: Connection, run: RunDetails, signal: AbortSignal): Promise<Side> {
  const assessments = await assay.runs.assessments(run.id, { signal });
  const documents = new Map<string, RunDocument>();
  let cursor: string | undefined;
  do {
    const page = await assay.runs.documents(run.id, { limit: 200, cursor, signal });
    if (page.damaged.length > 0) throw damageError(page.damaged);
    for (const document of page.documents) documents.set(document.documentId, document);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { run, documents, assessments: new Map(assessments.map((each) => [each.requirementId, each])) };
}
