import { z } from "zod";
import { damagedResult } from "./damaged-result.ts";
import { sourceName, sourcePath } from "./documents.ts";
import { nextCursor } from "./paging.ts";
import { id, sha256, timestamp } from "./primitives.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

/** Of the files that a plan names. */
export const PLAN_LIMITS = { lines: 100_000, bytes: 32 * 1024 * 1024, lineBytes: 8192 } as const;

const count = z.int().nonnegative();
const reason = z.string().min(1).max(TEXT_LIMITS.refusalReason);
const refusalCode = z.string().regex(/^[A-Z][A-Z_]{0,59}$/);

export const planFile = z
  .strictObject({
    path: sourcePath,
    sha256,
    bytes: count,
  })
  .describe("A file that a source has.");
export type PlanFile = z.infer<typeof planFile>;

export const planQuery = z.strictObject({
  dryRun: z.enum(["true", "false"]).optional().describe("Says what a sync would do. No plan is kept."),
  takeOver: z
    .string()
    .max(100)
    .optional()
    .describe("The `planId` that a 409 names: that sync is ended, as its program is gone."),
});
export type PlanQuery = z.infer<typeof planQuery>;

/** The first line of the reply. */
export const planHeader = z.strictObject({
  planId: id.nullable().describe("Null for a dry run."),
  source: z.string(),
  expiresAt: timestamp.nullable(),
  upload: count,
  unchanged: count,
  refused: count,
  retire: count,
});
export type PlanHeader = z.infer<typeof planHeader>;

export const planEntry = z.strictObject({
  path: z.string(),
  action: z
    .enum(["upload", "unchanged", "refused", "retire"])
    .describe("`refused`: these bytes are too many, or were refused and would be again: do not send them."),
  documentId: id.optional().describe("What stands there now; absent where nothing does."),
  code: refusalCode.optional().describe("Of a refused file."),
  reason: reason.optional().describe("Of a refused file."),
});
export type PlanEntry = z.infer<typeof planEntry>;

export const planLine = z
  .union([planHeader, planEntry])
  .describe(
    "A line: first what there is to do, then each file of the source in the order that the service keeps, then what would be retired.",
  );

/** Within a JSON body. */
const SYNC_PATHS_MAX = 20_000;
const REFUSED_MAX = 2_000;

export const closeSyncBody = z
  .strictObject({
    planId: z.string().max(100).optional().describe("The plan that is done. Either it or `paths`."),
    refused: z
      .array(
        z.strictObject({
          path: sourcePath,
          reason,
          code: refusalCode
            .optional()
            .describe(
              "Of the service's error: with it, the next plan asks no second time for a file of a kind that is not read.",
            ),
        }),
      )
      .max(REFUSED_MAX)
      .optional()
      .describe("Files of the plan that the service or the program did not take, and why; with `planId`."),
    paths: z
      .array(sourcePath)
      .max(SYNC_PATHS_MAX)
      .optional()
      .describe("Without a plan: of all files that the source has now, sent or not."),
    dryRun: z.boolean().optional().describe("Says what would be removed, and removes nothing; with `paths`."),
  })
  .refine(({ planId, paths }) => (planId === undefined) !== (paths === undefined), {
    path: ["planId"],
    message: "must be given, or else paths",
  })
  .refine(({ planId, refused }) => refused === undefined || planId !== undefined, {
    path: ["refused"],
    message: "must come with planId",
  })
  .refine(({ paths, dryRun }) => dryRun === undefined || paths !== undefined, {
    path: ["dryRun"],
    message: "must come with paths",
  })
  .describe("What a source has at the end of a sync.");
export type CloseSyncBody = z.infer<typeof closeSyncBody>;

