import type { Limits } from "../../src/settings/limits.ts";
import type { Env } from "./launch-process.ts";

/** What a process under test is started with, so that it has these limits in place of the service's own. */
export function limitsEnv(limits: Partial<Limits>): Env {
  return { NODE_ENV: "test", ASSAY_TEST_LIMITS: JSON.stringify(limits) };
}
