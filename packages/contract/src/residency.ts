import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { calendarDate, id } from "./primitives.ts";

/** Who may be given a tenant's text. `offline` is the service itself, from which nothing leaves. */
export const PROVIDERS = ["offline", "gemini", "openai-compatible", "entailment-server", "clamd"] as const;
export type Provider = (typeof PROVIDERS)[number];
export const provider = z
  .enum(PROVIDERS)
  .describe("`offline` is the service itself, from which nothing leaves: it is always allowed.");

/** What a tenant's text leaves the service for. */
export const EGRESS_PURPOSES = ["EMBEDDING", "ASSESSMENT", "MEANING", "PROBE", "OCR", "SCAN"] as const;
export type EgressPurpose = (typeof EGRESS_PURPOSES)[number];
export const egressPurpose = z
  .enum(EGRESS_PURPOSES)
  .describe(
    "EMBEDDING: passages, and what is searched for. ASSESSMENT: requirements with passages. MEANING: quotes. PROBE: whether a model answers, without evidence. OCR: images. SCAN: whole files.",
  );

const host = z.string().describe("Name and port as they are configured.");

export const allowedProviders = z
  .array(provider)
  .max(PROVIDERS.length)
  .refine((names) => new Set(names).size === names.length, "must name each provider once")
  .nullable()
  .describe("Who may be given the tenant's text; null: everybody whom the deployment uses.");

export const residency = z.strictObject({
  allowedProviders,
  retrievalVersionId: id
    .nullable()
    .describe("The engine version that the tenant is bound to; null: the active one of the deployment."),
  destinations: z
    .array(z.strictObject({ provider, host, purposes: z.array(egressPurpose) }))
    .describe("Where the deployment can send text."),
});
export type Residency = z.infer<typeof residency>;
export const residencyReply = z.strictObject({ residency });
export const changeResidencyBody = z.strictObject({ allowedProviders });
export type ChangeResidencyBody = z.infer<typeof changeResidencyBody>;
export const bindEngineBody = z.strictObject({
  retrievalVersionId: z.string().min(1).max(100).nullable().describe("Null: the active one of the deployment again."),
});
export type BindEngineBody = z.infer<typeof bindEngineBody>;

const sent = {
  provider,
  host,
  purpose: egressPurpose,
  requests: z.int().positive(),
  bytes: z.int().nonnegative().describe("Of the requests' bodies, counted before they leave, also where they fail."),
};
export const egressTotal = z.strictObject(sent);
export type EgressTotal = z.infer<typeof egressTotal>;
export const egressEntry = z.strictObject({
  day: calendarDate.describe("In UTC."),
  runId: id.nullable().describe("Null for what belongs to no run, such as the embedding of a document."),
  ...sent,
});
export type EgressEntry = z.infer<typeof egressEntry>;

const way = z.strictObject({ provider, host, purpose: egressPurpose });
const olderDocuments = z
  .int()
  .nonnegative()
  .describe(
    "Documents that were judged and are deleted, or older than such counts: what was sent of them is not known.",
  );

/** Where a run's text was sent, with counts. */
export const runEgress = z.strictObject({
  run: z.array(way.extend({ requests: z.int().positive(), bytes: z.int().nonnegative() })),
  documents: z.array(way.extend({ documents: z.int().positive(), bytes: z.int().nonnegative() })),
  olderDocuments,
});
export type RunEgress = z.infer<typeof runEgress>;

/** Without counts, which differ where an attempt was repeated, and without probes, which hold no text of the tenant. */
export const runDestinations = z
  .strictObject({
    run: z.array(way).describe("What its requirements and passages were sent to."),
    documents: z
      .array(way)
      .describe("What the documents that it judged were sent to until its end, when they were read."),
    olderDocuments,
  })
  .describe("Where the run's text was sent; absent while it is active, and in runs of earlier releases.");
export type RunDestinations = z.infer<typeof runDestinations>;

export const egressListQuery = pageQuery.extend({
  runId: z.string().max(100).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional().describe("The last day."),
});
export type EgressListQuery = z.infer<typeof egressListQuery>;
export const egressListReply = z.strictObject({ egress: z.array(egressEntry), nextCursor });
