import type { FirstPassword, PersonExport, SessionList } from "@assay/contract";

/** The people who may sign in, kept by anyone who issues their tokens. */
export interface Accounts {
  /**
   * Makes the account of a person who has chosen the password themselves, with tokens that select the tenant. Undefined
   * where the address has an account. If `isProved`, the person has shown that the address is theirs: an account that
   * never showed that becomes theirs, with this password, and its sessions end.
   */
  create(account: NewAccount): Promise<{ readonly userId: string } | undefined>;
  /** What is kept of the user's account, for them to take; undefined for a user without one. */
  describe(userId: string): Promise<PersonExport["account"] | undefined>;
  /** Removes the account of the user with sessions, passwords and factors; nothing where there is none. */
  erase(userId: string): Promise<void>;
  /** In lower case; undefined for a user without an account. */
  findEmail(userId: string): Promise<string | undefined>;
  /**
   * The user with this e-mail. One who is unknown yet is made, with tokens that select the tenant, and comes with an
   * invitation, whose password must be changed; so does one of the tenant who has never signed in. A user of another tenant is left as it is.
   */
  findOrInvite(email: string, tenantId: string): Promise<FoundAccount>;
  /**
   * Sets the user's own choice and clears the mark of a first password; the user's other sessions end. Throws
   * VALIDATION_ERROR on `current` or `new`, RATE_LIMITED, INVALID_STATE for a user without an account.
   */
  changePassword(change: PasswordChange): Promise<void>;
  /** Whether people reset their passwords by a mail of the issuer's own. */
  readonly resetsByMail: boolean;
  /** The user who signs in with this address, given in lower case, and a password. */
  findByAddress(email: string): Promise<string | undefined>;
  /**
   * Sets the password that the user chose, without the present one, once `record` has recorded it, and ends their sessions.
   * Throws VALIDATION_ERROR on `password`, INVALID_STATE for a user without a password, and where the issuer resets it.
   */
  choosePassword(
    choice: { readonly userId: string; readonly password: string },
    record: () => Promise<void>,
  ): Promise<void>;
  /**
   * Sets another first password, which must be changed, and ends the user's sessions. Throws INVALID_STATE for a user without
   * an account, and where people reset theirs by mail.
   */
  resetPassword(userId: string): Promise<FirstPassword>;
  /** Where the user is signed in, the newest session first. */
  listSessions(caller: SignedIn): Promise<SessionList>;
  /** False for a session that the user has not. Throws INVALID_STATE where the issuer ends no single session of another. */
  endSession(caller: SignedIn, sessionId: string): Promise<boolean>;
  /** Ends all but the caller's own. Throws INVALID_STATE for a token without a session. */
  endOtherSessions(caller: SignedIn): Promise<void>;
  /** Ends what sessions of the users act in a tenant. Throws INVALID_STATE where the issuer ends no session of another. */
  endSessionsIn(members: { readonly tenantId: string; readonly userIds: readonly string[] }): Promise<void>;
  /**
   * Removes the second factors and recovery codes of the account with this e-mail, once `record` has recorded it, and ends
   * its sessions. Returns how many there were; undefined where nobody has this e-mail. Throws INVALID_STATE where the
   * issuer lets nobody else do so.
   */
  resetFactors(email: string, record: (userId: string) => Promise<void>): Promise<number | undefined>;
}

/** Somebody with the token of their own session. */
export interface SignedIn {
  readonly userId: string;
  readonly token: string;
}

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly tenantId: string;
  readonly isProved: boolean;
}

export interface PasswordChange {
  readonly userId: string;
  /** The bearer token of the request, whose session may continue. */
  readonly token: string;
  readonly current: string;
  readonly next: string;
}

export interface FoundAccount {
  readonly userId: string;
  /** The one that the user's tokens select. */
  readonly tenantId: string;
  readonly invitation?: FirstPassword;
}
