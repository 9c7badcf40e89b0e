import type { RunEstimate, StartRunBody } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { splitParts } from "@assay/language/requirement";
import { requirementsOf } from "../packs/bindings.ts";
import type { AssessmentRequest, EstimatedUsage } from "../ports/assessor.ts";
import type { AssessorCard } from "../ports/models.ts";
import { listReusable } from "./list-reusable.ts";
import { type EvidenceSize, measureEvidence } from "./measure-evidence.ts";
import type { StartPlan } from "./plan-start.ts";
import type { RunRow } from "./to-run.ts";

type Requirement = Awaited<ReturnType<typeof requirementsOf>>[number];

/** However many requirements a pack has, so many tell how large their requests are. */
const SAMPLES_MAX = 50;

/** A run that is about to start. */
export interface PlannedStart {
  readonly plan: StartPlan;
  readonly body: StartRunBody;
  readonly continued: RunRow | undefined;
}

/** What a planned run would need of its model, about. */
export async function estimateStart(
  tx: Transaction,
  tenantId: string,
  { plan: { pins, assessor }, body, continued }: PlannedStart,
): Promise<RunEstimate> {
  const requirements = await requirementsOf(tx, pins.criteriaVersionId);
  const size = await measureEvidence(tx, tenantId, pins, body);
  const asks = assessor.estimate && size.passages > 0;
  const reusable = asks ? await listReusable(tx, tenantId, { pins, continued, reuse: body.reuse }) : NONE;
  const asked = asks ? requirements.filter(({ requirementId }) => !reusable.has(requirementId)) : [];
  return { requirements: requirements.length, calls: asked.length, ...sumUsage(assessor, asked, size) };
}

const NONE: ReadonlySet<string> = new Set();

function sumUsage(assessor: AssessorCard, asked: readonly Requirement[], size: EvidenceSize): EstimatedUsage {
  const every = Math.ceil(asked.length / SAMPLES_MAX);
  const samples = asked.filter((_, at) => at % every === 0).map((each) => assessor.estimate!(makeTypical(each, size)));
  const share = samples.length === 0 ? 0 : asked.length / samples.length;
  const sum = (of: (usage: EstimatedUsage) => number) => samples.reduce((all, usage) => all + of(usage), 0) * share;
  return {
    tokensIn: Math.round(sum(({ tokensIn }) => tokensIn)),
    tokensOut: Math.round(sum(({ tokensOut }) => tokensOut)),
    costUsd: samples.some(({ costUsd }) => costUsd === null) ? null : sum(({ costUsd }) => costUsd!),
  };
}

/** A request as long as one about this requirement is. */
function makeTypical(requirement: Requirement, size: EvidenceSize): AssessmentRequest {
  const { requirementId, title, subcheckLabel, criterionTitle } = requirement;
  return {
    requirement: { requirementId, title, subcheckLabel, criterionTitle },
    parts: [...new Set(splitParts(requirement).map(({ text }) => text))],
    guidance: Array.from({ length: size.guidance }, () => "x".repeat(size.guidanceCharacters)),
    passages: Array.from({ length: size.passages }, (_, at) => ({
      chunkId: `00000000-0000-7000-8000-${String(at).padStart(12, "0")}`,
      documentTitle: "x".repeat(TITLE_CHARACTERS),
      location: null,
      pageNumber: 10,
      context: null,
      text: "x".repeat(size.passageCharacters),
    })),
  };
}

/** Of a usual file name. */
const TITLE_CHARACTERS = 30;

/** As `estimateStart`, of all requirements with these versions; undefined where its model does not say. */
export async function estimateAll(
  tx: Transaction,
  tenantId: string,
  { pins, assessor }: Pick<StartPlan, "pins" | "assessor">,
): Promise<EstimatedUsage | undefined> {
  if (!assessor.estimate) return undefined;
  const size = await measureEvidence(tx, tenantId, pins, {});
  return sumUsage(assessor, size.passages > 0 ? await requirementsOf(tx, pins.criteriaVersionId) : [], size);
}
