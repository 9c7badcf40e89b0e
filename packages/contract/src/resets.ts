import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, timestamp } from "./primitives.ts";
import { newPassword } from "./session.ts";
import { mailState, resetKind, resetState, resetWay } from "./sets.ts";

/** How long a link works. */
export const RESET_LINK_MINUTES = 60;
/** How long a second ADMIN has to confirm. */
export const RESET_QUESTION_HOURS = 24;
/** In `details.reason` of UNAUTHORIZED: the same for one that was used or withdrawn, has expired, or never was. */
export const RESET_ENDED = "RESET_ENDED";

export const reset = z
  .strictObject({
    id,
    userId: z.uuid().describe("Whose account it is."),
    email: z.string(),
    kind: resetKind,
    way: resetWay,
    state: resetState.describe("ASKED: another ADMIN must confirm. OPEN: the link works."),
    mail: mailState.nullable().describe("What became of the mail; null without one."),
    requestedBy: z.uuid(),
    requestedByName: z.string().nullable(),
    confirmedBy: z.uuid().nullable(),
    confirmedByName: z.string().nullable(),
    createdAt: timestamp,
    expiresAt: timestamp,
    usedAt: timestamp.nullable(),
  })
  .describe("A reset of a member's password or second factors that an ADMIN began.");
export type Reset = z.infer<typeof reset>;
export const resetListReply = z.strictObject({ resets: z.array(reset), nextCursor });
export const resetReply = z.strictObject({ reset });
export const resetListQuery = pageQuery;
export type ResetListQuery = z.infer<typeof resetListQuery>;

export const startResetBody = z.strictObject({ userId: z.uuid().toLowerCase(), kind: resetKind });
export type StartResetBody = z.infer<typeof startResetBody>;

export const confirmedReset = z
  .strictObject({
    reset,
    secret: z.string().optional().describe("Of a password: opens the page where the person chooses it."),
    path: z.string().optional().describe("The page of the portal with the secret in its fragment."),
  })
  .describe("`secret` and `path` are shown here and never again.");

const secret = z.string().min(1).max(200);
export const askResetBody = z.strictObject({ email: z.string().trim().toLowerCase().min(3).max(320) });
export const resetSecretBody = z.strictObject({ secret });
export const completeResetBody = z.strictObject({ secret, password: newPassword });
export type CompleteResetBody = z.infer<typeof completeResetBody>;

export const offeredReset = z
  .strictObject({ email: z.string(), way: resetWay, expiresAt: timestamp })
  .describe("Whose password the link sets, and until when.");
export type OfferedReset = z.infer<typeof offeredReset>;
export const offeredResetReply = z.strictObject({ reset: offeredReset });
