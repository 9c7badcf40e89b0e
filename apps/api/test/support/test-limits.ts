import type { Limits } from "../../src/settings/limits.ts";
import type { Env } from "./launch-process.ts";

/** A slow machine may take minutes from a sign-in to a signature: as long as the token of a test lasts. */
export const ALWAYS_FRESH = { freshActionMs: 86_400_000, freshReviewMs: 86_400_000 };

/** What a process under test is started with, so that it has these limits in place of the service's own. */
export function limitsEnv(limits: Partial<Limits>): Env {
  return { NODE_ENV: "test", ASSAY_TEST_LIMITS: JSON.stringify({ ...ALWAYS_FRESH, ...limits }) };
}
