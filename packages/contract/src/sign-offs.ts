import { z } from "zod";
import { damagedResult } from "./damaged-result.ts";
import { id, sha256, timestamp, writtenText } from "./primitives.ts";
import { FACTORS } from "./session.ts";
import { role, signOffAct, signOffRole } from "./sets.ts";
import { ADDRESS_PROOFS } from "./statuses.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

export const signOffBody = z
  .strictObject({
    role: signOffRole,
    statement: writtenText(TEXT_LIMITS.signOffStatement),
    declined: z.literal(true).optional().describe("Refuses to sign, with role REVIEWED alone: PREPARED is withdrawn."),
  })
  .refine(({ role, declined }) => !declined || role === "REVIEWED", {
    path: ["declined"],
    message: "must come with the role REVIEWED",
  });
export type SignOffBody = z.infer<typeof signOffBody>;
export const withdrawSignOffBody = z.strictObject({ reason: writtenText(TEXT_LIMITS.signOffStatement) });

/** Say which form of statement a signature is for; the last one is signed now. */
export const SIGN_OFF_ORIGINS = ["assay/sign-off/v1", "assay/sign-off/v2"] as const;

/** What happened lately to the account of a signer that somebody else could have used. */
export const SIGNER_CHANGES = ["ROLE_CHANGED", "PASSWORD_RESET", "FACTORS_RESET", "RECOVERY_CODE_USED"] as const;
export type SignerChange = (typeof SIGNER_CHANGES)[number];

export const signOffPayload = z
  .strictObject({
    origin: z.enum(SIGN_OFF_ORIGINS),
    signOffId: id,
    sequence: z.int().positive(),
    act: signOffAct,
    role: signOffRole,
    withdraws: z.array(id).describe("The signatures that this act ends."),
    runId: id,
    tenantId: id,
    snapshotHash: sha256,
    reviewsHash: sha256.describe("SHA-256 of the canonical list of the reviews that count, in pack order."),
    exceptionsHash: sha256.describe("SHA-256 of the canonical list of the exceptions that the run fixed, by id."),
    reviewedCount: z.int().nonnegative(),
    sentBackCount: z.int().nonnegative().describe("Of the reviewed ones."),
    totalRequirements: z.int().nonnegative(),
    citedPassages: z.int().nonnegative(),
    openedPassages: z.int().nonnegative(),
    version: z
      .literal(2)
      .optional()
      .describe("Version 2 holds the digest of the signer's name in place of the name; absent in version 1."),
    signerId: z.uuid(),
    signerName: z.string().optional().describe("Version 1 alone."),
    nameDigest: sha256
      .optional()
      .describe(
        "Version 2: SHA-256 over the UTF-8 bytes of salt, line feed and name. Once the salt is destroyed, nobody can check a name by it.",
      ),
    signerRole: role,
    assurance: z
      .enum(FACTORS)
      .optional()
      .describe("Form v2: with what the signer had proved who they are, and when; absent where nobody says."),
    assuredAt: timestamp.optional(),
    factorEnrolledAt: timestamp
      .optional()
      .describe("Form v2: since when the signer has that factor; absent for a password, and where nobody says."),
    signerChanges: z
      .array(z.strictObject({ change: z.enum(SIGNER_CHANGES), at: timestamp }))
      .optional()
      .describe("Form v2: resets and changes of the signer's account in the 30 days before, the oldest first."),
    addressProof: z
      .enum(ADDRESS_PROOFS)
      .optional()
      .describe(
        "Form v2: by what the tenant knows that the signer reads this address: a link by MAIL, single sign-on, an operator's word, or NONE; absent in acts of before.",
      ),
    address: z
      .literal("UNPROVED")
      .optional()
      .describe("Form v2: nobody has shown that the signer reads the mail of this address. Absent where it is proved."),
    invitedBy: z
      .string()
      .optional()
      .describe(
        "Form v2, with `address`: the user who handed over the link of the signer's invitation, where there was one.",
      ),
    statement: z.string(),
    signedAt: timestamp,
  })
  .describe("What is signed, as RFC 8785 canonical JSON.");
export type SignOffPayload = z.infer<typeof signOffPayload>;

export const signOff = z.strictObject({
  id,
  runId: id,
  sequence: z.int().positive(),
  act: signOffAct,
  role: signOffRole,
  statement: z.string(),
  signerId: z.uuid(),
  signerName: z
    .string()
    .describe("The e-mail at the time; once it is erased, `erased-` and the end of the signer's id."),
  nameSalt: z
    .string()
    .nullable()
    .describe(
      "What proves `signerName` by the payload's `nameDigest`; null once it is erased, and for payloads of version 1.",
    ),
  signerRole: role.describe("The role at the time."),
  standing: z.boolean().describe("A signature that no later act has ended."),
  withdrawnById: id.nullable(),
  valid: z
    .boolean()
    .describe(
      "Whether the signature verifies, the audit log holds this payload, and what was signed is what is stored: snapshot and exceptions, and the reviews while the signature is.",
    ),
  payload: z.string().describe("RFC 8785 canonical JSON of a SignOffPayload."),
  signature: z.string().describe("Ed25519 over the UTF-8 bytes of `payload`, base64url."),
  keyId: z.string().describe("A key of `/.well-known/assay-checkpoint-keys.json`."),
  createdAt: timestamp,
});
export type SignOff = z.infer<typeof signOff>;
export const signOffReply = z.strictObject({ signOff });
export const signOffListReply = z.strictObject({ signOffs: z.array(signOff), signedAs: signOffRole.nullable() });
export const signOffOrDamageListReply = signOffListReply
  .extend({ signOffs: z.array(z.union([signOff, damagedResult])) })
  .describe("Every act in order; `signedAs` is the last role whose signature is, null where an act is damaged.");
