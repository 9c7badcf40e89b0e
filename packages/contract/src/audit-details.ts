import { z } from "zod";
import { calendarDate, sha256 } from "./primitives.ts";

/** An enumeration's value, or the code of an error. */
const code = z.string().regex(/^[A-Z0-9_]{1,64}$/);

const dateOrDigest = z.union([calendarDate, sha256]).nullable();

export const auditDetails = z
  .strictObject({
    snapshotHash: sha256.describe("SHA-256 of the snapshot's bytes and of the replay's."),
    replayHash: sha256,
    recordedHash: sha256.describe(
      "What was recorded of stored bytes, and what they have now; absent where they are gone.",
    ),
    foundHash: sha256,
    errorCode: code.describe("Why an act failed."),
    corrections: z
      .array(
        z.strictObject({
          field: z.enum(["title", "category", "effectiveDate", "expiresAt"]),
          before: dateOrDigest,
          after: dateOrDigest,
        }),
      )
      .describe("What was corrected of a document: dates as they were and are; of other fields the SHA-256 of both."),
  })
  .partial()
  .describe(
    "What an audit entry says beside its subject. Every key stands here, and none takes free text: ids, dates, enumerations, counts and digests only; of a title, a comment or a reason its SHA-256.",
  );
export type AuditDetails = Readonly<z.infer<typeof auditDetails>>;
