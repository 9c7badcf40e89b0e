export const EXPIRES_TOO_EARLY = "Must not be before the effective date";
