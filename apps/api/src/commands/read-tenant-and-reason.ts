import { parseArgs } from "node:util";
import { ConfigError } from "../config.ts";

const REASON_MAX = 2000;

/** Which tenant a command of the operator is about, and why. Throws ConfigError. */
export function readTenantAndReason(command: string): { tenant: string; reason: string } {
  const usage = `Usage: npm run ${command} -- --tenant <id|name> --reason <text>`;
  const text = { type: "string" } as const;
  let given: { tenant?: string | undefined; reason?: string | undefined };
  try {
    given = parseArgs({ options: { tenant: text, reason: text } }).values;
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`);
  }
  const reason = given.reason?.trim() ?? "";
  if (!given.tenant || reason === "" || reason.length > REASON_MAX)
    throw new ConfigError(`Both options are needed, and a reason has at most ${REASON_MAX} characters\n${usage}`);
  return { tenant: given.tenant, reason };
}
