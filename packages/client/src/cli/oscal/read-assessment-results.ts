import type { Assessment, Exception, Review } from "../../generated/types.ts";

/** What the OSCAL assessment results of a package say of a verdict. */
type ReadVerdict = Pick<
  Assessment,
  "id" | "requirementId" | "status" | "confidence" | "reasoning" | "flags" | "citations" | "reusedFromRunId"
> & { readonly state: string };

type ReadReview = Pick<
  Review,
  | "id"
  | "requirementId"
  | "sequence"
  | "decision"
  | "status"
  | "reasonCode"
  | "reason"
  | "reviewerId"
  | "createdAt"
  | "rejectedCitations"
>;

type ReadException = Pick<
  Exception,
  | "id"
  | "requirementId"
  | "kind"
  | "scope"
  | "reason"
  | "compensatingControl"
  | "ownerId"
  | "proposedBy"
  | "approvedBy"
  | "approvedAt"
  | "validFrom"
  | "validUntil"
  | "documentId"
>;

export interface ReadResults {
  readonly runId: string | null;
  readonly snapshotHash: string | null;
  /** In the order of the findings. */
  readonly verdicts: readonly ReadVerdict[];
  /** In the order of their sequence. */
  readonly reviews: readonly ReadReview[];
  readonly exceptions: readonly ReadException[];
}

interface Prop {
  readonly name: string;
  readonly value: string;
  readonly group?: string;
  readonly remarks?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a document of a foreign schema, of which only our own parts are read
type Json = any;

/** Gives back what was written into OSCAL assessment results. Throws TypeError for another document. */
export function readAssessmentResults(document: Json): ReadResults {
  const results = document?.["assessment-results"];
  const result = results?.results?.[0];
  if (!result) throw new TypeError("must be OSCAL assessment results with one result");
  const observations = new Map<string, Json>(listOf(result.observations).map((each) => [each.uuid, each]));
  const findings = listOf(result.findings);
  return {
    runId: textOf(results.metadata, "run-id"),
    snapshotHash: textOf(result, "snapshot-sha256"),
    verdicts: findings.map((finding) => toVerdict(finding, observations)),
    reviews: findings.flatMap(toReviews).sort((a, b) => a.sequence - b.sequence),
    exceptions: listOf(result.risks)
      .filter((risk) => textOf(risk, "exception-kind") !== null)
      .map(toException),
  };
}

function toVerdict(finding: Json, observations: ReadonlyMap<string, Json>): ReadVerdict {
  const flags = propsOf(finding)
    .filter(({ name }) => name === "flag")
    .map(({ value }) => value as NonNullable<ReadVerdict["flags"]>[number]);
  const reusedFromRunId = textOf(finding, "inherited-from-run");
  const cited = listOf(finding["related-observations"])
    .flatMap((each) => observations.get(each["observation-uuid"]) ?? [])
    .sort((a, b) => Number(textOf(a, "citation-index")) - Number(textOf(b, "citation-index")));
  return {
    id: textOf(finding, "assessment-id") ?? "",
    requirementId: textOf(finding, "requirement-id") ?? "",
    status: textOf(finding, "status") as ReadVerdict["status"],
    confidence: Number(textOf(finding, "confidence")),
    reasoning: finding.description,
    ...(flags.length > 0 && { flags }),
    citations: cited.map(toCitation),
    ...(reusedFromRunId !== null && { reusedFromRunId }),
    state: finding.target?.status?.state,
  };
}

function toCitation(observation: Json): Assessment["citations"][number] {
  const evidence = observation["relevant-evidence"]?.[0] ?? {};
  const page = textOf(evidence, "page");
  return {
    documentId: textOf(evidence, "document-id") ?? "",
    chunkId: textOf(evidence, "chunk-id") ?? "",
    text: evidence.description,
    pageNumber: page === null ? null : Number(page),
  };
}

function toReviews(finding: Json): ReadReview[] {
  const requirementId = textOf(finding, "requirement-id") ?? "";
  // Node 20 has no Map.groupBy.
  const groups = new Map<string, Prop[]>();
  for (const each of propsOf(finding))
    if (each.group?.startsWith("review-")) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  return [...groups.values()].map((props) => {
    const review = { props };
    return {
      id: textOf(review, "review-id") ?? "",
      requirementId,
      sequence: Number(textOf(review, "review-sequence")),
      decision: textOf(review, "review-decision") as ReadReview["decision"],
      status: textOf(review, "review-status") as ReadReview["status"],
      reasonCode: textOf(review, "review-reason-code") as ReadReview["reasonCode"],
      reason: remarksOf(review, "review-reason"),
      reviewerId: textOf(review, "reviewer-id") ?? "",
      createdAt: textOf(review, "reviewed-at") ?? "",
      rejectedCitations: (textOf(review, "review-rejected-citations") ?? "").split(" ").filter(Boolean).map(Number),
    };
  });
}

function toException(risk: Json): ReadException {
  return {
    id: textOf(risk, "exception-id") ?? "",
    requirementId: textOf(risk, "requirement-id") ?? "",
    kind: textOf(risk, "exception-kind") as ReadException["kind"],
    scope: remarksOf(risk, "exception-scope"),
    reason: risk.description,
    compensatingControl: risk["mitigating-factors"]?.[0]?.description ?? null,
    ownerId: textOf(risk, "owner-id") ?? "",
    proposedBy: textOf(risk, "proposed-by") ?? "",
    approvedBy: textOf(risk, "approved-by"),
    approvedAt: textOf(risk, "approved-at"),
    validFrom: textOf(risk, "valid-from") ?? "",
    validUntil: textOf(risk, "valid-until") ?? "",
    documentId: textOf(risk, "document-id"),
  };
}

function listOf(value: Json): Json[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}

function propsOf(item: Json): Prop[] {
  return listOf(item?.props);
}

function textOf(item: Json, name: string): string | null {
  const found = propsOf(item).find((each) => each.name === name);
  return found === undefined ? null : String(found.value);
}

/** Of a text that is in the remarks of its property; an empty one has none. */
function remarksOf(item: Json, name: string): string | null {
  const found = propsOf(item).find((each) => each.name === name);
  return found === undefined ? null : (found.remarks ?? "");
}