export const manifestPayload = z
  .strictObject({
    origin: z.literal("assay/source-manifest/v1"),
    manifestId: id,
    tenantId: id,
    source: sourceName,
    sequence: z.int().positive().describe("From 1, by source."),
    previousHash: sha256.nullable().describe("SHA-256 of the payload of the source's manifest before."),
    planId: id.nullable(),
    startedAt: timestamp,
    closedAt: timestamp,
    closedBy: z.string(),
    fileCount: count.describe("Files at whose place a document stands."),
    notHeldCount: count.describe("Files that the source has and no document stands for: refused, or not sent."),
    bytes: count.describe("Of the files that are held."),
    filesHash: sha256.describe("SHA-256 of the lines of its files, as the service returns them."),
  })
  .describe("What is signed, as RFC 8785 canonical JSON.");
export type ManifestPayload = z.infer<typeof manifestPayload>;

export const manifestFile = z
  .strictObject({
    path: z.string(),
    sha256: sha256.nullable().describe("Null where the program did not say."),
    bytes: count.nullable(),
    documentId: id.nullable().describe("Null where no document stands for the file."),
    version: z.int().positive().nullable(),
    refused: z.string().optional().describe("Why no document stands for it, as the program said."),
    refusal: z
      .strictObject({
        code: refusalCode,
        release: z.string().describe("Of the service that refused it, with its limits."),
        checked: z.literal(true).optional().describe("The service itself refused these bytes at this path."),
      })
      .optional(),
  })
  .describe("A line: a file of a source, as RFC 8785 canonical JSON.");
export type ManifestFile = z.infer<typeof manifestFile>;

export const manifest = z.strictObject({
  id,
  source: z.string(),
  sequence: z.int().positive(),
  planId: id.nullable(),
  fileCount: count,
  notHeldCount: count,
  bytes: count,
  closedAt: timestamp,
  closedBy: z.string(),
  closedByName: z.string().nullable().describe("The e-mail of a member, the name of an API key; null once it is gone."),
  payload: z.string().describe("RFC 8785 canonical JSON of a ManifestPayload."),
  payloadHash: sha256.describe("SHA-256 of `payload`: what runs pin."),
  signature: z.string().describe("Ed25519 over the UTF-8 bytes of `payload`, base64url."),
  keyId: z.string().describe("A key of `/.well-known/assay-checkpoint-keys.json`."),
  valid: z
    .boolean()
    .describe("Whether a key that counts made the signature; that of the files is compared when these are read."),
});
export type Manifest = z.infer<typeof manifest>;
export const manifestReply = z.strictObject({ manifest });
export const manifestListReply = z
  .strictObject({ manifests: z.array(z.union([manifest, damagedResult])), nextCursor })
  .describe("In the place of one that is not stored as the audit log recorded it, its id.");

export const pinnedManifest = z
  .strictObject({ source: z.string(), manifestId: id, sha256: sha256.describe("Of its payload."), closedAt: timestamp })
  .describe("A manifest that was the last of its source when a run fixed its evidence.");
export type PinnedManifest = z.infer<typeof pinnedManifest>;

export const source = z
  .strictObject({
    name: z.string(),
    files: count.describe("How many places of it hold a document now."),
    lastSyncedAt: timestamp
      .nullable()
      .describe(
        "Null for one that was never synced to its end; with a `lastManifestId`, its last manifest is not stored as it was recorded.",
      ),
    lastSyncedBy: z.string().nullable(),
    lastSyncedByName: z.string().nullable(),
    lastManifestId: id.nullable(),
    lastManifestHash: sha256.nullable(),
  })
  .describe("Where files come from, such as a folder.");
export type Source = z.infer<typeof source>;
export const sourceListReply = z.strictObject({ sources: z.array(source), nextCursor });

export const closedSync = z
  .strictObject({
    source: z.string(),
    kept: count.describe("How many places keep their document."),
    removed: z
      .array(z.strictObject({ path: z.string(), documentId: id }))
      .describe("What is at its place no longer; it is retired unless something else holds it."),
    notHeld: z.array(z.string()).describe("Paths at which no document stands, as none was sent or it was refused."),
    manifest: manifest.nullable().describe("Null for a dry run."),
  })
  .describe("What the end of a sync has done.");
export type ClosedSync = z.infer<typeof closedSync>;
export const closedSyncReply = z.strictObject({ sync: closedSync });
