import { z } from "zod";
import { TEXT_ENCODINGS } from "./encodings.ts";
import { ocrLanguages } from "./ocr-languages.ts";
import { calendarDate, sha256, timestamp } from "./primitives.ts";
import { allowedProviders } from "./residency.ts";
import { retentionDays } from "./retention.ts";
import { webhookEventType } from "./sets.ts";
import { ADDRESS_PROOFS, SECOND_FACTOR_RULES } from "./statuses.ts";
import { tenantLimits } from "./tenant-limits.ts";

/** An enumeration's value, or the code of an error. */
const code = z.string().regex(/^[A-Z0-9_]{1,64}$/);

const correctedValue = z.union([calendarDate, code, sha256, z.uuid()]).nullable();

export const auditDetails = z
  .strictObject({
    snapshotHash: sha256.describe("SHA-256 of the snapshot's bytes and of the replay's."),
    replayHash: sha256,
    runHash: sha256.describe(
      "SHA-256 of the row of the run that ended, and of the digests of all rows of its results.",
    ),
    resultsHash: sha256,
    egressHash: sha256.describe("SHA-256 of the list of where the run's text was sent, with counts."),
    exceptionCount: z.int().nonnegative().describe("How many exceptions were active when the run started."),
    recordedHash: sha256.describe(
      "The recorded hash of stored bytes, and the current one; absent if the bytes are missing.",
    ),
    foundHash: sha256,
    rowHash: sha256.describe("SHA-256 of what the entry is about, by which the daily check and reads compare it."),
    reasonHash: sha256.describe("SHA-256 of the reason that a person gave."),
    urlHash: sha256.describe("SHA-256 of a webhook's address, and the events that it asks for."),
    events: z.array(webhookEventType),
    textHash: sha256.describe("SHA-256 of a comment."),
    requirementId: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/)
      .describe("The requirement that a review, comment or exception is about."),
    decision: code.describe("A review's decision, and its status and reason code."),
    status: code,
    reasonCode: code,
    openedCount: z
      .int()
      .nonnegative()
      .describe("Of the cited passages those that the reviewer opened, reported by the client."),
    addressProof: z
      .enum(ADDRESS_PROOFS)
      .describe(
        "By what the tenant knew that the reviewer reads their address, and for NONE who handed over the link.",
      ),
    invitedBy: z.uuid(),
    citedCount: z.int().nonnegative(),
    rejectedCount: z.int().positive().describe("How many citations the reviewer rejects."),
    count: z.int().nonnegative().describe("How many were done at once."),
    kind: code,
    encoding: z.enum(TEXT_ENCODINGS).describe("In which a text file is read again."),
    validFrom: calendarDate,
    validUntil: calendarDate,
    languages: ocrLanguages.shape.languages.describe("The languages that OCR looks for."),
    allowedProviders: allowedProviders.describe("Who may be given the tenant's text; null: everybody."),
    retrievalVersionId: z
      .uuid()
      .nullable()
      .describe("The engine version that a tenant is bound to; null: the active one."),
    ...tenantLimits.shape,
    retention: retentionDays.partial(),
    removedHash: sha256.describe(
      "Of what was removed by a tenant's rule: SHA-256 of the ids in ascending order, each followed by a line feed.",
    ),
    removedFrom: timestamp.describe("The time of the oldest and the newest of what was removed."),
    removedTo: timestamp,
    required: z.enum(SECOND_FACTOR_RULES).describe("Who of the tenant's people needs a second factor."),
    role: code.describe("The role of a sign-off or of a member."),
    signOffHash: sha256.describe("SHA-256 of a sign-off's payload."),
    capabilities: z.array(code).describe("What an auditor's link allows, and until when."),
    expiresAt: timestamp,
    assigneeId: z.uuid().nullable(),
    dueDate: calendarDate.nullable(),
    errorCode: code.describe("Why an act failed."),
    resumptionHash: sha256.describe(
      "SHA-256 of the statement by which an operator continued a broken chain; the entries from `brokenSequence` on cannot be relied on, those from `lostFrom` to `lostTo` are gone.",
    ),
    brokenSequence: z.int().positive(),
    lostFrom: z.int().positive(),
    lostTo: z.int().positive(),
    replacedVersionId: z.uuid().describe("The engine version that could no longer run."),
    placeHash: sha256.describe(
      "SHA-256 of the JSON list of the source and the path at which a document came to stand, and as which version.",
    ),
    version: z.int().positive(),
    replacedDocumentId: z.uuid().describe("The document that stood there before."),
    manifestHash: sha256.describe("SHA-256 of the payload of a source's manifest."),
    sourceHash: sha256.describe("SHA-256 of the name of the source that was synced."),
    byDocumentId: z.uuid().describe("The version that later runs judge instead."),
    corrections: z
      .array(
        z.strictObject({
          field: z.enum([
            "title",
            "category",
            "effectiveDate",
            "expiresAt",
            "evidenceKind",
            "ownerId",
            "reviewBy",
            "originalFilename",
          ]),
          before: correctedValue,
          after: correctedValue,
        }),
      )
      .describe(
        "What changed of a document: dates and the kind of evidence before and after; of other fields, both SHA-256.",
      ),
  })
  .partial()
  .describe(
    "What an audit entry records in addition to its subject. The list of keys is complete, and none has free text: only ids, dates, enumerations, counts and digests; of a title, a comment or a reason, the SHA-256.",
  );
export type AuditDetails = Readonly<z.infer<typeof auditDetails>>;
