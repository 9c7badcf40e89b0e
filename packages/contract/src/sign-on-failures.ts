/** Why somebody could not sign in through their provider; the sites show a sentence for each. */
export const SIGN_ON_FAILURES = [
  "PROVIDER_UNREACHABLE",
  "PROVIDER_REFUSED",
  "REPLY_NOT_VALID",
  "AUTHENTICATION_TOO_OLD",
  "EMAIL_NOT_VERIFIED",
  "DOMAIN_NOT_PROVED",
  "ACCOUNT_EXISTS",
  "MEMBERSHIP_ENDED",
  "NOT_IN_DIRECTORY",
  "ANOTHER_PERSON",
] as const;
export type SignOnFailure = (typeof SIGN_ON_FAILURES)[number];

/** Its message is for the person who signs in. */
export class SignOnError extends Error {
  override readonly name = "SignOnError";
  readonly code: SignOnFailure;

  constructor(code: SignOnFailure, options: { cause?: unknown } = {}) {
    super(SIGN_ON_MESSAGES[code], options);
    this.code = code;
  }
}

export const SIGN_ON_MESSAGES: Readonly<Record<SignOnFailure, string>> = {
  PROVIDER_UNREACHABLE: "Your company's sign-in cannot be reached: try again later",
  PROVIDER_REFUSED: "Your company's sign-in did not let you in",
  REPLY_NOT_VALID: "The reply of your company's sign-in is not valid: start again",
  AUTHENTICATION_TOO_OLD: "Your company's sign-in did not ask you to authenticate again, which this action needs",
  EMAIL_NOT_VERIFIED: "Your company's sign-in does not say that your e-mail address is yours: ask its administrator",
  DOMAIN_NOT_PROVED: "Your e-mail address does not belong to a domain of your company here: ask an administrator",
  ACCOUNT_EXISTS:
    "There is an account with your e-mail address: sign in with its password, then connect it to your company's sign-in",
  MEMBERSHIP_ENDED: "Your access was removed: ask an administrator",
  NOT_IN_DIRECTORY: "Your company's directory has not added you here: ask its administrator to assign you",
  ANOTHER_PERSON: "You came back as another person: sign out first",
};
