import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, timestamp } from "./primitives.ts";
import { newPassword } from "./session.ts";
import { invitationDelivery, invitationState, mailState, role } from "./sets.ts";

export const INVITATION_DAYS = 14;
/** In `details.reason` of UNAUTHORIZED: the same for one that was accepted or withdrawn, has expired, or never was. */
export const INVITATION_ENDED = "INVITATION_ENDED";

export const invitation = z
  .strictObject({
    id,
    email: z.string(),
    role,
    state: invitationState.describe("PENDING: the person is no member yet."),
    delivery: invitationDelivery,
    mail: mailState
      .nullable()
      .describe("What became of the last mail; null without one. DROPPED: it was not needed any more."),
    invitedBy: z.string(),
    invitedByName: z.string().nullable(),
    createdAt: timestamp,
    expiresAt: timestamp,
    acceptedAt: timestamp.nullable(),
  })
  .describe("An offer of a membership. It does not say whether the person has an account.");
export type Invitation = z.infer<typeof invitation>;
export const invitationListQuery = pageQuery.extend({ state: invitationState.optional() });
export type InvitationListQuery = z.infer<typeof invitationListQuery>;
export const invitationListReply = z.strictObject({ invitations: z.array(invitation), nextCursor });

const secret = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
export const issuedInvitation = z
  .strictObject({
    invitation,
    secret: secret.optional().describe("Absent where the link goes by mail."),
    path: z.string().optional().describe("The page of the portal with the secret in its fragment."),
  })
  .describe("`secret` and `path` are shown here and never again.");

export const invitationSecretBody = z.strictObject({ secret: z.string().min(1).max(200) });
export const offeredInvitation = z
  .strictObject({
    tenantName: z.string(),
    email: z.string(),
    role,
    invitedByName: z.string().nullable().describe("The e-mail of who invites; null for somebody of the service."),
    expiresAt: timestamp,
  })
  .describe("Who invites whom, to which tenant. It does not say whether the person has an account.");
export type OfferedInvitation = z.infer<typeof offeredInvitation>;
export const offeredInvitationReply = z.strictObject({ invitation: offeredInvitation });

export const acceptInvitationBody = z.strictObject({
  secret: z.string().min(1).max(200),
  password: newPassword
    .optional()
    .describe("Of the new account. Without it, the token of the request says whose account accepts."),
});
export type AcceptInvitationBody = z.infer<typeof acceptInvitationBody>;
export const acceptedInvitation = z.strictObject({
  email: z.string(),
  role,
  tenant: z.strictObject({ id, name: z.string() }),
});
export type AcceptedInvitation = z.infer<typeof acceptedInvitation>;
