/**
 * The order of the work, once. The engine's table of stages, the statuses of documents, what the sites show as progress
 * and the image in docs/build/architecture.md are made from it.
 */

/** A stage of reading a document; `reaches` is the status that its end sets. */
export const DOCUMENT_FLOW = [
  { name: "extract", title: "Read the text", reaches: "EXTRACTED" },
  { name: "chunk", title: "Split into passages", reaches: "PARSED" },
  { name: "embed", title: "Embed the passages", reaches: "INDEXED" },
  { name: "finish", title: "Make available", reaches: "READY" },
] as const;

/** A step of a run; `jobPer` says what it takes a job for. */
export const RUN_FLOW = [
  { name: "INGESTION", title: "Gather the evidence", jobPer: "run" },
  { name: "RETRIEVAL", title: "Find passages", jobPer: "run" },
  { name: "VERIFICATION", title: "Check passages", jobPer: "run" },
  { name: "ASSESSMENT", title: "Assess requirements", jobPer: "requirement" },
  { name: "TASK_GENERATION", title: "Make tasks", jobPer: "run" },
  { name: "EXPORT", title: "Write exports", jobPer: "run" },
] as const;

/** The stages of taking in a page or file as guidance, by the status while each is under way. */
export const INGESTION_FLOW = [
  { name: "FETCHING", title: "Fetch the source" },
  { name: "PARSING", title: "Read the text" },
  { name: "INDEXING", title: "Embed the passages" },
  { name: "finish", title: "Make available" },
] as const;

type Row = { readonly name: string };
type NamesOf<F extends readonly Row[]> = { readonly [I in keyof F]: F[I]["name"] };

const namesOf = <const F extends readonly Row[]>(flow: F) => flow.map(({ name }) => name) as unknown as NamesOf<F>;

export const DOCUMENT_STAGES = namesOf(DOCUMENT_FLOW);
export type DocumentStage = (typeof DOCUMENT_STAGES)[number];

/** In order; a document that fails at any stage is FAILED. */
export const DOCUMENT_STATUSES = ["UPLOADED", ...DOCUMENT_FLOW.map(({ reaches }) => reaches), "FAILED"] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export const RUN_STEPS = namesOf(RUN_FLOW);
export type RunStepName = (typeof RUN_STEPS)[number];

export type IngestionStage = (typeof INGESTION_FLOW)[number]["name"];

/** The row of a flow. Throws for a name that the flow does not have. */
export function rowOf<const F extends readonly Row[]>(flow: F, name: string): F[number] {
  const row = flow.find((each) => each.name === name);
  if (!row) throw new Error(`Cannot find '${name}' in the flow: it has ${flow.map((each) => each.name).join(", ")}`);
  return row;
}

/** The row that follows; undefined after the last one. Throws for a name that the flow does not have. */
export function rowAfter<const F extends readonly Row[]>(flow: F, name: string): F[number] | undefined {
  return flow[flow.indexOf(rowOf(flow, name)) + 1];
}
