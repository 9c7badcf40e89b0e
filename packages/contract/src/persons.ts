import { z } from "zod";
import { id, timestamp, writtenText } from "./primitives.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

export const erasePersonBody = z.strictObject({
  reason: writtenText(TEXT_LIMITS.signOffStatement).describe(
    "Why, such as the request's number; of it only the SHA-256 is kept.",
  ),
});
export const erasedPerson = z.strictObject({
  userId: z.uuid(),
  name: z.string().describe("What the person is called from now on, in every row: `erased-` and the end of their id."),
  tenants: z.int().nonnegative().describe("In how many tenants something was erased now; 0 where it was before."),
});
export const erasedPersonReply = z.strictObject({ person: erasedPerson });

const ofRun = { runId: id, createdAt: timestamp };
const inTenant = z.strictObject({
  tenantId: id,
  tenantName: z.string(),
  membership: z.strictObject({
    email: z.string(),
    role: z.string(),
    mayReview: z.boolean(),
    addressProof: z.string().nullable(),
    createdAt: timestamp,
    endedAt: timestamp.nullable(),
    erasedAt: timestamp.nullable(),
  }),
  directory: z.array(
    z.strictObject({
      userName: z.string(),
      email: z.string(),
      externalId: z.string().nullable(),
      displayName: z.string().nullable(),
      givenName: z.string().nullable(),
      familyName: z.string().nullable(),
      active: z.boolean(),
      createdAt: timestamp,
    }),
  ),
  signOns: z.array(z.strictObject({ issuer: z.string(), subject: z.string(), createdAt: timestamp })),
  reviews: z.array(
    z.strictObject({
      ...{ id, ...ofRun, requirementId: z.string(), decision: z.string(), status: z.string().nullable() },
      ...{ reasonCode: z.string().nullable(), reason: z.string().nullable() },
    }),
  ),
  comments: z.array(
    z.strictObject({
      id,
      ...ofRun,
      requirementId: z.string().nullable(),
      kind: z.string(),
      text: z.string().nullable(),
    }),
  ),
  signOffs: z.array(
    z.strictObject({ id, ...ofRun, act: z.string(), role: z.string(), statement: z.string(), signature: z.string() }),
  ),
  apiKeys: z.array(z.strictObject({ id, name: z.string(), createdAt: timestamp, revokedAt: timestamp.nullable() })),
  connections: z.array(
    z.strictObject({ id, clientName: z.string(), createdAt: timestamp, endedAt: timestamp.nullable() }),
  ),
  reads: z
    .array(z.strictObject({ kind: z.string(), objectId: id, runId: id.nullable(), createdAt: timestamp }))
    .describe("What they opened, for as long as that is kept."),
  auditEntries: z
    .array(
      z.strictObject({
        ...{ sequence: z.int(), action: z.string(), objectType: z.string(), objectId: z.string() },
        ...{ runId: id.nullable(), createdAt: timestamp },
      }),
    )
    .describe("What they did, and what was done to their membership."),
});

export const personExport = z
  .strictObject({
    format: z.literal("assay-person/1"),
    exportedAt: timestamp,
    userId: z.uuid(),
    account: z
      .strictObject({
        email: z.string(),
        createdAt: timestamp.nullable(),
        factors: z.array(z.strictObject({ kind: z.string(), name: z.string(), createdAt: timestamp })),
        sessions: z
          .array(z.strictObject({ id: z.string(), startedAt: timestamp, lastUsedAt: timestamp }))
          .nullable()
          .describe("Null where the issuer does not list them."),
      })
      .nullable()
      .describe("Null where no account is left."),
    tenants: z.array(inTenant),
  })
  .describe("What is kept of a person: nothing of others, and no evidence.");
export type PersonExport = z.infer<typeof personExport>;
