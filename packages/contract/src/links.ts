import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, timestamp, writtenText } from "./primitives.ts";
import { linkCapability, linkState } from "./sets.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

export const LINK_DAYS_MAX = 90;
export const LINK_SESSION_HOURS = 8;
export const LINK_ENDED = "LINK_ENDED";

export const createLinkBody = z.strictObject({
  capabilities: z
    .array(linkCapability)
    .min(1)
    .max(3)
    .refine((list) => list.includes("READ"), "must contain READ")
    .refine((list) => new Set(list).size === list.length, "must not repeat a capability"),
  expiresAt: timestamp.describe("At most 90 days from now."),
  label: writtenText(TEXT_LIMITS.linkLabel).describe("Whom it is for."),
});
export type CreateLinkBody = z.infer<typeof createLinkBody>;

export const link = z.strictObject({
  id,
  runId: id,
  label: z.string(),
  capabilities: z.array(linkCapability),
  state: linkState.describe("UNUSED: nobody has opened it. IN_USE: one browser has opened it."),
  createdBy: z.string(),
  createdByName: z.string().nullable(),
  createdAt: timestamp,
  expiresAt: timestamp,
  exchangedAt: timestamp.nullable(),
  lastUsedAt: timestamp.nullable().describe("To the minute."),
  revokedAt: timestamp.nullable(),
});
export type Link = z.infer<typeof link>;
export const issuedLinkReply = z
  .strictObject({
    link,
    secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    path: z.string().describe("The page of the portal with the secret in its fragment."),
  })
  .describe("`secret` and `path` are shown here and never again.");
export const linkListQuery = pageQuery;
export const linkListReply = z.strictObject({ links: z.array(link), nextCursor });

export const exchangeLinkBody = z.strictObject({ secret: z.string().min(1).max(200) });
export const linkSession = z.strictObject({
  linkId: id,
  runId: id,
  label: z.string(),
  tenantName: z.string(),
  capabilities: z.array(linkCapability),
  expiresAt: timestamp.describe("When the session ends unless it is used before then."),
  linkExpiresAt: timestamp,
});
export type LinkSession = z.infer<typeof linkSession>;
export const exchangeLinkReply = z
  .strictObject({ session: linkSession, token: z.string().regex(/^assay_link_[A-Za-z0-9_-]{43}$/) })
  .describe("`token` goes into the Authorization header, as a bearer token.");
export const linkSessionReply = z.strictObject({ session: linkSession });
