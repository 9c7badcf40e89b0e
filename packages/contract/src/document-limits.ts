/** Within so many days before its last one evidence counts as expiring. */
export const EXPIRING_DAYS = 30;
