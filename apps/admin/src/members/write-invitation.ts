export interface InvitationText {
  readonly tenant: string;
  readonly email: string;
  readonly password: string;
  readonly signInUrl: string;
}

/** What to tell somebody who got a first password. */
export function writeInvitation({ tenant, email, password, signInUrl }: InvitationText): string {
  return [
    `You can now sign in to Assay for ${tenant}.`,
    "",
    `Address: ${signInUrl}`,
    `E-mail: ${email}`,
    `First password: ${password}`,
    "",
    "When you first sign in, you choose your own password; this one stops working then.",
  ].join("\n");
}
