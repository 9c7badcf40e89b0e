import type { Config } from "../config.ts";

const COMMAND = "npm run tenant:create -- --name <name> --admin <e-mail>";

/** What an operator does while nobody can sign in. */
export function firstTenantAdvice({ DATABASE_URL, SUPABASE_URL }: Config): string {
  const inFolder = !DATABASE_URL || !SUPABASE_URL;
  return `nobody can sign in yet: create the first tenant with \`${COMMAND}\`${inFolder ? ", while the service is stopped" : ""}`;
}
