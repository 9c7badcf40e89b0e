import { parseArgs } from "node:util";
import { inviteMemberBody } from "@assay/contract";
import { ConfigError } from "../config.ts";

/** Whom a command of the operator is about, and why; `what` completes "Cannot …". Throws ConfigError. */
export function readAddressAndReason(command: string, what: string): { email: string; reason: string } {
  const usage = `Usage: npm run ${command} -- --email <e-mail> --reason <text>`;
  const given = parse(usage);
  const email = inviteMemberBody.shape.email.safeParse(given.email);
  if (!email.success) throw new ConfigError(`Cannot ${what} because --email must be one\n${usage}`);
  const reason = given.reason?.trim();
  if (!reason) throw new ConfigError(`Cannot ${what} because --reason is missing\n${usage}`);
  return { email: email.data, reason };
}

function parse(usage: string) {
  try {
    return parseArgs({ options: { email: { type: "string" }, reason: { type: "string" } } }).values;
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`);
  }
}
