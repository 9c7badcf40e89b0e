import type { Config } from "../config.ts";
import { keepsState } from "./folder.ts";

const COMMAND = "npm run tenant:create -- --name <name> --admin <e-mail>";

/** What an operator does while nobody can sign in. */
export function firstTenantAdvice(config: Config): string {
  const inFolder = !config.DATABASE_URL || (!config.SUPABASE_URL && keepsState(config));
  return `nobody can sign in yet: create the first tenant with \`${COMMAND}\`${inFolder ? ", while the service is stopped" : ""}`;
}
