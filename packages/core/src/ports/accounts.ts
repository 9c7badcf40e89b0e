import type { Invitation } from "@assay/contract";

/** The people who may sign in, kept by whoever issues their tokens. */
export interface Accounts {
  /**
   * The user with this e-mail. One who is not known yet is made, with tokens that select the tenant, and comes with an
   * invitation; so does one of the tenant who has never signed in. A user of another tenant is left as it is.
   */
  findOrInvite(email: string, tenantId: string): Promise<FoundAccount>;
}

export interface FoundAccount {
  readonly userId: string;
  /** The one that the user's tokens select. */
  readonly tenantId: string;
  readonly invitation?: Invitation;
}
