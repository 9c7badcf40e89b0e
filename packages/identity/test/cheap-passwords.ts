import type { PasswordCost } from "../src/passwords.ts";

/** A thousandth of the service's: what is tested is not how slow a guess is. */
export const CHEAP: PasswordCost = { log2N: 5, r: 8, p: 3 };
