export const EXCEPTION_MONTHS_MAX = 24;
/** Days before `validUntil` on which `exception.expiring` is sent. */
export const EXCEPTION_NOTICE_DAYS = [30, 7, 1] as const;
/** So many days before its last one an exception counts as expiring. */
export const EXCEPTION_EXPIRING_DAYS = 30;
