export * from "./accept-invitation.ts";
export * from "./end-invitations.ts";
export * from "./exchange-invitation.ts";
export * from "./invite-first-admin.ts";
export * from "./invite-member.ts";
export * from "./list-invitations.ts";
export { writeInvitationMail } from "./write-invitation-mail.ts";
