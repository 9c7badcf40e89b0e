import { z } from "zod";
import { auditDetails } from "./audit-details.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, sha256, timestamp } from "./primitives.ts";
import { emailAddress } from "./tenancy.ts";

export const auditEntry = z.strictObject({
  id,
  tenantId: id,
  runId: id.nullable(),
  action: z
    .string()
    .regex(/^[a-z_]+\.[a-z_]+$/)
    .describe("`noun.verbed`, such as `document.uploaded`."),
  object_type: z.string(),
  object_id: z.string(),
  actor: z.string().describe("A user's id, `api-key:<id>` or `system`."),
  created_at: timestamp,
  sequence: z.int().positive().describe("From 1, without gaps within a tenant."),
  previousHash: sha256,
  version: z
    .literal([1, 2])
    .describe("How `hash` is computed: in version 1 it covers neither `version` nor `details`."),
  details: auditDetails.nullable().describe("Null only in version 1."),
  hash: sha256,
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filterText = z.string().min(1).max(200);
const moment = z.iso.datetime({ offset: true, error: "must be a time such as 2026-01-31T00:00:00Z" });

const sequenceText = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "must be a whole number from 1")
  .transform(Number)
  .meta({ asParameter: { type: "integer", minimum: 1 } });

export const auditListQuery = pageQuery.extend({
  sequence: sequenceText.optional().describe("The number of one entry."),
  runId: z.string().max(100).optional(),
  action: filterText.optional(),
  objectType: filterText.optional(),
  objectId: filterText.optional(),
  actor: filterText.optional(),
  from: moment.optional().describe("Inclusive."),
  to: moment.optional().describe("Exclusive."),
});
export const auditListReply = z.strictObject({
  entries: z.array(auditEntry),
  total: z
    .int()
    .nonnegative()
    .describe("The total number of entries that match the filters; 10,000 where a filter matches that many or more."),
  totalIsExact: z.boolean().describe("False where more entries than `total` may match."),
  names: z
    .record(z.string(), z.string())
    .describe(
      "Names of actors, and of members and keys that were changed: the e-mail by a user's id, the key's name by `api-key:<id>`. Nobody else is named. The hashes of the entries do not cover these names.",
    ),
  nextCursor,
});

/** Says which log and which form of statement a signature is for. */
export const CHECKPOINT_ORIGIN = "assay/audit-checkpoint/v2";
/** Statements of earlier releases, which have no counter. */
export const CHECKPOINT_ORIGIN_1 = "assay/audit-checkpoint/v1";

export const checkpointStatement = z
  .strictObject({
    origin: z.literal([CHECKPOINT_ORIGIN_1, CHECKPOINT_ORIGIN]),
    tenantId: id,
    sequence: z.int().positive(),
    hash: sha256,
    createdAt: timestamp,
    counter: z
      .int()
      .positive()
      .optional()
      .describe("How many checkpoints the tenant has with this one; absent in statements of version 1."),
  })
  .describe("The statement of a checkpoint: the end of a tenant's chain at a time. Its RFC 8785 form is signed.");
export type CheckpointStatement = z.infer<typeof checkpointStatement>;

export const checkpointDeparture = z
  .strictObject({
    destination: z.string().describe("`folder`, `git`, `s3`, `witness`, `mail:<address>` or `webhook:<id>`."),
    leftAt: timestamp.nullable().describe("Null while it is retried, and for a mail that no server took."),
    location: z.string().nullable(),
    errorCode: z.string().nullable().describe("Why the last attempt failed."),
  })
  .describe("Where a checkpoint is kept outside of the service.");
export type CheckpointDeparture = z.infer<typeof checkpointDeparture>;

export const CHECKPOINT_RECIPIENTS_MAX = 5;

export const checkpointRecipients = z
  .strictObject({
    addresses: z
      .array(emailAddress)
      .max(CHECKPOINT_RECIPIENTS_MAX)
      .describe("E-mail addresses, such as that of an auditor; none: no checkpoint is sent by mail."),
  })
  .describe("Who gets a checkpoint by mail, at most one a day.");
export type CheckpointRecipients = z.infer<typeof checkpointRecipients>;

export const auditCheckpoint = z
  .strictObject({
    id,
    runId: id
      .nullable()
      .describe("The run after which it was created; null for a daily one, and for one that a package needed."),
    statement: checkpointStatement,
    keyId: z.string(),
    signature: z.string().describe("Ed25519 over the RFC 8785 form of the statement, base64."),
    departures: z.array(checkpointDeparture).describe("Where it went."),
  })
  .describe("The signed end of a tenant's chain at a time, to be kept outside the service.");
export type AuditCheckpoint = z.infer<typeof auditCheckpoint>;

export const checkpointListQuery = pageQuery.extend({ runId: z.string().max(100).optional() });
export const checkpointListReply = z.strictObject({ checkpoints: z.array(auditCheckpoint), nextCursor });

export const checkpointKey = z
  .strictObject({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    x: z.string(),
    kid: z.string(),
    alg: z.literal("EdDSA"),
    use: z.literal("sig"),
    createdAt: timestamp.describe("When the key started to sign."),
  })
  .describe("An Ed25519 key whose checkpoints are valid, as a JWK.");
export const checkpointKeysReply = z.strictObject({ keys: z.array(checkpointKey) });

const hashText = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lowercase hexadecimal digits");

export const auditVerifyQuery = z
  .strictObject({ sequence: sequenceText.optional(), hash: hashText.optional() })
  .refine(({ sequence, hash }) => (sequence === undefined) === (hash === undefined), {
    path: ["hash"],
    message: "must come together with sequence",
  })
  .describe("With `sequence` and `hash` of an entry that you kept: whether the chain still contains it.");

const proof = {
  statement: z.strictObject({
    origin: z.string().max(200),
    tenantId: z.string().max(100),
    sequence: z.int().positive(),
    hash: hashText,
    createdAt: z.string().max(100),
    counter: z.int().positive().optional(),
  }),
  keyId: z.string().max(200),
  signature: z.string().max(200),
};
/** Of a file, which may hold more, such as a witness's signature. */
export const keptCheckpoint = z.object(proof).describe("The parts of a checkpoint that the proof needs.");
export type KeptCheckpoint = z.infer<typeof keptCheckpoint>;

export const auditVerifyBody = z
  .strictObject({
    ...proof,
    id: z.string().max(100).optional(),
    runId: z.string().max(100).nullable().optional(),
    departures: z.array(checkpointDeparture).optional(),
  })
  .describe("A checkpoint from the list, or the parts of one that the proof needs.");

export const CHAIN_PROBLEMS = [
  "SEQUENCE_GAP",
  /** The chain ends before an entry that was signed: its end is lost. */
  "ENTRIES_LOST",
  /** An entry that was signed has another hash. */
  "CHECKPOINT_DIFFERS",
  "PREVIOUS_HASH_DIFFERS",
  "HASH_DIFFERS",
  /** The chain does not end where its head says. */
  "HEAD_DIFFERS",
] as const;
export type ChainProblem = (typeof CHAIN_PROBLEMS)[number];
export const chainProblem = z
  .enum(CHAIN_PROBLEMS)
  .describe("What can be wrong with an entry, given the entries before it.");

/** A position in a chain: the number of an entry and its hash. */
const chainPoint = z.strictObject({ sequence: z.int().nonnegative(), hash: sha256 });

/** The entries that a restored database no longer has. */
const lostEntries = z.strictObject({ from: z.int().positive(), to: z.int().positive() });

export const chainBreak = z
  .strictObject({
    sequence: z.int().positive().describe("The first entry that is not as it was recorded or signed."),
    problem: chainProblem,
    lastGood: chainPoint.nullable().describe("The last checkpoint before it that the chain still contains."),
    signedUpTo: z.int().nonnegative().describe("The last entry that a checkpoint covered."),
  })
  .describe("Where a tenant's chain is broken.");
export type ChainBreak = z.infer<typeof chainBreak>;

export const RESUMPTION_ORIGIN = "assay/audit-resumption/v1";

export const resumptionStatement = z
  .strictObject({
    origin: z.literal(RESUMPTION_ORIGIN),
    tenantId: id,
    sequence: z.int().positive().describe("The entry `audit.resumed`, which begins the new segment."),
    broken: z.strictObject({ sequence: z.int().positive(), problem: chainProblem }),
    lastGood: chainPoint.nullable(),
    lost: lostEntries.nullable().describe("Entries that are gone, such as after a restore."),
    coveredHash: sha256.describe(
      "SHA-256 over the hashes of the RFC 8785 forms of all entries from the broken one to the resumption, so that they cannot change later.",
    ),
    checkpoints: z.int().nonnegative().describe("How many checkpoints were signed before."),
    lostCheckpoints: z.int().nonnegative().describe("How many of them are gone."),
    reasonHash: sha256,
    createdAt: timestamp,
  })
  .describe("What an operator signs to continue a broken chain.");
export type ResumptionStatement = z.infer<typeof resumptionStatement>;

export const auditResumption = z
  .strictObject({ statement: resumptionStatement, reason: z.string(), keyId: z.string(), signature: z.string() })
  .describe("A break of the chain, and the reason that an operator gave to continue behind it.");
export type AuditResumption = z.infer<typeof auditResumption>;

export const CHECKPOINT_PROBLEMS = [
  "BEYOND_END_OF_CHAIN",
  "HASH_DIFFERS",
  "SIGNATURE_INVALID",
  "KEY_UNKNOWN",
  "OTHER_TENANT",
] as const;
export type CheckpointProblem = (typeof CHECKPOINT_PROBLEMS)[number];
export const checkpointProblem = z.enum(CHECKPOINT_PROBLEMS).describe("What can be wrong with a checkpoint.");

export const auditVerifyReply = z.strictObject({
  valid: z.boolean().describe("The chain is intact and matches every checkpoint, including the kept one."),
  entries: z.int().nonnegative().describe("How many entries were recomputed."),
  head: z.strictObject({ sequence: z.int().nonnegative(), hash: sha256 }),
  firstBroken: z.strictObject({ sequence: z.int().positive(), problem: chainProblem }).optional(),
  checkpoints: z.strictObject({
    checked: z.int().nonnegative(),
    problems: z.array(z.strictObject({ id, sequence: z.int(), problem: checkpointProblem })).describe("The first 100."),
    missing: z
      .int()
      .nonnegative()
      .optional()
      .describe("How many checkpoints are gone by the counter of those that are there; absent where none is."),
  }),
  breaks: z
    .array(auditResumption)
    .optional()
    .describe("Breaks of the chain that an operator continued, the first one first; absent where there is none."),
  outside: z
    .array(
      z.strictObject({
        destination: z.string(),
        checked: z.int().nonnegative().describe("How many checkpoints of the tenant it keeps."),
        problems: z.array(z.strictObject({ sequence: z.int(), problem: checkpointProblem })).describe("The first 100."),
        errorCode: z.string().nullable().describe("Why it could not be asked: then nothing was compared with it."),
      }),
    )
    .optional()
    .describe("What was compared with the checkpoints that left the service; absent where they go nowhere."),
  kept: z
    .strictObject({
      sequence: z.int().positive(),
      hash: sha256,
      contained: z.boolean(),
      problem: checkpointProblem.nullable(),
    })
    .optional(),
});
export type AuditVerification = z.infer<typeof auditVerifyReply>;
